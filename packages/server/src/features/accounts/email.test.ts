import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpen, mailedToken, NEW_PASSWORD, sessionIn, signInAs, sortedStatuses } from '../../testing/test-access.ts';
import type { TestAccount, TestSession } from '../../testing/test-accounts.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { auditOf, letAuthenticationAge, mailsTo, outcomeOf } from '../../testing/test-team.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

let made = 0;
const newAddress = () => `new-${(made += 1)}@example.com`;
const query = async (text: string, ...values: unknown[]) =>
  (await server.services.database.pool.query<Record<string, unknown>>(text, values)).rows;
const ask = ({ session }: Pick<TestAccount, 'session'>, email: string) =>
  server.call('POST', '/v1/account/email', { session, json: { email } });
const confirm = (token: string, session?: TestSession) =>
  server.call('POST', '/v1/auth/email/change/confirm', {
    json: { token },
    ...(session === undefined ? {} : { session }),
  });
const revert = (token: string) => server.call('POST', '/v1/auth/email/change/revert', { json: { token } });
const addressOf = async ({ accountId }: TestAccount) =>
  (await query('select email from account where id = $1', accountId))[0]?.['email'];
const templatesTo = async (email: string) => (await mailsTo(server, email)).map(({ template }) => template);

/** Changes the address, all the way. */
async function move(account: TestAccount, email = newAddress()) {
  await ask(account, email);
  const answer = await confirm(await mailedToken(server, email, 'confirm_new_email'), account.session);
  expect(answer.status).toBe(200);
  return { email, back: await mailedToken(server, account.email, 'email_changed') };
}

describe('POST /v1/account/email', () => {
  it('202 asks the new address and changes nothing yet', async () => {
    const account = await server.createAccount();
    const email = newAddress();
    expect(await ask(account, email)).toMatchObject({ status: 202, body: { status: 'email_change_sent' } });
    expect([await addressOf(account), await templatesTo(email), await templatesTo(account.email)]).toEqual([
      account.email,
      ['confirm_new_email'],
      [],
    ]);
    const rows = await query(
      `select token_sha256 from account_token where kind = 'email_change' and email = $1`,
      email,
    );
    expect(rows).toHaveLength(1);
  });

  it('202 all the same for an address that has an account, whose owner is told', async () => {
    const [account, other] = [await server.createAccount(), await server.createAccount()];
    const [free, taken] = [await ask(account, newAddress()), await ask(account, other.email.toUpperCase())];
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    expect(await templatesTo(other.email)).toEqual(['new_email_taken']);
    expect(await templatesTo(other.email.toUpperCase())).toEqual([]);
  });

  it('202 a second question voids the first', async () => {
    const account = await server.createAccount();
    const [one, two] = [newAddress(), newAddress()];
    await ask(account, one);
    await ask(account, two);
    expect(outcomeOf(await confirm(await mailedToken(server, one, 'confirm_new_email')))).toBe(
      '409 CONFLICT token_invalid',
    );
    expect((await confirm(await mailedToken(server, two, 'confirm_new_email'))).status).toBe(200);
    expect(await addressOf(account)).toBe(two);
  });

  it('202 for another case of the letters, which is the same account', async () => {
    const account = await server.createAccount();
    const { email } = await move(account, account.email.toUpperCase());
    expect(await addressOf(account)).toBe(email);
  });

  it('409 CONFLICT for the address that it has', async () => {
    const account = await server.createAccount();
    expect(outcomeOf(await ask(account, account.email))).toBe('409 CONFLICT email_unchanged');
  });

  it('403 SCOPE_DENIED without a recent password', async () => {
    const account = await server.createAccount();
    await letAuthenticationAge(server, account);
    expect(outcomeOf(await ask(account, newAddress()))).toBe('403 SCOPE_DENIED reauthentication_required');
  });

  it('429 RATE_LIMITED after a few mails to one address', async () => {
    const { call } = server.variant({ limits: { accountMailsPerHour: 1 } });
    const { session } = await server.createAccount();
    const json = { email: newAddress() };
    expect((await call('POST', '/v1/account/email', { session, json })).status).toBe(202);
    expect(outcomeOf(await call('POST', '/v1/account/email', { session, json }))).toBe('429 RATE_LIMITED');
  });

  it.each(['x', 'a@b', '', `${'x'.repeat(250)}@example.com`, 'a\r\n@example.com'])('422 for %j', async (email) => {
    expect((await ask(await server.createAccount(), email)).status).toBe(422);
  });
});

