import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../features/accounts/index.ts';
import { createOrganization } from '../features/organizations/index.ts';
import { startSession } from '../features/sessions/index.ts';
import { createPasswords } from '../platform/passwords.ts';
import { createTestDatabase, type TestDatabase } from '../platform/test-database.ts';
import { until } from '../platform/test-process.ts';
import { newId } from '../shared/ids.ts';
import {
  createAdministratorCommand,
  findCommand,
  grantAdministratorCommand,
  listAdministratorsCommand,
  resetPasswordCommand,
  restoreCommand,
  revokeAdministratorCommand,
  suspendCommand,
} from './admin.ts';
import type { CommandResult } from './command-result.ts';
import { COMMAND_ACTOR } from './with-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
// Tables of money are never truncated, and refer to organizations.
beforeEach(() => database.pool.query('delete from organization; delete from account; delete from audit_log'));

const environment = () => ({ DATABASE_URL: database.url });
const create = (email: string) => createAdministratorCommand(environment(), email);
const grant = (email: string) => grantAdministratorCommand(environment(), email);
const revoke = (email: string) => revokeAdministratorCommand(environment(), email);

function valueOf<Value>(result: CommandResult<Value>): Value {
  if (result.kind === 'refused') throw new Error(`${result.code}: ${result.message}`);
  return result.value;
}

async function register(email: string, isVerified: boolean): Promise<{ id: string; organizationId: string }> {
  const made = await createAccount(database.db, { email, name: '', language: 'en', passwordHash: null });
  if (made === undefined) throw new Error('registered twice');
  const { id } = made.account;
  if (isVerified) await database.pool.query('update account set email_verified_at = now() where id = $1', [id]);
  return { id, organizationId: made.organizationId };
}

async function audit(action: string): Promise<object[]> {
  const { rows } = await database.pool.query<object>(
    'select organization_id, actor_kind, target_id, details from audit_log where action = $1 order by created_at, id',
    [action],
  );
  return rows;
}

async function passwordRow(id: string) {
  const { rows } = await database.pool.query<{ password_hash: string; must_change_password: boolean }>(
    'select password_hash, must_change_password from account where id = $1',
    [id],
  );
  return rows[0];
}

describe('admin create', () => {
  it('makes an administrator with an organization and a password that fits and must be changed', async () => {
    const { account, password } = valueOf(await create('Ops@Example.com'));
    expect(account).toMatchObject({
      email: 'Ops@Example.com',
      is_admin: true,
      must_change_password: true,
      email_verified_at: expect.any(String) as string,
      organizations: [{ role: 'owner' }],
    });
    expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    const row = await passwordRow(account.id);
    expect(row?.must_change_password).toBe(true);
    expect(await createPasswords().verifyPassword(row?.password_hash ?? null, password)).toBe(true);
    expect(await audit('account.administrator_granted')).toMatchObject([
      { organization_id: account.organizations[0]?.id, actor_kind: 'command', target_id: account.id, details: {} },
    ]);
    expect(JSON.stringify(await audit('account.registered'))).not.toContain(password);
  });

  it('is refused for an address that has an account, in any case of letters, and leaves it as it is', async () => {
    const { id } = await register('someone@example.com', false);
    expect(await create('SOMEONE@example.com')).toMatchObject({ kind: 'refused', code: 'CONFLICT' });
    expect(await passwordRow(id)).toEqual({ password_hash: null, must_change_password: false });
    expect(valueOf(await listAdministratorsCommand(environment()))).toEqual([]);
  });

  it.each(['', 'ops', 'a@b@c', 'a b@c', '<a@b>', `${'x'.repeat(65)}@b`])('refuses the address %j', async (email) => {
    expect(await create(email)).toMatchObject({ kind: 'refused', code: 'EMAIL_INVALID' });
  });

  it('takes over an organization that was made before there were accounts, and only that one', async () => {
    const before = await createOrganization(database.db, { name: 'Old', kind: 'personal', actor: COMMAND_ACTOR });
    const first = valueOf(await create('a@example.com'));
    expect(first.account.organizations).toEqual([{ id: before.id, name: 'Old', role: 'owner' }]);
    const second = valueOf(await create('b@example.com'));
    expect(second.account.organizations).toMatchObject([{ name: 'b', role: 'owner' }]);
    expect(second.account.organizations[0]?.id).not.toBe(before.id);
  });
});

describe('admin grant', () => {
  it('makes a confirmed account an administrator, once', async () => {
    const { id, organizationId } = await register('someone@example.com', true);
    expect(await grant('Someone@example.com')).toMatchObject({ kind: 'done', value: { id, is_admin: true } });
    expect(await grant('someone@example.com')).toMatchObject({ kind: 'done', value: { id, is_admin: true } });
    expect(await audit('account.administrator_granted')).toEqual([
      { organization_id: organizationId, actor_kind: 'command', target_id: id, details: {} },
    ]);
  });

  it('is refused while the address is not confirmed: a stranger may have registered it', async () => {
    await register('boss@example.com', false);
    expect(await grant('boss@example.com')).toMatchObject({ kind: 'refused', code: 'CONFLICT' });
    expect(valueOf(await listAdministratorsCommand(environment()))).toEqual([]);
  });

  it('is refused where there is no account', async () => {
    expect(await grant('nobody@example.com')).toMatchObject({ kind: 'refused', code: 'NOT_FOUND' });
  });
});

