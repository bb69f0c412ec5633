import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '../../../shared/totp.ts';
import { isOpen, NEW_PASSWORD, signInAs } from '../../../testing/test-access.ts';
import { sessionOf } from '../../../testing/test-accounts.ts';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { letAuthenticationAge } from '../../../testing/test-team.ts';
import { markupProblems, openDashboard, textOf, traps, type TestDashboard } from '../../../testing/test-dashboard.ts';
import { startSession } from '../../../features/sessions/index.ts';

let server: TestServer;
let dashboard: TestDashboard;
beforeAll(async () => {
  server = await openTestServer();
  dashboard = openDashboard(server);
});
afterAll(() => server.close());

const ACCOUNT = '/en/dashboard/account';

async function newVisit() {
  const account = await server.createAccount();
  return { account, visitor: dashboard.visit(account) };
}

describe('the page of the account', () => {
  it('changes name and language of mails, and refuses a name that is none', async () => {
    const { account, visitor } = await newVisit();
    const page = await visitor.open(ACCOUNT);
    const answer = await visitor.submit(page, 'profile', { name: 'Wang', language: 'zh-CN' });
    expect([answer.status, answer.location]).toEqual([303, `${ACCOUNT}?done=account_saved`]);
    expect(await dashboard.query('select name, language from account where id = $1', account.accountId)).toEqual([
      { name: 'Wang', language: 'zh-CN' },
    ]);
    const wrong = await visitor.submit(page, 'profile', { name: 'a\u202eb', language: 'fr' });
    expect([wrong.status, await markupProblems(wrong)]).toEqual([422, []]);
    expect(wrong.html).toMatch(/href="#profile-name".*href="#profile-language"/s);
  });

  it.each(Object.entries(hostileTexts))('shows a name that is hostile (%s) as text', async (_, text) => {
    const { account, visitor } = await newVisit();
    await dashboard.query('update account set name = left($2, 100) where id = $1', account.accountId, text);
    await dashboard.query('update organization set name = left($2, 100) where id = $1', account.organizationId, text);
    for (const path of [ACCOUNT, '/en/dashboard/members', '/en/dashboard/organization']) {
      const page = await visitor.open(path);
      const shown = page.html.replaceAll(/ value="[^"]*"/g, '');
      expect([path, await markupProblems({ ...page, html: shown })]).toEqual([path, []]);
      expect(traps({ ...page, html: shown })).toEqual([]);
    }
  });

  it('changes the password after the present one, and ends the other sessions', async () => {
    const { account, visitor } = await newVisit();
    const page = await visitor.open(ACCOUNT);
    const other = sessionOf((await openSession(account.accountId)).token);
    const wrong = await visitor.submit(page, 'password', { current_password: 'no', new_password: NEW_PASSWORD });
    expect([wrong.status, wrong.html.includes('href="#password-current_password"')]).toEqual([401, true]);
    const short = { current_password: account.password, new_password: 'short' };
    const weak = await visitor.submit(page, 'password', short);
    expect([weak.status, weak.html.includes('href="#password-new_password"')]).toEqual([422, true]);
    expect(weak.html).not.toContain(account.password);
    const good = { current_password: account.password, new_password: NEW_PASSWORD };
    expect((await visitor.submit(page, 'password', good)).location).toBe(`${ACCOUNT}?done=password_changed`);
    expect([await isOpen(server.call, other), await isOpen(server.call, account.session)]).toEqual([false, true]);
    const { email } = account;
    expect((await signInAs(server.call, { email, password: NEW_PASSWORD })).status).toBe(200);
  });
});

function openSession(accountId: string) {
  const from = { accountId, userAgent: 'Other', address: '127.0.0.1' };
  return server.services.database.db.transaction().execute((trx) => startSession(trx, from));
}

