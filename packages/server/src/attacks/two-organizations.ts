import { z } from 'zod';
import type { TestAccount, TestSession } from '../testing/test-accounts.ts';
import type { PaymentServer } from '../testing/test-payments.ts';
import type { TestServer } from '../testing/test-services.ts';
import { invite, newTeam, type Team } from '../testing/test-team.ts';
import { PNG_OF_ONE_PIXEL, signOne, verify } from '../testing/test-signing.ts';
import { createWebhook, sendTest } from '../testing/test-webhooks.ts';
import { isScope, SCOPES } from '../shared/scopes.ts';
import { createVictimMoney, type VictimMoney } from './victim-money.ts';

/** Stands in every private text of the organization that is attacked: whoever reads it has read what is not theirs. */
export const PRIVATE_MARK = 'kept-between-us';

const named = z.object({ id: z.string() });
const ALL_SCOPES = Object.keys(SCOPES).filter(isScope);

/** An organization with one of everything, and the names of it all by the parameters of the routes. */
export interface Victim {
  team: Team;
  names: Readonly<Record<string, string>>;
  money: VictimMoney;
}

export async function createVictim(server: PaymentServer): Promise<Victim> {
  const { call } = server;
  const team = await newTeam(server, `Victim ${PRIVATE_MARK}`);
  const { owner, viewer } = team.members;
  const { org_id } = team;
  const { id: kid, key } = await server.createKey({ organizationId: org_id, scopes: ALL_SCOPES });
  await renameKey(server, kid);
  const filename = `${PRIVATE_MARK}.png`;
  const { credential_id: cid } = await signOne(call, { key, filename, fields: { organization: 'Public name' } });
  const { id: jid } = named.parse(await verify(call, key, PNG_OF_ONE_PIXEL));
  const { id: invitation_id } = await invite(server, { org_id, by: owner, email: `${PRIVATE_MARK}@example.com` });
  const { id: whid } = await createWebhook(server, key, { url: `https://hooks.example/${PRIVATE_MARK}` });
  const sessions = await call('GET', '/v1/account/sessions', { session: owner.session });
  const [session] = z.object({ data: z.array(named) }).parse(sessions.body).data;
  const money = await createVictimMoney(server, team, PRIVATE_MARK);
  const names = {
    org_id,
    kid,
    cid,
    jid,
    invitation_id,
    account_id: viewer.accountId,
    session_id: session?.id ?? '',
    position: '0',
    whid,
    id: (await sendTest(server, key, whid)).id,
    order_id: money.orderId,
    order_ids: money.orderId,
  };
  return { team, names, money };
}

/** The names for a route: what `{id}` is depends on its path. */
export function namesFor({ names, money }: Victim, path: string): Victim['names'] {
  const prefix = Object.keys(money.byPath).find((each) => path.startsWith(each));
  const id = prefix === undefined ? undefined : money.byPath[prefix];
  return id === undefined ? names : { ...names, id };
}

async function renameKey(server: TestServer, id: string): Promise<void> {
  await server.services.database.pool.query('update api_key set name = $2 where id = $1', [id, PRIVATE_MARK]);
}

/** Somebody who has nothing to do with the victim. */
export interface Attacker {
  name: string;
  /** A session that is new for each request, because some of them end it. */
  session?: () => Promise<TestSession>;
  key?: string;
}

export async function createAttackers(server: TestServer, renew: (account: TestAccount) => Promise<TestSession>) {
  const team = await newTeam(server, 'Attackers');
  const outsider = await server.createAccount();
  const unverified = await server.createAccount({ verified: false });
  const { key } = await server.createKey({ organizationId: team.org_id, scopes: ALL_SCOPES, mode: 'live' });
  const accounts = { ...team.members, outsider, unverified };
  const attackers: Attacker[] = [
    { name: 'anonymous' },
    { name: 'key', key },
    ...Object.entries(accounts).map(([name, account]) => ({ name, session: () => renew(account) })),
  ];
  return attackers;
}

/** Every row of the database that speaks of the victim, without what changes by being read. */
export async function rowsOf(server: TestServer, { names, team, money }: Victim): Promise<string[]> {
  const { pool } = server.services.database;
  const objects = [...Object.values(names), ...Object.values(money.byPath)];
  const ids = [...objects, ...Object.values(team.members).map(({ accountId }) => accountId)].filter((name) =>
    name.includes('_'),
  );
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const rows: string[] = [];
  for (const { name } of tables.rows.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const found = await pool.query<{ row: string }>(
      `select (to_jsonb(t) - '{last_seen_at,last_used_at,delete_after}'::text[])::text as row from "${name}" t
       where to_jsonb(t)::text like any($1)`,
      [ids.map((id) => `%${id}%`)],
    );
    rows.push(...found.rows.map(({ row }) => `${name} ${row}`).toSorted());
  }
  return rows;
}
