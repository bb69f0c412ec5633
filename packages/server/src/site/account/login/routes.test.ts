import { changeCharacter } from '@revera/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../../app.ts';
import { isOpen, NEW_PASSWORD, signInAs } from '../../../testing/test-access.ts';
import type { TestSession } from '../../../testing/test-accounts.ts';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { formOf, openVisitor, type Seen, type Visitor } from '../../../testing/test-visitor.ts';

let server: TestServer;
let app: App;
beforeAll(async () => {
  server = await openTestServer();
  ({ app } = server.variant({}));
});
afterAll(() => server.close());

const visit = (session?: TestSession): Visitor =>
  openVisitor(app, { origin: server.services.links.origin(), ...(session === undefined ? {} : { session }) });
const query = (text: string, ...values: unknown[]) => server.services.database.pool.query(text, values);

async function signIn(visitor: Visitor, url: string, fields: Record<string, string>): Promise<Seen> {
  return visitor.submit(await visitor.open(url), 'login', fields);
}

const WRONG = 'Incorrect email or password.';

describe('signing in on a page', () => {
  it.each([
    ['/en/login', '/en/dashboard'],
    ['/zh-cn/login', '/zh-cn/dashboard'],
  ])('303 with the cookies of a new session, to the dashboard: %s', async (url, dashboard) => {
    const { email, password } = await server.createAccount();
    const visitor = visit();
    const answer = await signIn(visitor, url, { email: ` ${email.toUpperCase()} `, password });
    expect([answer.status, answer.location]).toEqual([303, dashboard]);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-revera_session=[\w-]{43}; HttpOnly; Path=\/; Secure; SameSite=Lax; Max-Age=2592000$/,
      ),
      expect.stringMatching(/^__Host-revera_csrf=[\w-]{43}; Path=\/; Secure; SameSite=Lax; Max-Age=2592000$/),
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await isOpen(server.call, { cookie: visitor.cookie(), csrf: '' })).toBe(true);
    expect((await visitor.open(url)).location).toBe(dashboard);
  });

  it('303 replaces the session that the browser came with', async () => {
    const { email, password, session } = await server.createAccount();
    const visitor = visit(session);
    const csrf_token = session.csrf;
    const answer = await visitor.post('/en/login', { email, password, csrf_token });
    expect(answer.status).toBe(303);
    expect(visitor.cookie()).not.toContain(session.cookie);
    expect(await isOpen(server.call, session)).toBe(false);
  });

  it('303 to the page that was asked for, in the language of the form', async () => {
    const { email, password } = await server.createAccount();
    const url = '/zh-cn/login?next=%2Fen%2Fdashboard%2Fkeys%3Fpage%3D2';
    const answer = await signIn(visit(), url, { email, password });
    expect(answer.location).toBe('/zh-cn/dashboard/keys?page=2');
  });

  it.each([
    'https://evil.example/',
    '//evil.example/en',
    '/\\evil.example',
    '/en/../../evil',
    '/en\\..\\..//evil.example',
    '/en/x\r\nset-cookie: a=b',
    'javascript:alert(1)',
    '/v1/auth/logout',
    '/english',
    '',
  ])('303 to the dashboard when the page to go on to is none of ours: %j', async (next) => {
    const { email, password } = await server.createAccount();
    const answer = await signIn(visit(), `/en/login?next=${encodeURIComponent(next)}`, { email, password });
    expect([answer.status, answer.location]).toEqual([303, '/en/dashboard']);
  });

  it('303 to the confirmation first while the address waits for it, and from there onward', async () => {
    const { email, password } = await server.createAccount({ verified: false });
    const visitor = visit();
    const answer = await signIn(visitor, '/en/login?next=/en/dashboard/keys', { email, password });
    expect(answer.location).toBe('/en/verify-email?next=%2Fen%2Fdashboard%2Fkeys');
    const page = await visitor.open(answer.location);
    expect(page.html).toContain(email);
    expect(page.html).toContain('href="/en/dashboard/keys"');
  });

  it('401 says the same of a wrong password and of an address that nobody has, and keeps no password', async () => {
    const { email } = await server.createAccount();
    const bodies = [];
    for (const given of [email, 'nobody@example.com']) {
      const password = 'a <wrong> password';
      const page = await signIn(visit(), '/en/login', { email: given, password });
      const api = await signInAs(server.call, { email: given, password });
      expect([page.status, page.headers['set-cookie']]).toEqual([api.status, undefined]);
      expect(page.html).toContain(WRONG);
      expect(page.html).toContain(`value="${given}"`);
      expect(page.html).not.toContain('wrong&gt;');
      bodies.push(page.html.replaceAll(given, 'ADDRESS'));
    }
    expect(bodies[0]).toBe(bodies[1]);
  });

  it('422 names what is missing beside its field and in the summary that takes the focus', async () => {
    const { status, html } = await signIn(visit(), '/en/login', { email: '"><script>alert(1)</script>' });
    expect(status).toBe(422);
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('value="&quot;>&lt;script>alert(1)&lt;/script>"');
    expect(html).toMatch(/<div class="notice tone-bad problem-summary" id="login-problems" tabindex="-1" autofocus/);
    for (const name of ['email', 'password']) {
      expect(html).toContain(`href="#login-${name}"`);
      expect(html).toMatch(
        new RegExp(`id="login-${name}"[^>]*aria-invalid="true" aria-describedby="login-${name}-problem"`),
      );
      expect(html).toContain(`id="login-${name}-problem"`);
    }
    expect(html).toContain('<title>Error: Sign in');
  });

  it('429 with a sentence and when to try again, for known and unknown addresses', async () => {
    const { email } = await server.createAccount();
    const limited = server.variant({ limits: { loginAttempts: 1 } }).app;
    for (const given of [email, 'nobody-else@example.com']) {
      const visitor = openVisitor(limited, { origin: server.services.links.origin(), address: '203.0.113.7' });
      const fields = { email: given, password: 'not this one' };
      expect((await visitor.post('/zh-cn/login', fields)).status).toBe(401);
      const answer = await visitor.post('/zh-cn/login', fields);
      expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
      expect(answer.html).toContain('尝试次数过多。请');
    }
  });

  it.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
    '403 for the form of another site, in no session and in one: %j',
    async (headers) => {
      const { email, password, session } = await server.createAccount();
      const fields = { email, password };
      expect((await visit().post('/en/login', fields, headers)).status).toBe(403);
      const own = { ...fields, csrf_token: session.csrf };
      expect((await visit(session).post('/en/login', own, headers)).status).toBe(403);
      expect(await isOpen(server.call, session)).toBe(true);
    },
  );

  it('403 in a session whose token the form does not carry', async () => {
    const { email, password, session } = await server.createAccount();
    const answer = await visit(session).post('/en/login', { email, password });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    expect(answer.html).toContain('Reload the page and submit the form again.');
  });

  it('keeps its notices to a fixed table', async () => {
    expect((await visit().open('/en/login?done=password_set')).html).toContain('Your new password is set');
    for (const word of ['toString', '__proto__', '<b>x</b>', 'sent']) {
      expect((await visit().open(`/en/login?done=${encodeURIComponent(word)}`)).html).not.toContain('role="status"');
    }
  });

  it('is no page for search engines, and offers what programs that keep passwords look for', async () => {
    const page = await visit().open('/en/login');
    expect(page.html).toContain('<meta name="robots" content="noindex"');
    const { markup } = formOf(page, 'login');
    expect(markup).toMatch(/name="email"[^>]*autocomplete="username"/);
    expect(markup).toMatch(/name="password"[^>]*autocomplete="current-password"/);
  });
});