describe('the second factor', () => {
  const TOTP = `${ACCOUNT}/totp`;

  it('shows the secret once, survives a mistyped code, and shows the recovery codes once', async () => {
    const { account, visitor } = await newVisit();
    const setup = await visitor.submit(await visitor.open(TOTP), 'confirm');
    const secret = /id="totp-secret">([A-Z2-7]{32})</.exec(setup.html)?.[1] ?? '';
    expect([setup.status, setup.headers['cache-control'], await markupProblems(setup)]).toEqual([200, 'no-store', []]);
    expect(setup.html).toContain(`otpauth://totp/Revera:${encodeURIComponent(account.email)}?secret=${secret}`);
    const wrong = await visitor.submit(setup, 'totp', { code: '12345' });
    expect([wrong.status, wrong.html.includes('href="#totp-code"'), wrong.html.includes(secret)]).toEqual([
      401,
      true,
      true,
    ]);
    const right = await visitor.submit(wrong, 'totp', { code: codeOf(secret) });
    const codes = right.html.match(/(?:[a-z2-7]{4}-){5}[a-z2-7]{4}/g);
    expect([right.status, codes?.length, right.headers['cache-control']]).toEqual([200, 10, 'no-store']);
    const { email, password } = account;
    const signIn = { email, password, recovery_code: codes?.[0] ?? '' };
    expect((await signInAs(server.call, { email, password })).status).toBe(401);
    expect((await signInAs(server.call, signIn)).status).toBe(200);
    const page = await visitor.open(ACCOUNT);
    expect(textOf(page)).toContain('9 recovery codes left.');
    expect(page.html).not.toMatch(/(?:[a-z2-7]{4}-){5}[a-z2-7]{4}/);
  });

  it('carries back no secret that is none', async () => {
    const { account, visitor } = await newVisit();
    const fields = { action: 'confirm', code: '1', secret: '"><script>', csrf_token: account.session.csrf };
    const answer = await visitor.post(TOTP, fields);
    expect([answer.status, answer.html.includes('<script>')]).toEqual([409, false]);
  });

  it('asks for the password when it was given long ago, to set it up and to take it away', async () => {
    const { account, visitor } = await newVisit();
    await letAuthenticationAge(server, account);
    const ask = await visitor.open(TOTP);
    const without = await visitor.submit(ask, 'confirm');
    expect([without.status, without.html.includes('otpauth')]).toEqual([403, false]);
    const setup = await visitor.submit(ask, 'confirm', { current_password: account.password });
    const secret = /id="totp-secret">([A-Z2-7]{32})</.exec(setup.html)?.[1] ?? '';
    const on = await visitor.submit(setup, 'totp', { code: codeOf(secret) });
    const [first = '', second = ''] = on.html.match(/(?:[a-z2-7]{4}-){5}[a-z2-7]{4}/g) ?? [];
    // A code is asked for even a moment after it.
    const soon = await visitor.open(`${TOTP}/disable`);
    expect([soon.html.includes('name="current_password"'), soon.html.includes('name="totp_code"')]).toEqual([
      false,
      true,
    ]);
    expect((await visitor.submit(soon, 'confirm', { totp_code: '' })).status).toBe(401);
    await letAuthenticationAge(server, account);
    const off = await visitor.open(`${TOTP}/disable`);
    expect(await markupProblems(off)).toEqual([]);
    const refused = await visitor.submit(off, 'confirm', {
      current_password: 'no',
      totp_code: '',
      recovery_code: first,
    });
    expect([refused.status, refused.html.includes('The password or the code is incorrect')]).toEqual([401, true]);
    const { password } = account;
    const codeless = await visitor.submit(off, 'confirm', { current_password: password, totp_code: '' });
    expect([codeless.status, codeless.html.includes('href="#confirm-totp_code"')]).toEqual([401, true]);
    const late = await visitor.submit(off, 'confirm', { totp_code: '', recovery_code: second });
    expect([late.status, late.html.includes('href="#confirm-current_password"')]).toEqual([403, true]);
    // One code counts for both: that it is them, and that they have it.
    const both = { current_password: password, totp_code: '', recovery_code: first };
    expect((await visitor.submit(off, 'confirm', both)).location).toBe(`${ACCOUNT}?done=totp_off`);
    const state = 'select totp_enabled_at from account where id = $1';
    expect(await dashboard.query(state, account.accountId)).toEqual([{ totp_enabled_at: null }]);
  });

  /** The app of the test. */
  function codeOf(secret: string): string {
    const bits = Array.from(secret, (letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    ).join('');
    const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
    return totpCode(Uint8Array.from(bytes), Math.floor(server.services.clock.now().getTime() / 30_000));
  }
});

describe('the page of the sessions', () => {
  const SESSIONS = '/en/dashboard/sessions';

  it('ends one, or all others, of the own account alone', async () => {
    const { account, visitor } = await newVisit();
    const [one, two] = [await openSession(account.accountId), await openSession(account.accountId)];
    const stranger = await server.createAccount();
    const page = await visitor.open(SESSIONS);
    expect([...page.html.matchAll(/name="session_id"/g)]).toHaveLength(2);
    expect(await markupProblems(page)).toEqual([]);
    const [first = ''] = (/name="session_id" value="(\w+)"/.exec(page.html) ?? []).slice(1);
    expect((await visitor.submit(page, `end-${first}`)).location).toBe(`${SESSIONS}?done=session_ended`);
    const open = [await isOpen(server.call, sessionOf(one.token)), await isOpen(server.call, sessionOf(two.token))];
    expect(open.filter(Boolean)).toHaveLength(1);
    expect((await visitor.submit(page, 'end-others')).location).toBe(`${SESSIONS}?done=sessions_ended`);
    expect(textOf(await visitor.open(SESSIONS))).toContain('This is your only session.');
    const rows = await dashboard.query('select id from session where account_id = $1', stranger.accountId);
    const session_id = String(rows[0]?.['id']);
    const answer = await visitor.post(SESSIONS, { action: 'end', session_id, csrf_token: account.session.csrf });
    expect([answer.status, await isOpen(server.call, stranger.session)]).toEqual([404, true]);
  });

  it.each(Object.entries(hostileTexts))('shows a browser with a hostile name (%s) as text', async (_, text) => {
    const { account, visitor } = await newVisit();
    await openSession(account.accountId);
    await dashboard.query(
      'update session set user_agent = left($2, 300) where account_id = $1',
      account.accountId,
      text,
    );
    const page = await visitor.open(SESSIONS);
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    expect(traps(page)).toEqual([]);
  });
});
