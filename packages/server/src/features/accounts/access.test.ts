import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Passwords } from '../../platform/passwords.ts';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { csrfTokenOf } from '../../shared/session-token.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { mailsTo, outcomeOf } from '../../testing/test-team.ts';
import { openTestServer, type CallRoute, type TestServer } from '../../testing/test-services.ts';
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

describe('POST /v1/auth/login, POST /v1/dashboard/login', () => {
  it.each(['/v1/auth/login', '/v1/dashboard/login'])('200 starts a session with its cookies: %s', async (path) => {
    const { accountId, organizationId, email, password } = await server.createAccount();
    const headers = { 'user-agent': 'Firefox on a lighthouse' };
    const answer = await call('POST', path, { json: { email: email.toUpperCase(), password }, headers });
    expect(answer).toMatchObject({ status: 200, body: { id: accountId, email, email_verified: true } });
    const cookies = answer.headers['set-cookie'];
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-revera_session=[\w-]{43}; HttpOnly; Path=\/; Secure; SameSite=Lax; Max-Age=2592000$/,
      ),
      expect.stringMatching(/^__Host-revera_csrf=[\w-]{43}; Path=\/; Secure; SameSite=Lax; Max-Age=2592000$/),
    ]);
    const session = sessionIn(answer);
    expect(answer.body).toMatchObject({ csrf_token: csrfTokenOf(session.cookie.split('=')[1] ?? '') });
    expect(await isOpen(call, session)).toBe(true);
    expect(await actionsOf(server, organizationId)).toContain('account.signed_in');
    const { rows } = await query('select token_sha256, user_agent from session where account_id = $1', accountId);
    expect(rows).toContainEqual(expect.objectContaining({ user_agent: 'Firefox on a lighthouse' }));
    expect(JSON.stringify(rows)).not.toContain(session.cookie.split('=')[1]);
  });

  it('200 gives each sign-in a session of its own, and ends the one that the browser came with', async () => {
    const { email, password, session, organizationId } = await server.createAccount();
    const answer = await signInAs(call, { email, password }, { session });
    const next = sessionIn(answer);
    expect(next.cookie).not.toBe(session.cookie);
    expect([await isOpen(call, session), await isOpen(call, next)]).toEqual([false, true]);
    expect(await actionsOf(server, organizationId)).toContain('session.ended');
  });

  it('200 ends the session of another account that the browser had', async () => {
    const [one, other] = [await server.createAccount(), await server.createAccount()];
    const answer = await signInAs(call, { email: one.email, password: one.password }, { session: other.session });
    expect(answer).toMatchObject({ status: 200, body: { id: one.accountId } });
    expect(await isOpen(call, other.session)).toBe(false);
  });

  it('200 never takes over a cookie that was planted', async () => {
    const { email, password } = await server.createAccount();
    const planted = { cookie: `__Host-revera_session=${'A'.repeat(43)}`, csrf: 'x' };
    const answer = await signInAs(call, { email, password }, { session: planted });
    expect(answer.status).toBe(200);
    expect(sessionIn(answer).cookie).not.toBe(planted.cookie);
    expect(await isOpen(call, planted)).toBe(false);
  });

  it('401 AUTH_REQUIRED says the same of an unknown address, a wrong password and an account without one', async () => {
    const { email, organizationId } = await server.createAccount();
    const without = await server.createAccount();
    await query('update account set password_hash = null where id = $1', without.accountId);
    const answers = [
      await signInAs(call, { email, password: 'not this one' }),
      await signInAs(call, { email: 'nobody@example.com', password: 'not this one' }),
      await signInAs(call, { email: without.email, password: without.password }),
    ];
    const shown = answers.map(({ status, headers, body }) => {
      const { error } = body as { error: Record<string, unknown> };
      return { status, error: { ...error, request_id: '' }, cookie: headers['set-cookie'] };
    });
    expect(shown[0]).toMatchObject({ status: 401, error: { details: { reason: 'wrong_credentials' } } });
    expect([shown[1], shown[2]]).toEqual([shown[0], shown[0]]);
    expect(await actionsOf(server, organizationId)).toContain('account.sign_in_failed');
  });

  it('401 AUTH_REQUIRED password_change_required for a password that the operator gave out, until it is replaced', async () => {
    const { email, password, accountId, session } = await server.createAccount();
    await query('update account set must_change_password = true where id = $1', accountId);
    expect(outcomeOf(await signInAs(call, { email, password }))).toBe('401 AUTH_REQUIRED password_change_required');
    expect(outcomeOf(await signInAs(call, { email, password: 'wrong' }))).toBe('401 AUTH_REQUIRED wrong_credentials');
    const answer = await signInAs(call, { email, password, new_password: NEW_PASSWORD });
    expect(answer.status).toBe(200);
    const stored = await query('select password_changed_at as at from account where id = $1', accountId);
    expect(stored.rows).toMatchObject([
      { at: new Date((answer.body as { password_changed_at: string }).password_changed_at) },
    ]);
    expect(await isOpen(call, session)).toBe(false);
    expect(outcomeOf(await signInAs(call, { email, password }))).toBe('401 AUTH_REQUIRED wrong_credentials');
    expect((await signInAs(call, { email, password: NEW_PASSWORD })).status).toBe(200);
    expect((await mailsTo(server, email)).map(({ template }) => template)).toEqual(['password_changed']);
  });

  it('422 for a new password that is none, before anything is compared', async () => {
    const { email } = await server.createAccount();
    const answer = await signInAs(call, { email, password: 'wrong', new_password: 'password2024' });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'new_password'] }] } });
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['no site that it names', { origin: 'null' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour of the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('403 SCOPE_DENIED for a page of %s, with a session or without', async (_what, headers) => {
    const { email, password, session } = await server.createAccount();
    const json = { email, password };
    expect(outcomeOf(await signInAs(call, json, { headers }))).toBe('403 SCOPE_DENIED csrf');
    expect(outcomeOf(await signInAs(call, json, { headers, session }))).toBe('403 SCOPE_DENIED csrf');
    const own = { origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'same-origin' };
    expect((await signInAs(call, json, { headers: own })).status).toBe(200);
  });

  it('429 RATE_LIMITED after ten wrong passwords from one address, also for the right one; others are let in', async () => {
    const { email, password } = await server.createAccount();
    const { loginAttempts } = DEFAULT_LIMITS;
    const limited = server.variant({ limits: { loginAttempts } }).call;
    const here = { address: '198.51.100.1' };
    const guess = async (who: string) => (await signInAs(limited, { email: who, password: 'wrong' }, here)).status;
    for (const who of [email, 'no.one@example.com']) {
      const seen = [];
      for (let time = 0; time < 11; time += 1) seen.push(await guess(who));
      expect(seen).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    }
    const refused = await signInAs(limited, { email, password }, here);
    expect(outcomeOf(refused)).toBe('429 RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signInAs(limited, { email, password }, { address: '198.51.100.2' })).status).toBe(200);
  });

  it('200 gives the attempts back to who got in', async () => {
    const { email, password } = await server.createAccount();
    const limited = server.variant({ limits: { loginAttempts: 3 } }).call;
    for (const word of ['wrong', 'wrong', password, 'wrong', 'wrong', password]) {
      expect((await signInAs(limited, { email, password: word })).status).toBe(word === password ? 200 : 401);
    }
  });

  it('429 RATE_LIMITED for one account from everywhere, but never where it was signed in before', async () => {
    const { email, password } = await server.createAccount();
    const limited = server.variant({ limits: { loginAttemptsAccountPerHour: 3 } }).call;
    const home = { address: '2001:db8:0:7::1' };
    expect((await signInAs(limited, { email, password }, home)).status).toBe(200);
    const seen = [];
    for (const host of [1, 2, 3, 4]) {
      seen.push((await signInAs(limited, { email, password: 'wrong' }, { address: `203.0.113.${host}` })).status);
    }
    expect(seen).toEqual([401, 401, 429, 429]);
    const away = await signInAs(limited, { email, password }, { address: '203.0.113.9' });
    expect(outcomeOf(away)).toBe('429 RATE_LIMITED');
    expect((await signInAs(limited, { email, password }, { address: '2001:db8:0:7:1:2:3:4' })).status).toBe(200);
  });
});

describe('POST /v1/auth/logout, POST /v1/dashboard/logout', () => {
  it.each(['/v1/auth/logout', '/v1/dashboard/logout'])(
    '204 ends the session and takes the cookies away: %s',
    async (path) => {
      const { session, organizationId } = await server.createAccount();
      const answer = await call('POST', path, { session });
      expect(answer).toMatchObject({ status: 204, body: undefined });
      expect(answer.headers['set-cookie']).toEqual([
        expect.stringMatching(/^__Host-revera_session=; HttpOnly; .*Max-Age=0$/),
        expect.stringMatching(/^__Host-revera_csrf=; .*Max-Age=0$/),
      ]);
      expect(await isOpen(call, session)).toBe(false);
      expect(await actionsOf(server, organizationId)).toContain('account.signed_out');
      expect((await call('POST', path, { session })).status).toBe(401);
    },
  );
});

describe('POST /v1/auth/password/forgot', () => {
  const forgot = (email: string) => call('POST', '/v1/auth/password/forgot', { json: { email } });

  it('202 mails a link where there is an account, in its language and to its address', async () => {
    const { email, accountId } = await server.createAccount({ email: 'Forgetful@example.com' });
    await query(`update account set language = 'zh-CN' where id = $1`, accountId);
    expect(await forgot('forgetful@EXAMPLE.com')).toMatchObject({ status: 202, body: { status: 'reset_sent' } });
    const [mail] = await mailsTo(server, email);
    expect(mail).toMatchObject({ template: 'reset_password', language: 'zh-CN' });
    expect(mail?.values['link']).toMatch(/^http:\/\/127\.0\.0\.1:8080\/zh-cn\/reset-password\?token=[\w-]{43}$/);
  });

  it('202 leaves no trace of an address without an account', async () => {
    const count = `select (select count(*) from mail) + (select count(*) from job) + (select count(*) from account_token) as n`;
    const before = (await query(count)).rows as unknown[];
    expect(await forgot('nobody@example.com')).toMatchObject({ status: 202, body: { status: 'reset_sent' } });
    expect((await query(count)).rows).toEqual(before);
  });

  it('429 RATE_LIMITED for one recipient, known or not', async () => {
    const { email: known } = await server.createAccount();
    const limited = server.variant({ limits: { accountMailsPerHour: 2 } });
    for (const email of [known, 'unknown.to.us@example.com']) {
      const seen = [];
      for (const _ of [1, 2, 3]) {
        seen.push((await limited.call('POST', '/v1/auth/password/forgot', { json: { email } })).status);
      }
      expect(seen).toEqual([202, 202, 429]);
    }
  });
});

describe('POST /v1/auth/password/reset', () => {
  const reset = (token: string, password = NEW_PASSWORD) =>
    call('POST', '/v1/auth/password/reset', { json: { token, password } });
  async function forgetful(): Promise<{ account: TestAccount; token: string }> {
    const account = await server.createAccount({ verified: false });
    await call('POST', '/v1/auth/password/forgot', { json: { email: account.email } });
    return { account, token: await mailedToken(server, account.email, 'reset_password') };
  }

  it('200 sets the password once, ends all sessions, tells the owner, and has seen the address', async () => {
    const { account, token } = await forgetful();
    const { email, password } = account;
    const elsewhere = sessionIn(await signInAs(call, { email, password }));
    expect(await reset(token)).toMatchObject({ status: 200, body: { status: 'password_set' } });
    expect([await isOpen(call, account.session), await isOpen(call, elsewhere)]).toEqual([false, false]);
    expect(outcomeOf(await signInAs(call, { email, password }))).toBe('401 AUTH_REQUIRED wrong_credentials');
    expect(await signInAs(call, { email, password: NEW_PASSWORD })).toMatchObject({
      status: 200,
      body: { email_verified: true },
    });
    expect((await mailsTo(server, email)).at(-1)).toMatchObject({ template: 'password_changed' });
    expect(await actionsOf(server, account.organizationId)).toContain('account.password_reset');
    expect(outcomeOf(await reset(token, 'another rope in the attic'))).toBe('409 CONFLICT token_invalid');
  });

  it('200 names the keys that the account made, in its mail, which go on working', async () => {
    const account = await server.createAccount();
    const make = async (name: string) => {
      const answer = await call('POST', '/v1/dashboard/keys', { session: account.session, json: { name } });
      return answer.body as { id: string; key: string; prefix: string };
    };
    const [first, gone] = [await make('upload'), await make('gone')];
    await call('DELETE', '/v1/dashboard/keys/{kid}', { session: account.session, params: { kid: gone.id } });
    await call('POST', '/v1/auth/password/forgot', { json: { email: account.email } });
    await reset(await mailedToken(server, account.email, 'reset_password'));
    const mail = (await mailsTo(server, account.email)).at(-1);
    const organization = account.email.split('@')[0];
    expect(mail).toMatchObject({
      template: 'password_changed',
      values: { keys: [{ organization, name: 'upload', prefix: first.prefix }], more_keys: 0 },
    });
    expect(JSON.stringify(mail)).not.toContain(first.key);
  });

  it('200 once of many that come at once', async () => {
    const { account, token } = await forgetful();
    const passwords = ['first rope in the attic', 'second rope in the attic', 'third rope in the attic'];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(sortedStatuses(answers)).toEqual([200, 409, 409]);
    const open = await Promise.all(passwords.map((password) => signInAs(call, { email: account.email, password })));
    expect(open.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)));
  });

  it('200 for one link voids the others', async () => {
    const { account, token } = await forgetful();
    await call('POST', '/v1/auth/password/forgot', { json: { email: account.email } });
    const second = await mailedToken(server, account.email, 'reset_password');
    expect((await reset(second)).status).toBe(200);
    expect(outcomeOf(await reset(token, 'another rope in the attic'))).toBe('409 CONFLICT token_invalid');
  });

  it('409 CONFLICT for a token that is unknown, too old, or for something else', async () => {
    const { account, token } = await forgetful();
    await call('POST', '/v1/auth/email/verify/request', { session: account.session });
    const other = await mailedToken(server, account.email, 'verify_email');
    await query(`update account_token set expires_at = expires_at - interval '1 hour' where kind = 'password_reset'`);
    for (const wrong of ['x', 'A'.repeat(43), other, token]) {
      expect(outcomeOf(await reset(wrong))).toBe('409 CONFLICT token_invalid');
    }
  });

  it('422 for a password that is none, and the link still works', async () => {
    const { token } = await forgetful();
    expect((await reset(token, 'password2024')).status).toBe(422);
    expect((await reset(token)).status).toBe(200);
  });
});