describe('POST /v1/auth/email/change/confirm', () => {
  it('200 changes the address, ends the other sessions, and tells the old address how to take it back', async () => {
    const account = await server.createAccount();
    const other = sessionIn(await signInAs(server.call, { email: account.email, password: account.password }));
    await server.call('POST', '/v1/auth/password/forgot', { json: { email: account.email } });
    const { email } = await move(account);
    expect([await isOpen(server.call, account.session), await isOpen(server.call, other)]).toEqual([true, false]);
    expect((await signInAs(server.call, { email, password: account.password })).status).toBe(200);
    const old = await signInAs(server.call, { email: account.email, password: account.password });
    expect(outcomeOf(old)).toBe('401 AUTH_REQUIRED wrong_credentials');
    const reset = await server.call('POST', '/v1/auth/password/reset', {
      json: { token: await mailedToken(server, account.email, 'reset_password'), password: NEW_PASSWORD },
    });
    expect(outcomeOf(reset)).toBe('409 CONFLICT token_invalid');
    expect(
      (await auditOf(server, account.organizationId)).find(({ action }) => action === 'account.email_changed'),
    ).toMatchObject({
      actor_id: account.accountId,
      details: { from: account.email, to: email, sessions_ended: 1 },
    });
  });

  it('200 ends all sessions when the link is opened elsewhere, and confirms the address of an account that had none', async () => {
    const account = await server.createAccount({ verified: false });
    const email = newAddress();
    await ask(account, email);
    const stranger = await server.createAccount();
    expect((await confirm(await mailedToken(server, email, 'confirm_new_email'), stranger.session)).status).toBe(200);
    expect([await isOpen(server.call, account.session), await isOpen(server.call, stranger.session)]).toEqual([
      false,
      true,
    ]);
    expect(
      await query('select email_verified_at is not null as verified from account where id = $1', account.accountId),
    ).toEqual([{ verified: true }]);
    // Nobody has shown that the old address is theirs: a link to it would give the account away.
    expect(await templatesTo(account.email)).toEqual([]);
  });

  it('200 leaves the second factor as it is', async () => {
    const account = await server.createAccount();
    const longAgo = `now() - interval '1 hour'`;
    await query(`update account set totp_secret = 'x', totp_enabled_at = ${longAgo} where id = $1`, account.accountId);
    await move(account);
    expect(
      await query('select totp_enabled_at is not null as is_on from account where id = $1', account.accountId),
    ).toEqual([{ is_on: true }]);
  });

  it('409 CONFLICT for a link that was used, is too old, or is none', async () => {
    const account = await server.createAccount();
    const email = newAddress();
    await ask(account, email);
    const token = await mailedToken(server, email, 'confirm_new_email');
    await query(`update account_token set expires_at = now() - interval '1 second' where email = $1`, email);
    for (const given of [token, token.slice(1), 'x', '\u0000']) {
      expect(outcomeOf(await confirm(given))).toBe('409 CONFLICT token_invalid');
    }
    await query(`update account_token set expires_at = now() + interval '1 hour' where email = $1`, email);
    expect(sortedStatuses(await Promise.all([confirm(token), confirm(token)]))).toEqual([200, 409]);
  });

  it('409 CONFLICT when another account has the address by now, also at the same moment', async () => {
    const [account, rival] = [await server.createAccount(), await server.createAccount()];
    const taken = newAddress();
    await ask(account, taken);
    const late = await mailedToken(server, taken, 'confirm_new_email');
    await server.createAccount({ email: taken });
    expect(outcomeOf(await confirm(late))).toBe('409 CONFLICT token_invalid');
    const email = newAddress();
    await ask(account, email);
    const one = await mailedToken(server, email, 'confirm_new_email');
    await ask(rival, email);
    const two = await mailedToken(server, email, 'confirm_new_email');
    expect(sortedStatuses(await Promise.all([confirm(one), confirm(two)]))).toEqual([200, 409]);
  });

  it('409 CONFLICT once the password was changed: whoever asked may have been somebody else', async () => {
    const account = await server.createAccount();
    const email = newAddress();
    await ask(account, email);
    const json = { current_password: account.password, new_password: NEW_PASSWORD };
    await server.call('POST', '/v1/account/password', { session: account.session, json });
    expect(outcomeOf(await confirm(await mailedToken(server, email, 'confirm_new_email')))).toBe(
      '409 CONFLICT token_invalid',
    );
  });
});

