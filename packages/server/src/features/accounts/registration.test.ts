import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo, outcomeOf } from '../../testing/test-team.ts';
import { pruneTokens } from './queries.ts';
import { openTestServer, type CallRoute, type TestServer } from '../../testing/test-services.ts';
import { actionsOf, mailedToken, NEW_PASSWORD, signInAs, sortedStatuses } from '../../testing/test-access.ts';

let server: TestServer;
let call: CallRoute;
beforeAll(async () => {
  server = await openTestServer();
  ({ call } = server);
});
afterAll(() => server.close());

const register = (json: Record<string, unknown>) => call('POST', '/v1/auth/register', { json });
const age = (email: string, interval: string) =>
  server.services.database.pool.query(
    `update account_token set expires_at = expires_at - $2::interval where email = $1`,
    [email, interval],
  );

describe('POST /v1/auth/register', () => {
  it('201 makes an account that owns its personal organization, and mails a link', async () => {
    const email = 'Ines.Vidal@example.com';
    const answer = await register({ email, password: NEW_PASSWORD, name: 'Ines', language: 'zh-CN' });
    expect(answer).toMatchObject({ status: 201, body: { status: 'verification_sent' } });
    const { rows } = await server.services.database.pool.query<{ id: string; name: string; password_hash: string }>(
      `select organization.id, account.name, organization.name as organization, organization.kind, membership.role,
         account.language, account.email_verified_at, account.is_admin, account.password_hash
       from account join membership on membership.account_id = account.id
       join organization on organization.id = membership.organization_id where email = $1`,
      [email],
    );
    expect(rows).toMatchObject([
      { name: 'Ines', organization: 'Ines', kind: 'personal', role: 'owner', language: 'zh-CN', is_admin: false },
    ]);
    expect(rows[0]).toMatchObject({ email_verified_at: null });
    expect(rows[0]?.password_hash).not.toContain(NEW_PASSWORD);
    expect(await actionsOf(server, rows[0]?.id ?? '')).toEqual(['organization.created', 'account.registered']);
    const [mail, ...others] = await mailsTo(server, email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: 'verify_email', language: 'zh-CN' });
    expect(mail?.values['link']).toMatch(/^http:\/\/127\.0\.0\.1:8080\/zh-cn\/verify-email\?token=[\w-]{43}$/);
  });

  it('201 for an address that has an account, which stays as it is and is told', async () => {
    const { email, password } = await server.createAccount({ email: 'kept@example.com' });
    const answer = await register({ email: 'KEPT@example.com', password: NEW_PASSWORD });
    expect(answer).toMatchObject({ status: 201, body: { status: 'verification_sent' } });
    expect((await signInAs(call, { email, password })).status).toBe(200);
    expect(outcomeOf(await signInAs(call, { email, password: NEW_PASSWORD }))).toContain('wrong_credentials');
    expect(await mailsTo(server, email)).toMatchObject([
      {
        template: 'address_taken',
        values: {
          sign_in_link: 'http://127.0.0.1:8080/en/login',
          reset_link: 'http://127.0.0.1:8080/en/forgot-password',
        },
      },
    ]);
    const count = `select count(*)::int as n from membership join account on account.id = account_id where email = $1`;
    expect((await server.services.database.pool.query(count, [email])).rows).toEqual([{ n: 1 }]);
  });

  it('201 for one of two that come at once makes the account, and the other finds it', async () => {
    const email = 'twice@example.com';
    const answers = await Promise.all([1, 2].map(() => register({ email, password: NEW_PASSWORD })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const mails = await mailsTo(server, email);
    expect(mails.map(({ template }) => template).toSorted()).toEqual(['address_taken', 'verify_email']);
  });

  it('201 knows nothing of members that are not in its body: nobody makes themselves an administrator', async () => {
    const email = 'ambitious@example.com';
    const more = { is_admin: true, email_verified_at: '2020-01-01', id: 'usr_mine', role: 'owner', totp_enabled: true };
    expect((await register({ email, password: NEW_PASSWORD, ...more })).status).toBe(201);
    const { body } = await signInAs(call, { email, password: NEW_PASSWORD });
    expect(body).toMatchObject({ is_admin: false, email_verified: false, totp_enabled: false });
    expect(body).not.toMatchObject({ id: 'usr_mine' });
  });

  it.each([
    ['short', 'k7Vq!mZ2p', 'too_short'],
    ['common', 'Password2024', 'too_common'],
    ['made of the address', 'Lindqvist1987', 'too_personal'],
    ['made of the name', 'Ingeborg1987', 'too_personal'],
    ['a walk over the keyboard', 'qwertyuiop', 'too_simple'],
  ])('422 for a password that is %s, without repeating it', async (_what, password, reason) => {
    const answer = await register({ email: 'lindqvist@example.com', password, name: 'Ingeborg' });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'password'], ctx: { reason } }] } });
    expect(JSON.stringify(answer.body)).not.toContain(password);
  });

  it.each([
    'nobody',
    'a@b@example.com',
    'a@example.com\r\nBcc: all@example.com',
    'a@example.com\nSubject: x',
    'a\u0000@example.com',
    'A <a@example.com>',
    'a@example.com, b@example.com',
    `${'a'.repeat(250)}@example.com`,
    '',
    7,
    null,
    ['a@example.com'],
  ])('422 for %j as an address', async (email) => {
    const answer = await register({ email, password: NEW_PASSWORD });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'email'] }] } });
  });

  it('422 for a name with a line break, which would stand in mails', async () => {
    const answer = await register({ email: 'x@example.com', password: NEW_PASSWORD, name: 'A\r\nBcc: b@example.com' });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'name'] }] } });
  });

  it('429 RATE_LIMITED for one recipient, whoever asks and whether or not there is an account', async () => {
    const { email: known } = await server.createAccount();
    const limited = server.variant({ limits: { accountMailsPerHour: 100, accountMailsRecipientPerDay: 2 } });
    for (const email of [known, 'never.heard.of@example.com']) {
      const seen = [];
      for (const host of [1, 2, 3]) {
        const given = { json: { email, password: NEW_PASSWORD }, address: `198.51.100.${host}` };
        seen.push((await limited.call('POST', '/v1/auth/register', given)).status);
      }
      expect(seen).toEqual([201, 201, 429]);
    }
  });
});

