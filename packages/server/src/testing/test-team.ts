import { z } from 'zod';
import { invitationSchema, organizationSchema, type InvitationResult } from '../features/organizations/schemas.ts';
import { isJsonObject } from '../http/openapi-schemas.ts';
import type { Role } from '../shared/permissions.ts';
import type { TestAccount } from './test-accounts.ts';
import type { Answer, TestServer } from './test-services.ts';

/** An organization with a member in each role. */
export interface Team {
  org_id: string;
  members: Record<Role, TestAccount>;
}

export async function newTeam(server: TestServer, name = 'Team'): Promise<Team> {
  const owner = await server.createAccount();
  const answer = await server.call('POST', '/v1/organizations', { session: owner.session, json: { name } });
  const { id } = organizationSchema.parse(answer.body);
  const join = (role: Role) => server.createAccount({ organizationId: id, role });
  const [admin, billing] = [await join('admin'), await join('billing')];
  const [developer, viewer] = [await join('developer'), await join('viewer')];
  return { org_id: id, members: { owner, admin, billing, developer, viewer } };
}

/** Status, code and the reason of a refusal, in one line. */
export function outcomeOf({ status, body }: Answer): string {
  const error = isJsonObject(body) ? body['error'] : undefined;
  if (!isJsonObject(error)) return String(status);
  const details = isJsonObject(error['details']) ? error['details'] : {};
  const reason = details['reason'] ?? details['required_permission'];
  return [status, error['code'], ...(reason === undefined ? [] : [reason])].map(String).join(' ');
}

/** The link, and whatever else the template contains. */
const mailValues = z.looseObject({ link: z.string().optional() });

/** The mails that wait for an address, oldest first, opened. */
export async function mailsTo(server: TestServer, address: string) {
  const { rows } = await server.services.database.pool.query<{ template: string; language: string; payload: Buffer }>(
    'select template, language, payload from mail where recipient = $1 order by created_at',
    [address],
  );
  const { secrets } = server.services;
  return Promise.all(
    rows.map(async ({ template, language, payload }) => ({
      template,
      language,
      values: mailValues.parse(JSON.parse((await secrets.open(payload)).toString())),
    })),
  );
}

/** The token in the link of the newest mail. */
export async function tokenSentTo(server: TestServer, address: string): Promise<string> {
  const link = (await mailsTo(server, address)).at(-1)?.values.link;
  const token = link === undefined ? null : new URL(link).searchParams.get('token');
  if (token === null) throw new Error(`no link was sent to ${address}`);
  return token;
}

/** Invites an address, and answers the invitation with the token of its mail. */
export async function invite(
  server: TestServer,
  { org_id, by, email, role = 'viewer' }: { org_id: string; by: TestAccount; email: string; role?: Role },
): Promise<InvitationResult & { token: string }> {
  const answer = await server.call('POST', '/v1/organizations/{org_id}/members', {
    params: { org_id },
    session: by.session,
    json: { email, role },
  });
  if (answer.status !== 201) throw new Error(outcomeOf(answer));
  return { ...invitationSchema.parse(answer.body), token: await tokenSentTo(server, email) };
}

export function accept(server: TestServer, by: TestAccount, token: string): Promise<Answer> {
  return server.call('POST', '/v1/invitations/accept', { session: by.session, json: { token } });
}

/** The audit log of an organization, oldest first: action, actor, target and details. */
export async function auditOf(server: TestServer, org_id: string) {
  const { rows } = await server.services.database.pool.query<{
    action: string;
    actor_id: string | null;
    target_id: string | null;
    address: string | null;
    request_id: string | null;
    details: Record<string, unknown>;
  }>(
    `select action, actor_id, target_id, address, request_id, details from audit_log
     where organization_id = $1 order by created_at, ctid`,
    [org_id],
  );
  return rows;
}

/** Ages the last authentication until it no longer counts as recent. */
export async function letAuthenticationAge(server: TestServer, { accountId }: TestAccount): Promise<void> {
  await server.services.database.pool.query(
    `update session set reauthenticated_at = now() - interval '1 hour' where account_id = $1`,
    [accountId],
  );
}

export async function suspend(server: TestServer, org_id: string): Promise<void> {
  await server.services.database.pool.query('update organization set suspended_at = now() where id = $1', [org_id]);
}

export async function rolesOf(server: TestServer, org_id: string): Promise<Record<string, Role>> {
  const { rows } = await server.services.database.pool.query<{ account_id: string; role: Role }>(
    'select account_id, role from membership where organization_id = $1',
    [org_id],
  );
  return Object.fromEntries(rows.map(({ account_id, role }) => [account_id, role]));
}