describe('POST /v1/auth/email/change/revert', () => {
  it('200 gives the old address back, ends all sessions and voids the password', async () => {
    const account = await server.createAccount();
    const { email, back } = await move(account);
    expect(await revert(back)).toMatchObject({ status: 200, body: { status: 'email_restored' } });
    expect([await addressOf(account), await isOpen(server.call, account.session)]).toEqual([account.email, false]);
    for (const address of [email, account.email]) {
      const answer = await signInAs(server.call, { email: address, password: account.password });
      expect(outcomeOf(answer)).toBe('401 AUTH_REQUIRED wrong_credentials');
    }
    await server.call('POST', '/v1/auth/password/forgot', { json: { email: account.email } });
    const token = await mailedToken(server, account.email, 'reset_password');
    const json = { token, password: NEW_PASSWORD };
    expect((await server.call('POST', '/v1/auth/password/reset', { json })).status).toBe(200);
    expect((await signInAs(server.call, { email: account.email, password: NEW_PASSWORD })).status).toBe(200);
    expect(
      (await auditOf(server, account.organizationId)).findLast(({ action }) => action === 'account.email_changed'),
    ).toMatchObject({
      details: { from: email, to: account.email, reverted: true },
    });
  });

  it('200 for the first owner also after a second change, whose own link is void then', async () => {
    const account = await server.createAccount();
    const first = await move(account);
    const moved = { ...account, email: first.email };
    const second = await move(moved);
    expect((await revert(first.back)).status).toBe(200);
    expect(await addressOf(account)).toBe(account.email);
    expect(outcomeOf(await revert(second.back))).toBe('409 CONFLICT token_invalid');
  });

  it('200 for the first owner after the second change was taken back', async () => {
    const account = await server.createAccount();
    const first = await move(account);
    const second = await move({ ...account, email: first.email });
    expect((await revert(second.back)).status).toBe(200);
    expect(await addressOf(account)).toBe(first.email);
    expect((await revert(first.back)).status).toBe(200);
    expect(await addressOf(account)).toBe(account.email);
  });

  it('409 CONFLICT for a link that was used, is too old, or whose address another account has', async () => {
    const account = await server.createAccount();
    const { back } = await move(account);
    expect(outcomeOf(await confirm(back))).toBe('409 CONFLICT token_invalid');
    await query(`update account_token set expires_at = now() - interval '1 second' where kind = 'email_revert'`);
    expect(outcomeOf(await revert(back))).toBe('409 CONFLICT token_invalid');
    await query(`update account_token set expires_at = now() + interval '1 hour' where kind = 'email_revert'`);
    await server.createAccount({ email: account.email });
    expect(outcomeOf(await revert(back))).toBe('409 CONFLICT token_invalid');
    await query('delete from account where email = $1', account.email);
    expect(sortedStatuses(await Promise.all([revert(back), revert(back)]))).toEqual([200, 409]);
  });
});