describe('POST /v1/auth/email/verify/confirm', () => {
  it('200 confirms the address by the link of the mail, and 409 CONFLICT the second time', async () => {
    const email = 'confirm@example.com';
    await register({ email, password: NEW_PASSWORD });
    const token = await mailedToken(server, email, 'verify_email');
    const answer = await call('POST', '/v1/auth/email/verify/confirm', { json: { token } });
    expect(answer).toMatchObject({ status: 200, body: { status: 'email_verified' } });
    const { body } = await signInAs(call, { email, password: NEW_PASSWORD });
    expect(body).toMatchObject({ email_verified: true });
    const again = await call('POST', '/v1/auth/email/verify/confirm', { json: { token } });
    expect(outcomeOf(again)).toBe('409 CONFLICT token_invalid');
  });

  it('200 once of two that come at once', async () => {
    const email = 'race@example.com';
    await register({ email, password: NEW_PASSWORD });
    const json = { token: await mailedToken(server, email, 'verify_email') };
    const answers = await Promise.all([1, 2, 3, 4].map(() => call('POST', '/v1/auth/email/verify/confirm', { json })));
    expect(sortedStatuses(answers)).toEqual([200, 409, 409, 409]);
  });

  it('409 CONFLICT for a token that is unknown, too old, or for something else', async () => {
    const email = 'late@example.com';
    await register({ email, password: NEW_PASSWORD });
    await call('POST', '/v1/auth/password/forgot', { json: { email } });
    const tokens = [
      'x',
      'A'.repeat(43),
      await mailedToken(server, email, 'reset_password'),
      await mailedToken(server, email, 'verify_email'),
    ];
    await age(email, '24 hours');
    for (const token of tokens) {
      const answer = await call('POST', '/v1/auth/email/verify/confirm', { json: { token } });
      expect(outcomeOf(answer)).toBe('409 CONFLICT token_invalid');
    }
  });

  it('200 up to the last minute of a day', async () => {
    const email = 'punctual@example.com';
    await register({ email, password: NEW_PASSWORD });
    await age(email, '23 hours 59 minutes');
    const token = await mailedToken(server, email, 'verify_email');
    expect((await call('POST', '/v1/auth/email/verify/confirm', { json: { token } })).status).toBe(200);
  });

  it('409 CONFLICT when the account has another address by now', async () => {
    const email = 'moved@example.com';
    await register({ email, password: NEW_PASSWORD });
    const token = await mailedToken(server, email, 'verify_email');
    await server.services.database.pool.query(`update account set email = 'new@example.com' where email = $1`, [email]);
    const answer = await call('POST', '/v1/auth/email/verify/confirm', { json: { token } });
    expect(outcomeOf(answer)).toBe('409 CONFLICT token_invalid');
  });
});

describe('POST /v1/auth/email/verify/request', () => {
  const PATH = '/v1/auth/email/verify/request';

  it('202 sends another link, and both work', async () => {
    const { email, session } = await server.createAccount({ verified: false });
    expect(await call('POST', PATH, { session })).toMatchObject({ status: 202, body: { status: 'verification_sent' } });
    const first = await mailedToken(server, email, 'verify_email');
    await call('POST', PATH, { session });
    const second = await mailedToken(server, email, 'verify_email');
    expect(second).not.toBe(first);
    for (const token of [first, second]) {
      expect((await call('POST', '/v1/auth/email/verify/confirm', { json: { token } })).status).toBe(200);
    }
  });

  it('409 CONFLICT when it is confirmed already', async () => {
    const { session } = await server.createAccount();
    expect(outcomeOf(await call('POST', PATH, { session }))).toBe('409 CONFLICT already_verified');
  });

  it('429 RATE_LIMITED for one recipient', async () => {
    const { session } = await server.createAccount({ verified: false });
    const limited = server.variant({ limits: { accountMailsPerHour: 1 } });
    expect((await limited.call('POST', PATH, { session })).status).toBe(202);
    expect(outcomeOf(await limited.call('POST', PATH, { session }))).toBe('429 RATE_LIMITED');
  });
});

it('links that ended a month ago are removed, and no others', async () => {
  const [old, recent] = ['old@example.com', 'recent@example.com'];
  for (const email of [old, recent]) await register({ email, password: NEW_PASSWORD });
  await age(old, '32 days');
  await age(recent, '20 days');
  await pruneTokens(server.services.database.db);
  const { rows } = await server.services.database.pool.query('select email from account_token where email = any($1)', [
    [old, recent],
  ]);
  expect(rows).toEqual([{ email: recent }]);
});
