import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TestAccount, TestSession } from '../../testing/test-accounts.ts';
import { openTestServer, type CallRoute, type TestServer } from '../../testing/test-services.ts';
import { mailsTo, outcomeOf } from '../../testing/test-team.ts';
import { totpCode } from '../../shared/totp.ts';
import { actionsOf, decodeSecret, isOpen, sessionIn, signInAs, sortedStatuses } from '../../testing/test-access.ts';

/** The time step that the service lives in; the tests turn it on. The database keeps its own time, so it starts there. */
let step = Math.floor(Date.now() / 30_000);
let server: TestServer;
let call: CallRoute;
beforeAll(async () => {
  server = await openTestServer();
  const clock = { now: () => new Date(step * 30_000) };
  ({ call } = server.variant({ services: { clock } }));
});
afterAll(() => server.close());

const query = (text: string, ...values: unknown[]) => server.services.database.pool.query(text, values);
const begin = (session: TestSession) => call('POST', '/v1/account/totp', { session });
const confirm = (session: TestSession, code: string) =>
  call('POST', '/v1/account/totp/confirm', { session, json: { code } });
const remove = (session: TestSession, json: Record<string, string> = {}) =>
  call('DELETE', '/v1/account/totp', { session, json });

const secretOf = async (session: TestSession) => decodeSecret(await begin(session));

interface Protected extends TestAccount {
  secret: Buffer;
  codes: string[];
}

async function protectedAccount(): Promise<Protected> {
  const account = await server.createAccount();
  const secret = await secretOf(account.session);
  const answer = await confirm(account.session, totpCode(secret, step));
  const { recovery_codes: codes } = z.object({ recovery_codes: z.array(z.string()) }).parse(answer.body);
  step += 1;
  return { ...account, secret, codes };
}

const distantPast = (accountId: string) =>
  query(`update session set reauthenticated_at = now() - interval '1 day' where account_id = $1`, accountId);

describe('POST /v1/account/totp', () => {
  it('200 shows a secret for an app, which asks for nothing yet', async () => {
    const { email, password, session } = await server.createAccount();
    const { status, body } = await begin(session);
    expect(status).toBe(200);
    const { secret, otpauth_uri } = z.object({ secret: z.string(), otpauth_uri: z.string() }).parse(body);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(otpauth_uri).toBe(`otpauth://totp/Revera:${encodeURIComponent(email)}?secret=${secret}&issuer=Revera`);
    expect((await signInAs(call, { email, password })).status).toBe(200);
    const { rows } = await query('select totp_secret from account where email = $1', email);
    const [{ totp_secret }] = z.tuple([z.object({ totp_secret: z.instanceof(Buffer) })]).parse(rows);
    expect(totp_secret.includes(decodeSecret({ body }))).toBe(false);
  });

  it('403 SCOPE_DENIED without a recent password', async () => {
    const { accountId, session } = await server.createAccount();
    await distantPast(accountId);
    expect(outcomeOf(await begin(session))).toBe('403 SCOPE_DENIED reauthentication_required');
  });

  it('403 ACCOUNT_EMAIL_NOT_VERIFIED, so that nobody locks the owner of an address out of it', async () => {
    const { session } = await server.createAccount({ verified: false });
    expect(outcomeOf(await begin(session))).toBe('403 ACCOUNT_EMAIL_NOT_VERIFIED');
  });

  it('409 CONFLICT when an app is set up', async () => {
    const { session } = await protectedAccount();
    expect(outcomeOf(await begin(session))).toBe('409 CONFLICT totp_enabled');
  });
});

