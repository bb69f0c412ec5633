import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../../app.ts';
import { isOpen, mailedToken, NEW_PASSWORD, signInAs } from '../../../testing/test-access.ts';
import { mailsTo } from '../../../testing/test-team.ts';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { formOf, openVisitor, type Visitor } from '../../../testing/test-visitor.ts';

let server: TestServer;
let app: App;
beforeAll(async () => {
  server = await openTestServer();
  ({ app } = server.variant({}));
});
afterAll(() => server.close());

const origin = () => server.services.links.origin();
const visit = (): Visitor => openVisitor(app, { origin: origin() });

async function forgetful() {
  const account = await server.createAccount();
  await visit().post('/en/forgot-password', { email: account.email });
  return { ...account, token: await mailedToken(server, account.email, 'reset_password') };
}

describe('asking for a new password on a page', () => {
  it('303 the same whether or not the address has an account', async () => {
    const { email } = await server.createAccount();
    const answers = [];
    for (const given of [email, 'nobody@example.com']) {
      const visitor = visit();
      const page = await visitor.open('/zh-cn/forgot-password');
      answers.push(await visitor.submit(page, 'forgot', { email: given }));
    }
    expect(answers[0]).toMatchObject({ status: 303, location: '/zh-cn/forgot-password?done=sent', html: '' });
    expect([answers[1]?.status, answers[1]?.location]).toEqual([answers[0]?.status, answers[0]?.location]);
    const [mail] = await mailsTo(server, email);
    expect(mail?.template).toBe('reset_password');
    // In the language of the account, not of whoever asks.
    expect(mail?.values['link']).toMatch(new RegExp(`^${origin()}/en/reset-password\\?token=[\\w-]{43}$`));
    expect(await mailsTo(server, 'nobody@example.com')).toEqual([]);
    expect((await visit().open('/en/forgot-password?done=sent')).html).toContain(
      'If an account exists for this address',
    );
  });

  it('422 for what is no address, 429 for known and unknown ones alike, 403 for another site', async () => {
    const bad = await visit().post('/en/forgot-password', { email: '<b>mei</b>' });
    expect([bad.status, bad.html.includes('value="&lt;b>mei&lt;/b>"')]).toEqual([422, true]);
    const { email } = await server.createAccount();
    const limited = openVisitor(server.variant({ limits: { accountMailsPerHour: 1 } }).app, { origin: origin() });
    const pages = [];
    for (const given of [email, 'nobody-else@example.com']) {
      await limited.post('/en/forgot-password', { email: given });
      const refused = await limited.post('/en/forgot-password', { email: given });
      expect(refused.status).toBe(429);
      pages.push(refused.html.replaceAll(given, 'ADDRESS'));
    }
    expect(pages[0]).toBe(pages[1]);
    const headers = { origin: 'https://evil.example' };
    expect((await visit().post('/en/forgot-password', { email }, headers)).status).toBe(403);
  });
});

describe('setting a new password on a page', () => {
  it('303 to signing in; all sessions end, and the link is worth nothing then', async () => {
    const { email, password, session, token } = await forgetful();
    const visitor = visit();
    const page = await visitor.open(`/en/reset-password?token=${token}`);
    expect(page.status).toBe(200);
    const { markup, action } = formOf(page, 'reset');
    expect(action).toBe('/en/reset-password');
    expect(markup).toMatch(/name="password"[^>]*autocomplete="new-password"/);
    expect(markup).toMatch(new RegExp(`value="${email}" autocomplete="username"`));
    const done = await visitor.submit(page, 'reset', { password: NEW_PASSWORD });
    expect([done.status, done.location]).toEqual([303, '/en/login?done=password_set']);
    expect(await isOpen(server.call, session)).toBe(false);
    expect((await signInAs(server.call, { email, password: NEW_PASSWORD })).status).toBe(200);
    expect((await signInAs(server.call, { email, password })).status).toBe(401);
    const again = await visitor.submit(page, 'reset', { password: 'brass kettle on the pier' });
    expect([again.status, again.html.includes('This link doesn’t work')]).toEqual([409, true]);
    expect((await visitor.open(`/en/reset-password?token=${token}`)).status).toBe(404);
  });

  it('422 for a password that is none, with the form and the link kept', async () => {
    const { email, token } = await forgetful();
    const visitor = visit();
    const page = await visitor.open(`/zh-cn/reset-password?token=${token}`);
    const simple = await visitor.submit(page, 'reset', { password: `${email.split('@', 1)[0]}1` });
    expect([simple.status, simple.html.includes('密码由邮箱或姓名组成')]).toEqual([422, true]);
    const empty = await visitor.submit(simple, 'reset', { password: '' });
    expect([empty.status, empty.html.includes('请填写此项')]).toEqual([422, true]);
    expect((await visitor.submit(empty, 'reset', { password: NEW_PASSWORD })).status).toBe(303);
  });

  it('404 and 409 for a link that is too old, of another kind, or not whole', async () => {
    const { email, token } = await forgetful();
    await server.services.database.pool.query(
      `update account_token set expires_at = now() - interval '1 second' where email = $1`,
      [email],
    );
    const fresh = await server.createAccount({ verified: false });
    await server.call('POST', '/v1/auth/email/verify/request', { session: fresh.session });
    const other = await mailedToken(server, fresh.email, 'verify_email');
    for (const given of [token, other, '"><script>alert(1)</script>', '\u0000', '']) {
      const page = await visit().open(`/en/reset-password?token=${encodeURIComponent(given)}`);
      expect([page.status, page.html.includes('<script>alert')]).toEqual([given === '' ? 200 : 404, false]);
      expect(page.html).toContain('href="/en/forgot-password"');
      const sent = await visit().post('/en/reset-password', { token: given, password: NEW_PASSWORD });
      expect([given, sent.status]).toEqual([given, given === '' ? 422 : 409]);
    }
  });

  it('403 for the form of another site', async () => {
    const { token, email, password } = await forgetful();
    const fields = { token, password: NEW_PASSWORD };
    expect((await visit().post('/en/reset-password', fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await signInAs(server.call, { email, password })).status).toBe(200);
  });
});