describe('admin revoke', () => {
  it('takes the right away, once, and never from the last', async () => {
    await create('a@example.com');
    await create('b@example.com');
    expect(await revoke('A@example.com')).toMatchObject({ kind: 'done', value: { is_admin: false } });
    expect(await revoke('a@example.com')).toMatchObject({ kind: 'done', value: { is_admin: false } });
    expect(await audit('account.administrator_revoked')).toHaveLength(1);
    expect(await revoke('b@example.com')).toMatchObject({ kind: 'refused', code: 'CONFLICT' });
    expect(valueOf(await listAdministratorsCommand(environment())).map(({ email }) => email)).toEqual([
      'b@example.com',
    ]);
    expect(await revoke('nobody@example.com')).toMatchObject({ kind: 'refused', code: 'NOT_FOUND' });
  });

  it('leaves one when all are taken away at the same moment', async () => {
    const emails = ['a@example.com', 'b@example.com', 'c@example.com'];
    for (const email of emails) await create(email);
    const holder = await database.connectClient();
    await holder.query('begin; select from account for update');
    const revoking = Promise.all(emails.map(revoke));
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await database.pool.query(waiting)).rowCount === emails.length);
    await holder.query('commit');
    await holder.end();
    const results = await revoking;
    expect(results.filter(({ kind }) => kind === 'refused')).toHaveLength(1);
    expect(valueOf(await listAdministratorsCommand(environment()))).toHaveLength(1);
  });
});

describe('admin find', () => {
  it('finds accounts and organizations, by a part or by identifier', async () => {
    const { id, organizationId } = await register('someone@example.com', false);
    await createOrganization(database.db, { name: 'Someone & Sons', kind: 'team', actor: COMMAND_ACTOR });
    const found = valueOf(await findCommand(environment(), 'SOMEONE'));
    expect(found).toMatchObject({ accounts: { total: 1, data: [{ id }] }, organizations: { total: 2 } });
    const byId = valueOf(await findCommand(environment(), id));
    expect(byId).toMatchObject({ accounts: { total: 1 }, organizations: { total: 0, data: [] } });
    const organization = valueOf(await findCommand(environment(), organizationId));
    expect(organization).toMatchObject({ accounts: { total: 0 }, organizations: { data: [{ id: organizationId }] } });
  });
});

describe('admin suspend and restore', () => {
  it('change the state once each, with their rows in the organization’s log', async () => {
    const { organizationId } = await register('someone@example.com', true);
    const suspend = () => suspendCommand(environment(), { organization_id: organizationId, reason: 'stolen key' });
    const restore = () => restoreCommand(environment(), organizationId);
    const first = valueOf(await suspend());
    expect(first).toMatchObject({ status: 'suspended', suspension_reason: 'stolen key' });
    expect(valueOf(await suspend())).toEqual(first);
    expect(valueOf(await restore())).toMatchObject({ status: 'active', suspended_at: null, suspension_reason: null });
    expect(valueOf(await restore())).toMatchObject({ status: 'active' });
    const row = { organization_id: organizationId, actor_kind: 'command', target_id: organizationId };
    expect(await audit('organization.suspended')).toEqual([{ ...row, details: { reason: 'stolen key' } }]);
    expect(await audit('organization.restored')).toEqual([{ ...row, details: {} }]);
  });

  it('are refused where there is no organization, and for an endless reason', async () => {
    const absent = newId('organization');
    expect(await suspendCommand(environment(), { organization_id: absent, reason: 'x' })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await restoreCommand(environment(), absent)).toMatchObject({ code: 'NOT_FOUND' });
    const endless = { organization_id: absent, reason: 'x'.repeat(501) };
    expect(await suspendCommand(environment(), endless)).toMatchObject({ code: 'REASON_INVALID' });
  });
});

describe('admin reset-password', () => {
  it('replaces the password, ends the sessions and voids mailed links', async () => {
    const { id, organizationId } = await register('someone@example.com', true);
    await startSession(database.db, { accountId: id, userAgent: '', address: '127.0.0.1' });
    await database.pool.query(
      `insert into account_token (id, account_id, kind, email, token_sha256, expires_at)
       values ('tok_1', $1, 'password_reset', 'someone@example.com', $2, now() + interval '1 hour'),
              ('tok_2', $1, 'email_verification', 'someone@example.com', $3, now() + interval '1 hour')`,
      [id, Buffer.alloc(32, 1), Buffer.alloc(32, 2)],
    );
    const { account, password } = valueOf(await resetPasswordCommand(environment(), 'SOMEONE@example.com'));
    expect(account).toMatchObject({ id, is_admin: false, must_change_password: true });
    const row = await passwordRow(id);
    expect(await createPasswords().verifyPassword(row?.password_hash ?? null, password)).toBe(true);
    const { rows } = await database.pool.query('select ended_at is not null as ended from session');
    expect(rows).toEqual([{ ended: true }]);
    const tokens = await database.pool.query('select id from account_token where used_at is null');
    expect(tokens.rows).toEqual([{ id: 'tok_2' }]);
    expect(await audit('account.password_reset')).toEqual([
      { organization_id: organizationId, actor_kind: 'command', target_id: id, details: { sessions_ended: 1 } },
    ]);
    expect(await resetPasswordCommand(environment(), 'nobody@example.com')).toMatchObject({ code: 'NOT_FOUND' });
  });
});