describe('POST /v1/account/totp/confirm', () => {
  it('200 answers ten recovery codes, tells the owner, and signing in asks from then on', async () => {
    const { email, password, codes, organizationId, session } = await protectedAccount();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/);
    expect(outcomeOf(await signInAs(call, { email, password }))).toBe('401 AUTH_REQUIRED totp_required');
    expect(await mailsTo(server, email)).toMatchObject([{ template: 'two_factor_changed', values: { state: 'on' } }]);
    expect(await actionsOf(server, organizationId)).toContain('account.totp_enabled');
    const { body } = await call('GET', '/v1/account', { session });
    expect(body).toMatchObject({ totp_enabled: true, recovery_codes_left: 10 });
    const { rows } = await query('select encode(code_sha256, $1) as hash from recovery_code', 'escape');
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('401 AUTH_REQUIRED wrong_credentials for a wrong code, and for one of a set-up that was replaced', async () => {
    const { session, email, password } = await server.createAccount();
    const first = await secretOf(session);
    const second = await secretOf(session);
    for (const code of ['000000x', totpCode(second, step - 2), totpCode(first, step)]) {
      expect(outcomeOf(await confirm(session, code))).toBe('401 AUTH_REQUIRED wrong_credentials');
    }
    expect((await signInAs(call, { email, password })).status).toBe(200);
    expect((await confirm(session, totpCode(second, step))).status).toBe(200);
  });

  it('403 SCOPE_DENIED without a recent password', async () => {
    const { accountId, session } = await server.createAccount();
    const secret = await secretOf(session);
    await distantPast(accountId);
    const answer = await confirm(session, totpCode(secret, step));
    expect(outcomeOf(answer)).toBe('403 SCOPE_DENIED reauthentication_required');
  });

  it('409 CONFLICT when nothing was begun, and when it is done', async () => {
    const { session } = await server.createAccount();
    expect(outcomeOf(await confirm(session, '123456'))).toBe('409 CONFLICT totp_not_begun');
    const done = await protectedAccount();
    const answer = await confirm(done.session, totpCode(done.secret, step));
    expect(outcomeOf(answer)).toBe('409 CONFLICT totp_enabled');
  });

  it('422 for a code that is none', async () => {
    const { session } = await server.createAccount();
    expect((await confirm(session, 'x'.repeat(21))).status).toBe(422);
    expect((await confirm(session, '')).status).toBe(422);
  });
});

describe('POST /v1/auth/login', () => {
  it('200 with a code, once: neither it nor an earlier one is taken again', async () => {
    const { email, password, secret } = await protectedAccount();
    const withCode = (at: number) => signInAs(call, { email, password, totp_code: totpCode(secret, at) });
    expect((await withCode(step)).status).toBe(200);
    expect(outcomeOf(await withCode(step))).toBe('401 AUTH_REQUIRED wrong_credentials');
    expect(outcomeOf(await withCode(step - 1))).toBe('401 AUTH_REQUIRED wrong_credentials');
    step += 1;
    expect((await withCode(step)).status).toBe(200);
  });

  it('200 once of two that come with the same code at once', async () => {
    const { email, password, secret } = await protectedAccount();
    const json = { email, password, totp_code: totpCode(secret, step) };
    const answers = await Promise.all([signInAs(call, json), signInAs(call, json)]);
    expect(sortedStatuses(answers)).toEqual([200, 401]);
  });

  it('200 with a recovery code, once each, however it is typed', async () => {
    const { email, password, codes, organizationId } = await protectedAccount();
    const [first = '', second = ''] = codes;
    const answer = await signInAs(call, {
      email,
      password,
      recovery_code: ` ${first.toUpperCase().replaceAll('-', ' ')}`,
    });
    expect(answer).toMatchObject({ status: 200, body: { recovery_codes_left: 9 } });
    const again = await signInAs(call, { email, password, recovery_code: first });
    expect(outcomeOf(again)).toBe('401 AUTH_REQUIRED wrong_credentials');
    const both = { email, password, recovery_code: second };
    const answers = await Promise.all([signInAs(call, both), signInAs(call, both)]);
    expect(sortedStatuses(answers)).toEqual([200, 401]);
    expect(await actionsOf(server, organizationId)).toContain('account.sign_in_failed');
  });

  it('401 AUTH_REQUIRED wrong_credentials for a right code with a wrong password, which does not use it up', async () => {
    const { email, password, secret, codes } = await protectedAccount();
    const factor = { totp_code: totpCode(secret, step), recovery_code: codes[0] ?? '' };
    const wrong = await signInAs(call, { email, password: 'wrong', ...factor });
    expect(outcomeOf(wrong)).toBe('401 AUTH_REQUIRED wrong_credentials');
    expect((await signInAs(call, { email, password, totp_code: factor.totp_code })).status).toBe(200);
  });

  it('401 AUTH_REQUIRED for the recovery code of somebody else', async () => {
    const [mine, other] = [await protectedAccount(), await protectedAccount()];
    const { email, password } = mine;
    const answer = await signInAs(call, { email, password, recovery_code: other.codes[0] ?? '' });
    expect(outcomeOf(answer)).toBe('401 AUTH_REQUIRED wrong_credentials');
  });

  it('401 AUTH_REQUIRED password_change_required uses no code up', async () => {
    const { accountId, email, password, secret } = await protectedAccount();
    await query('update account set must_change_password = true where id = $1', accountId);
    const json = { email, password, totp_code: totpCode(secret, step) };
    expect(outcomeOf(await signInAs(call, json))).toBe('401 AUTH_REQUIRED password_change_required');
    expect((await signInAs(call, { ...json, new_password: 'a new rope in the attic' })).status).toBe(200);
  });
});

describe('DELETE /v1/account/totp', () => {
  it('204 takes the second factor and its recovery codes away, and tells the owner', async () => {
    const account = await protectedAccount();
    const { email, password, session, codes, organizationId } = account;
    const { secret } = account;
    expect((await remove(session, { totp_code: totpCode(secret, step) })).status).toBe(204);
    const next = await signInAs(call, { email, password, recovery_code: codes[0] ?? '' });
    expect(next).toMatchObject({ status: 200, body: { totp_enabled: false, recovery_codes_left: 0 } });
    expect(await isOpen(call, sessionIn(next))).toBe(true);
    expect((await mailsTo(server, email)).at(-1)).toMatchObject({ values: { state: 'off' } });
    expect(
      (await actionsOf(server, organizationId)).filter((action) => action === 'account.totp_disabled'),
    ).toHaveLength(1);
    expect((await remove(session)).status).toBe(204);
    expect(
      (await actionsOf(server, organizationId)).filter((action) => action === 'account.totp_disabled'),
    ).toHaveLength(1);
  });

  it('401 AUTH_REQUIRED without a code, and for a wrong one, in a session that was started a moment ago', async () => {
    const { email, password, secret, session, codes, organizationId } = await protectedAccount();
    expect(outcomeOf(await remove(session))).toBe('401 AUTH_REQUIRED totp_required');
    expect(outcomeOf(await call('DELETE', '/v1/account/totp', { session }))).toBe('401 AUTH_REQUIRED totp_required');
    expect(outcomeOf(await remove(session, { totp_code: '000000x' }))).toBe('401 AUTH_REQUIRED wrong_credentials');
    expect(await actionsOf(server, organizationId)).toContain('account.sign_in_failed');
    const [first = '', second = ''] = codes;
    const lost = sessionIn(await signInAs(call, { email, password, recovery_code: first }));
    expect(outcomeOf(await remove(lost, { recovery_code: first }))).toBe('401 AUTH_REQUIRED wrong_credentials');
    expect(outcomeOf(await signInAs(call, { email, password }))).toBe('401 AUTH_REQUIRED totp_required');
    // Somebody who lost the app removes it with another code.
    expect((await remove(lost, { recovery_code: second })).status).toBe(204);
    expect(outcomeOf(await remove(session, { totp_code: totpCode(secret, step) }))).toBe('204');
  });

  it('429 RATE_LIMITED for whoever guesses codes in a session that was stolen', async () => {
    const { session } = await protectedAccount();
    const clock = { now: () => new Date(step * 30_000) };
    const limited = server.variant({ services: { clock }, limits: { loginAttempts: 2 } }).call;
    const guess = () => limited('DELETE', '/v1/account/totp', { session, json: { totp_code: '000000' } });
    const outcomes = [outcomeOf(await guess()), outcomeOf(await guess()), outcomeOf(await guess())];
    expect(outcomes.at(-1)).toBe('429 RATE_LIMITED');
  });

  it('403 SCOPE_DENIED without a recent password', async () => {
    const { accountId, session, email, password } = await protectedAccount();
    await distantPast(accountId);
    expect(outcomeOf(await remove(session))).toBe('403 SCOPE_DENIED reauthentication_required');
    expect(outcomeOf(await signInAs(call, { email, password }))).toBe('401 AUTH_REQUIRED totp_required');
  });
});

describe('POST /v1/account/reauthenticate', () => {
  const again = (session: TestSession, json: Record<string, string>) =>
    call('POST', '/v1/account/reauthenticate', { session, json });
  const isRecent = async (session: TestSession) =>
    (await call('POST', '/v1/dashboard/keys', { session, json: { name: 'live', mode: 'live' } })).status === 201;

  it('204 with a code, or a recovery code, besides the password; each counts once', async () => {
    const { accountId, email, password, secret, codes, session, organizationId } = await protectedAccount();
    const given = [{ totp_code: totpCode(secret, step) }, { recovery_code: codes[0] ?? '' }];
    for (const factor of given) {
      await distantPast(accountId);
      expect((await again(session, { password, ...factor })).status).toBe(204);
      expect(await isRecent(session)).toBe(true);
      await distantPast(accountId);
      const repeated = await again(session, { password, ...factor });
      expect(outcomeOf(repeated)).toBe('401 AUTH_REQUIRED wrong_credentials');
      expect(await isRecent(session)).toBe(false);
    }
    expect((await mailsTo(server, email)).findLast(({ template }) => template === 'recovery_code_used')).toMatchObject({
      values: { left: 9, address: '127.0.0.1' },
    });
    expect(await actionsOf(server, organizationId)).toContain('account.reauthenticated');
  });

  it('401 AUTH_REQUIRED totp_required with the password alone, and the session stays as it was', async () => {
    const { accountId, password, session } = await protectedAccount();
    await distantPast(accountId);
    expect(outcomeOf(await again(session, { password }))).toBe('401 AUTH_REQUIRED totp_required');
    expect(await isRecent(session)).toBe(false);
  });

  it('204 is not what a new password does where there is a second factor', async () => {
    const { accountId, password, session } = await protectedAccount();
    await distantPast(accountId);
    const json = { current_password: password, new_password: 'a new rope in the attic' };
    expect((await call('POST', '/v1/account/password', { session, json })).status).toBe(204);
    expect(await isRecent(session)).toBe(false);
  });

  it('204 is needed anew in the sessions that did not set the second factor up', async () => {
    const { email, password, session } = await server.createAccount();
    const other = sessionIn(await signInAs(call, { email, password }));
    expect([await isRecent(session), await isRecent(other)]).toEqual([true, true]);
    await confirm(session, totpCode(await secretOf(session), step));
    step += 1;
    expect([await isRecent(session), await isRecent(other)]).toEqual([true, false]);
  });
});
