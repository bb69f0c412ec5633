import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../shared/ids.ts';
import { isOpen, signInAs } from '../../testing/test-access.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { ADMIN_TOKEN, openTestServer, type TestServer } from '../../testing/test-services.ts';
import { outcomeOf } from '../../testing/test-team.ts';

const SUSPEND = '/v1/admin/accounts/{account_id}/suspend';
const RESTORE = '/v1/admin/accounts/{account_id}/restore';
const json = { reason: 'spam' };

let server: TestServer;
let administrator: TestAccount;
beforeAll(async () => {
  server = await openTestServer();
  administrator = await server.createAccount({ isAdmin: true });
});
afterAll(() => server.close());

const suspend = (account_id: string, reason = 'spam') =>
  server.call('POST', SUSPEND, { session: administrator.session, params: { account_id }, json: { reason } });
const restore = (account_id: string) =>
  server.call('POST', RESTORE, { session: administrator.session, params: { account_id } });

async function auditOf(accountId: string): Promise<object[]> {
  const { rows } = await server.services.database.pool.query<object>(
    `select action, actor_id, details from audit_log
     where target_id = $1 and action in ('account.suspended', 'account.restored') order by created_at, id`,
    [accountId],
  );
  return rows;
}

describe.each([SUSPEND, RESTORE])('POST %s', (path) => {
  const given = { params: { account_id: newId('account') }, ...(path === SUSPEND ? { json } : {}) };

  it('401 AUTH_REQUIRED without credentials', async () => {
    expect(outcomeOf(await server.call('POST', path, given))).toBe('401 AUTH_REQUIRED');
  });

  it('401 INVALID_API_KEY for another bearer token', async () => {
    expect(outcomeOf(await server.call('POST', path, { ...given, key: `${ADMIN_TOKEN}x` }))).toBe(
      '401 INVALID_API_KEY',
    );
  });

  it('403 SCOPE_DENIED for anybody else', async () => {
    const { session } = await server.createAccount();
    expect(outcomeOf(await server.call('POST', path, { ...given, session }))).toBe('403 SCOPE_DENIED administrator');
  });

  it.each([newId('account'), newId('organization'), 'nothing', 'a\u0000b'])('404 NOT_FOUND for %j', async (id) => {
    const answer = await server.call('POST', path, { ...given, key: ADMIN_TOKEN, params: { account_id: id } });
    expect(outcomeOf(answer)).toBe('404 NOT_FOUND');
  });
});

describe('POST /v1/admin/accounts/{account_id}/suspend', () => {
  it('200 ends the sessions, and signing in is refused to who knows the password, and to them alone', async () => {
    const { accountId, session, email, password } = await server.createAccount();
    const { status, body } = await suspend(accountId);
    expect([status, body]).toMatchObject([
      200,
      { id: accountId, status: 'suspended', suspended_at: expect.any(String) as string, suspension_reason: 'spam' },
    ]);
    expect(await isOpen(server.call, session)).toBe(false);
    expect(outcomeOf(await signInAs(server.call, { email, password }))).toBe('401 AUTH_REQUIRED account_suspended');
    expect(outcomeOf(await signInAs(server.call, { email, password: 'wrong' }))).toBe(
      '401 AUTH_REQUIRED wrong_credentials',
    );
  });

  it('200 refuses a session that was started besides', async () => {
    const { accountId, session } = await server.createAccount();
    await suspend(accountId);
    await server.services.database.pool.query('update session set ended_at = null where account_id = $1', [accountId]);
    expect(await isOpen(server.call, session)).toBe(false);
    await restore(accountId);
    expect(await isOpen(server.call, session)).toBe(true);
  });

  it('200 keeps the first reason, and the keys of its organization work', async () => {
    const { key, organizationId } = await server.createKey();
    const { accountId } = await server.createAccount({ organizationId });
    await suspend(accountId, 'first');
    expect((await suspend(accountId, 'second')).body).toMatchObject({ suspension_reason: 'first' });
    expect((await server.call('GET', '/v1/jobs/{jid}', { key, params: { jid: newId('job') } })).status).toBe(404);
    expect(await auditOf(accountId)).toEqual([
      {
        action: 'account.suspended',
        actor_id: administrator.accountId,
        details: { reason: 'first', sessions_ended: 1 },
      },
    ]);
  });

  it('409 CONFLICT for an administrator, who stays signed in', async () => {
    const { accountId, session } = await server.createAccount({ isAdmin: true });
    expect(outcomeOf(await suspend(accountId))).toBe('409 CONFLICT administrator_account');
    expect(await isOpen(server.call, session)).toBe(true);
  });

  it.each(['', '  ', 'a\u0000b', 'x'.repeat(501)])('422 for the reason %j', async (reason) => {
    const { accountId } = await server.createAccount();
    expect((await suspend(accountId, reason)).status).toBe(422);
  });
});

describe('POST /v1/admin/accounts/{account_id}/restore', () => {
  it('200 lets the person sign in again, and changes nothing of an active account', async () => {
    const { accountId, email, password } = await server.createAccount();
    await suspend(accountId);
    expect([(await restore(accountId)).status, (await restore(accountId)).status]).toEqual([200, 200]);
    expect((await signInAs(server.call, { email, password })).status).toBe(200);
    const audited = await auditOf(accountId);
    expect(audited).toMatchObject([{ action: 'account.suspended' }, { action: 'account.restored' }]);
  });
});

describe('GET /v1/admin/accounts', () => {
  it('200 by state and by organization', async () => {
    const suspended = await server.createAccount();
    const other = await server.createAccount();
    await suspend(suspended.accountId);
    const idsOf = async (query: string) => {
      const { body } = await server.call('GET', '/v1/admin/accounts', { key: ADMIN_TOKEN, query });
      return (body as { data: { id: string }[] }).data.map(({ id }) => id);
    };
    expect(await idsOf('?status=suspended&limit=100')).toContain(suspended.accountId);
    expect(await idsOf('?status=active&limit=100')).not.toContain(suspended.accountId);
    expect(await idsOf(`?organization_id=${other.organizationId}`)).toEqual([other.accountId]);
    expect(await idsOf(`?organization_id=${other.organizationId}&status=suspended`)).toEqual([]);
  });
});
