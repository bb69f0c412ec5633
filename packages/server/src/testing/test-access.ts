import { z } from 'zod';
import { auditOf, mailsTo } from './test-team.ts';
import type { Answer, Call, CallRoute, TestServer } from './test-services.ts';
import { sessionOf, type TestSession } from './test-accounts.ts';
import { readCookie, SESSION_COOKIE } from '../shared/session-token.ts';

/** The password that a test signs in with. */
export const NEW_PASSWORD = 'seven oak leaves on a raft';

/** The session that an answer sets in the browser. */
export function sessionIn({ headers }: Answer): TestSession {
  const set = headers['set-cookie'];
  const cookies = Array.isArray(set) ? set.map((cookie) => cookie.split(';', 1)[0] ?? '') : [];
  return sessionOf(readCookie(cookies.join('; '), SESSION_COOKIE) ?? '');
}

export function signInAs(call: CallRoute, json: Record<string, string>, given: Call = {}): Promise<Answer> {
  return call('POST', '/v1/auth/login', { ...given, json });
}

/** Whether the session can still be used. */
export async function isOpen(call: CallRoute, session: TestSession): Promise<boolean> {
  return (await call('GET', '/v1/account', { session })).status === 200;
}

/** The token of the link in the latest mail of the kind. */
export async function mailedToken(server: TestServer, recipient: string, template: string): Promise<string> {
  const mails = await mailsTo(server, recipient);
  const link = mails.findLast((mail) => mail.template === template)?.values.link;
  if (link === undefined) throw new Error(`no mail ${template} waits for ${recipient}`);
  return new URL(link).searchParams.get('token') ?? '';
}

/** The rows that contain a text, by table: what a person would find who searched for themselves. */
export async function tablesWith(server: TestServer, text: string): Promise<string[]> {
  const { pool } = server.services.database;
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by table_name`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool.query(
      `select 1 from "${name}" as r where position(lower($1) in lower(r::text)) > 0 limit 1`,
      [text],
    );
    if (rowCount === 1) found.push(name);
  }
  return found;
}

/** The log of an account's own organization, oldest first. */
export async function actionsOf(server: TestServer, organizationId: string): Promise<string[]> {
  return (await auditOf(server, organizationId)).map(({ action }) => action);
}

/** The secret for an authenticator app, from the answer that shows it. */
export function decodeSecret({ body }: Pick<Answer, 'body'>): Buffer {
  const { secret } = z.object({ secret: z.string() }).parse(body);
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** For simultaneous requests: which one won does not matter. */
export function sortedStatuses(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}
