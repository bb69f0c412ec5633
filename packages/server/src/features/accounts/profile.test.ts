import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../shared/ids.ts';
import { openTestServer, type CallRoute, type TestServer } from '../../testing/test-services.ts';
import { mailsTo, outcomeOf } from '../../testing/test-team.ts';
import {
  actionsOf,
  isOpen,
  mailedToken,
  NEW_PASSWORD,
  sessionIn,
  signInAs,
  sortedStatuses,
} from '../../testing/test-access.ts';

let server: TestServer;
let call: CallRoute;
beforeAll(async () => {
  server = await openTestServer();
  ({ call } = server);
});
afterAll(() => server.close());

const query = (text: string, ...values: unknown[]) => server.services.database.pool.query(text, values);

describe('GET /v1/account', () => {
  it('200 is who is signed in, without anything that opens the account', async () => {
    const { accountId, email, session } = await server.createAccount({ isAdmin: true });
    const { status, body } = await call('GET', '/v1/account', { session });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: accountId,
      email,
      email_verified: true,
      name: '',
      language: 'en',
      is_admin: true,
      totp_enabled: false,
      recovery_codes_left: 0,
      password_changed_at: expect.stringMatching(/Z$/) as unknown,
      created_at: expect.stringMatching(/Z$/) as unknown,
    });
  });

  it('401 AUTH_REQUIRED for a session that has met one of its ends', async () => {
    for (const end of [
      `ended_at = now()`,
      `expires_at = now() - interval '1 second'`,
      `last_seen_at = now() - interval '15 days'`,
    ]) {
      const { accountId, session } = await server.createAccount();
      expect(await isOpen(call, session)).toBe(true);
      await query(`update session set ${end} where account_id = $1`, accountId);
      expect(outcomeOf(await call('GET', '/v1/account', { session }))).toBe('401 AUTH_REQUIRED');
    }
  });
});

describe('PATCH /v1/account', () => {
  const patch = (session: Parameters<typeof isOpen>[1], json: object) =>
    call('PATCH', '/v1/account', { session, json });

  it('200 changes what is given and leaves the rest', async () => {
    const { session, organizationId } = await server.createAccount();
    expect(await patch(session, { name: '  Ingeborg Ås ' })).toMatchObject({
      status: 200,
      body: { name: 'Ingeborg Ås' },
    });
    expect(await patch(session, { language: 'zh-CN' })).toMatchObject({
      status: 200,
      body: { name: 'Ingeborg Ås', language: 'zh-CN' },
    });
    expect((await call('GET', '/v1/account', { session })).body).toMatchObject({ language: 'zh-CN' });
    expect((await actionsOf(server, organizationId)).slice(-2)).toEqual(['account.updated', 'account.updated']);
  });

  it('200 for what changes nothing writes nothing down', async () => {
    const { session, organizationId } = await server.createAccount();
    expect((await patch(session, {})).status).toBe(200);
    expect((await patch(session, { language: 'en' })).status).toBe(200);
    expect(await actionsOf(server, organizationId)).not.toContain('account.updated');
  });

  it('200 knows nothing of members that are not in its body', async () => {
    const { session, email } = await server.createAccount({ verified: false });
    const more = { email: 'other@example.com', is_admin: true, email_verified: true, email_verified_at: '2020-01-01' };
    const { body } = await patch(session, { name: 'A', ...more, password_hash: 'x', totp_enabled: true });
    expect(body).toMatchObject({ name: 'A', email, is_admin: false, email_verified: false, totp_enabled: false });
  });

  it.each([
    { name: 'a\u202eb' },
    { name: '' },
    { name: 'x'.repeat(101) },
    { name: 7 },
    { language: 'fr' },
    [],
    'x',
    null,
  ])('422 for %j', async (json) => {
    const { session } = await server.createAccount();
    expect((await call('PATCH', '/v1/account', { session, json })).status).toBe(422);
  });
});

describe('POST /v1/account/password', () => {
  const change = (session: Parameters<typeof isOpen>[1], current: string, wanted = NEW_PASSWORD) =>
    call('POST', '/v1/account/password', { session, json: { current_password: current, new_password: wanted } });

  it('204 replaces it, ends the other sessions and links, and tells the owner', async () => {
    const { email, password, session, organizationId } = await server.createAccount();
    const other = sessionIn(await signInAs(call, { email, password }));
    await call('POST', '/v1/auth/password/forgot', { json: { email } });
    const token = await mailedToken(server, email, 'reset_password');
    expect((await change(session, password)).status).toBe(204);
    expect([await isOpen(call, session), await isOpen(call, other)]).toEqual([true, false]);
    expect(outcomeOf(await signInAs(call, { email, password }))).toBe('401 AUTH_REQUIRED wrong_credentials');
    expect((await signInAs(call, { email, password: NEW_PASSWORD })).status).toBe(200);
    const reset = await call('POST', '/v1/auth/password/reset', { json: { token, password: NEW_PASSWORD } });
    expect(outcomeOf(reset)).toBe('409 CONFLICT token_invalid');
    expect((await mailsTo(server, email)).at(-1)).toMatchObject({
      template: 'password_changed',
      values: { address: '127.0.0.1' },
    });
    expect(await actionsOf(server, organizationId)).toContain('account.password_changed');
  });

  it('401 AUTH_REQUIRED wrong_credentials for a wrong current one, which the log remembers', async () => {
    const { session, organizationId, email, password } = await server.createAccount();
    expect(outcomeOf(await change(session, 'wrong'))).toBe('401 AUTH_REQUIRED wrong_credentials');
    expect(await actionsOf(server, organizationId)).toContain('account.sign_in_failed');
    expect((await signInAs(call, { email, password })).status).toBe(200);
  });

  it('204 for one of two that come at once with the same old one', async () => {
    const { session, password } = await server.createAccount();
    const answers = await Promise.all([
      change(session, password, 'first rope in the attic'),
      change(session, password, 'second rope in the attic'),
    ]);
    expect(sortedStatuses(answers)).toEqual([204, 401]);
  });

  it('422 for the same again, and for one that is none', async () => {
    const { session, password } = await server.createAccount();
    expect(await change(session, password, password)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'new_password'], ctx: { reason: 'unchanged' } }] },
    });
    expect((await change(session, password, 'password2024')).status).toBe(422);
  });
});