describe('signing in with a password that the operator gave out', () => {
  async function oneTime() {
    const account = await server.createAccount();
    await query('update account set must_change_password = true where id = $1', account.accountId);
    return account;
  }

  it('303 once a password of their own is set; the other one is worth nothing then', async () => {
    const { email, password } = await oneTime();
    const visitor = visit();
    const page = await signIn(visitor, '/en/login?next=/en/dashboard/keys', { email, password });
    expect([page.status, page.headers['set-cookie']]).toEqual([200, undefined]);
    expect(page.html).toContain('Choose your own password');
    expect(page.html).not.toContain(password);
    expect(formOf(page, 'change').markup).toMatch(/name="new_password"[^>]*autocomplete="new-password"/);
    const bad = await visitor.submit(page, 'change', { new_password: 'password123' });
    expect([bad.status, bad.html.includes('Many people use this password')]).toEqual([422, true]);
    expect(bad.html).not.toContain('password123');
    const done = await visitor.submit(bad, 'change', { new_password: NEW_PASSWORD });
    expect([done.status, done.location]).toEqual([303, '/en/dashboard/keys']);
    expect((await signIn(visit(), '/en/login', { email, password })).status).toBe(401);
    expect((await signIn(visit(), '/en/login', { email, password: NEW_PASSWORD })).status).toBe(303);
  });

  it('422 from the start when the step took too long, was changed, or is not ours', async () => {
    const { email, password } = await oneTime();
    const page = await signIn(visit(), '/en/login', { email, password });
    const { pending = '' } = formOf(page, 'change').hidden;
    const later = { now: () => new Date(Date.now() + 11 * 60_000) };
    const slow = openVisitor(server.variant({ services: { clock: later } }).app, {
      origin: server.services.links.origin(),
    });
    const answers = [
      await slow.post('/en/login', { pending, new_password: NEW_PASSWORD }),
      await visit().post('/en/login', { pending: changeCharacter(pending, 0), new_password: NEW_PASSWORD }),
      await visit().post('/en/login', { pending: 'x'.repeat(50_000), new_password: NEW_PASSWORD }),
      await visit().post('/en/login', { pending: '', new_password: NEW_PASSWORD }),
    ];
    for (const { status, html } of answers) {
      expect(status).toBe(422);
      expect(html).toContain('This step took too long.');
      expect(html).toContain('<form id="login"');
    }
  });
});