describe('work that could be measured', () => {
  interface Counted {
    hashed: number;
    compared: number;
  }
  function counting(): { counts: Counted; call: CallRoute } {
    const { passwords } = server.services;
    const counts = { hashed: 0, compared: 0 };
    const counted: Passwords = {
      hashPassword: (password) => {
        counts.hashed += 1;
        return passwords.hashPassword(password);
      },
      verifyPassword: (stored, password) => {
        counts.compared += 1;
        return passwords.verifyPassword(stored, password);
      },
    };
    return { counts, call: server.variant({ services: { passwords: counted } }).call };
  }

  it('is the same for known and unknown addresses: one password each', async () => {
    const { email } = await server.createAccount();
    for (const address of [email, 'stranger@example.com']) {
      const { counts, call: counted } = counting();
      await signInAs(counted, { email: address, password: 'wrong' });
      expect(counts).toEqual({ hashed: 0, compared: 1 });
      await counted('POST', '/v1/auth/register', { json: { email: address, password: NEW_PASSWORD } });
      expect(counts).toEqual({ hashed: 1, compared: 1 });
      await counted('POST', '/v1/auth/password/forgot', { json: { email: address } });
      expect(counts).toEqual({ hashed: 1, compared: 1 });
    }
  });

  it('is the same number of statements', async () => {
    const { email } = await server.createAccount();
    const statements = async (path: string, json: object): Promise<number> => {
      const { database } = server.services;
      const seen: string[] = [];
      const db = database.db.withPlugin({
        transformQuery: ({ node }) => {
          seen.push(node.kind);
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      const { call: watched } = server.variant({ services: { database: { ...database, db } } });
      await watched('POST', path, { json });
      return seen.length;
    };
    const wrong = { password: 'wrong' };
    const known = await statements('/v1/auth/login', { ...wrong, email });
    expect(await statements('/v1/auth/login', { ...wrong, email: 'not.here@example.com' })).toBe(known);
    const sent = await statements('/v1/auth/password/forgot', { email });
    expect(await statements('/v1/auth/password/forgot', { email: 'not.here@example.com' })).toBe(sent);
  });
});