describe('POST /v1/account/reauthenticate', () => {
  const again = (session: Parameters<typeof isOpen>[1], password: string) =>
    call('POST', '/v1/account/reauthenticate', { session, json: { password } });

  it('204 opens what asks for a recent password, for this session only', async () => {
    const { accountId, email, password, session } = await server.createAccount();
    const other = sessionIn(await signInAs(call, { email, password }));
    await query(
      `update session set reauthenticated_at = now() - interval '16 minutes' where account_id = $1`,
      accountId,
    );
    const begin = (one: typeof session) => call('POST', '/v1/account/totp', { session: one });
    expect(outcomeOf(await begin(session))).toBe('403 SCOPE_DENIED reauthentication_required');
    expect((await again(session, password)).status).toBe(204);
    expect((await begin(session)).status).toBe(200);
    expect(outcomeOf(await begin(other))).toBe('403 SCOPE_DENIED reauthentication_required');
  });

  it('401 AUTH_REQUIRED wrong_credentials, and 429 for whoever goes on guessing in a session that was stolen', async () => {
    const { session, password } = await server.createAccount();
    const limited = server.variant({ limits: { loginAttempts: 2 } }).call;
    const guess = () => limited('POST', '/v1/account/reauthenticate', { session, json: { password: 'wrong' } });
    expect(outcomeOf(await guess())).toBe('401 AUTH_REQUIRED wrong_credentials');
    expect(outcomeOf(await guess())).toBe('401 AUTH_REQUIRED wrong_credentials');
    expect(outcomeOf(await guess())).toBe('429 RATE_LIMITED');
    const json = { current_password: password, new_password: NEW_PASSWORD };
    expect(outcomeOf(await limited('POST', '/v1/account/password', { session, json }))).toBe('429 RATE_LIMITED');
  });
});

describe('GET /v1/account/sessions', () => {
  it('200 lists the open ones of the account, newest first, and marks the one that asks', async () => {
    const { accountId, email, password, session } = await server.createAccount();
    await server.createAccount();
    const phone = { 'user-agent': 'Phone <b>of</b> somebody' };
    const second = sessionIn(await signInAs(call, { email, password }, { headers: phone }));
    const third = sessionIn(await signInAs(call, { email, password }));
    await call('POST', '/v1/auth/logout', { session: third });
    const { status, body } = await call('GET', '/v1/account/sessions', { session: second });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: [
        { device: 'Phone <b>of</b> somebody', current: true },
        { device: 'Mozilla/5.0 (test)', current: false },
      ],
      total: 2,
    });
    const { rows } = await query('select id from session where account_id = $1 and ended_at is null', accountId);
    const { data } = body as { data: { id: string }[] };
    expect(data.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }: { id: string }) => id).toSorted());
    const page = await call('GET', '/v1/account/sessions', { session, query: '?limit=1&offset=1' });
    expect(page.body).toMatchObject({ data: [{ current: true }], pagination: { limit: 1, offset: 1 }, total: 2 });
  });

  it('422 for a page that is none', async () => {
    const { session } = await server.createAccount();
    expect((await call('GET', '/v1/account/sessions', { session, query: '?limit=0' })).status).toBe(422);
  });
});

describe('DELETE /v1/account/sessions/{session_id}', () => {
  const PATH = '/v1/account/sessions/{session_id}';
  async function sessionIds(accountId: string): Promise<string[]> {
    const { rows } = await query('select id from session where account_id = $1 order by created_at', accountId);
    return rows.map(({ id }: { id: string }) => id);
  }

  it('204 ends another one of the account', async () => {
    const { accountId, organizationId, email, password, session } = await server.createAccount();
    const other = sessionIn(await signInAs(call, { email, password }));
    const [, second = ''] = await sessionIds(accountId);
    const answer = await call('DELETE', PATH, { session, params: { session_id: second } });
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect([await isOpen(call, session), await isOpen(call, other)]).toEqual([true, false]);
    expect(await actionsOf(server, organizationId)).toContain('session.ended');
    expect((await call('DELETE', PATH, { session, params: { session_id: second } })).status).toBe(404);
  });

  it('204 ends the one that asks and takes its cookies away', async () => {
    const { accountId, session } = await server.createAccount();
    const [own = ''] = await sessionIds(accountId);
    const answer = await call('DELETE', PATH, { session, params: { session_id: own } });
    expect(answer.headers['set-cookie']).toEqual([expect.stringContaining('Max-Age=0'), expect.any(String)]);
    expect(await isOpen(call, session)).toBe(false);
  });

  it('404 NOT_FOUND for the session of somebody else, which stays open, and for what is none', async () => {
    const [mine, other] = [await server.createAccount(), await server.createAccount()];
    const [theirs = ''] = await sessionIds(other.accountId);
    for (const session_id of [theirs, newId('session'), 'x\u0000', '%']) {
      const answer = await call('DELETE', PATH, { session: mine.session, params: { session_id } });
      expect(outcomeOf(answer)).toBe('404 NOT_FOUND');
    }
    expect(await isOpen(call, other.session)).toBe(true);
  });
});
