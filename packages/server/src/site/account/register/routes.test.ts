import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../../app.ts';
import { mailedToken, NEW_PASSWORD } from '../../../testing/test-access.ts';
import type { TestSession } from '../../../testing/test-accounts.ts';
import { mailsTo } from '../../../testing/test-team.ts';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { formOf, openVisitor, type Seen, type Visitor } from '../../../testing/test-visitor.ts';

let server: TestServer;
let app: App;
let serial = 0;
beforeAll(async () => {
  server = await openTestServer();
  ({ app } = server.variant({}));
});
afterAll(() => server.close());

const origin = () => server.services.links.origin();
const visit = (session?: TestSession): Visitor =>
  openVisitor(app, { origin: origin(), ...(session === undefined ? {} : { session }) });
const query = (text: string, ...values: unknown[]) => server.services.database.pool.query(text, values);
const newAddress = () => `mei-${(serial += 1)}@example.com`;

async function register(url: string, fields: Record<string, string>): Promise<Seen> {
  const visitor = visit();
  return visitor.submit(await visitor.open(url), 'register', fields);
}

describe('registering on a page', () => {
  it.each([
    ['en', 'en'],
    ['zh-cn', 'zh-CN'],
  ])(
    '303 with a mail in the language of the page, whose link opens the page that confirms: %s',
    async (path, language) => {
      const email = newAddress();
      const answer = await register(`/${path}/register`, { email, password: NEW_PASSWORD, name: '' });
      expect([answer.status, answer.location]).toEqual([303, `/${path}/verify-email?done=sent`]);
      const [mail] = await mailsTo(server, email);
      expect(mail).toMatchObject({ template: 'verify_email', language });
      const link = mail?.values['link'] ?? '';
      expect(link).toMatch(new RegExp(`^${origin()}/${path}/verify-email\\?token=[\\w-]{43}$`));
      const sent = await visit().open(answer.location);
      expect([sent.status, sent.html.includes('href="/dev/mailbox"')]).toEqual([200, true]);
      const page = await visit().open(link.slice(origin().length));
      expect([page.status, page.html.includes('<form id="confirm"')]).toEqual([200, true]);
    },
  );

  it('303 the same for an address that has an account, which is told by mail with links to these pages', async () => {
    const { email } = await server.createAccount();
    const answers = [email, newAddress()].map((given) =>
      register('/en/register?next=/en/docs', { email: given, password: NEW_PASSWORD }),
    );
    const [taken, fresh] = await Promise.all(answers);
    expect([taken?.status, taken?.location, taken?.html]).toEqual([fresh?.status, fresh?.location, fresh?.html]);
    expect(taken?.location).toBe('/en/verify-email?done=sent&next=%2Fen%2Fdocs');
    const [mail] = await mailsTo(server, email);
    expect(mail).toMatchObject({ template: 'address_taken' });
    for (const link of Object.values(mail?.values ?? {}).map(String)) {
      expect((await visit().open(link.slice(origin().length))).status).toBe(200);
    }
  });

  it('422 keeps what was typed, but never the password', async () => {
    const name = '\u202e<img src=x onerror=alert(1)>';
    const { status, html } = await register('/en/register', { email: 'mei', password: NEW_PASSWORD, name });
    expect(status).toBe(422);
    expect(html).toContain('Enter a complete email address');
    expect(html).toContain('Remove control characters');
    expect(html).toContain('value="mei"');
    expect(html).not.toContain('<img');
    expect(html).not.toContain(NEW_PASSWORD);
  });

  it.each([
    ['password1234', 'Many people use this password'],
    ['short', 'at least 10 characters'],
    ['', 'This field is required'],
  ])('422 for a password that is none: %j', async (password, sentence) => {
    const email = newAddress();
    const { status, html } = await register('/en/register', { email, password });
    expect([status, html.includes(sentence)]).toEqual([422, true]);
    expect(html).toMatch(
      /id="register-password"[^>]*aria-describedby="register-password-hint register-password-problem"/,
    );
    expect(await mailsTo(server, email)).toEqual([]);
  });

  it('429 with a sentence after too many mails to one address', async () => {
    const limited = server.variant({ limits: { accountMailsPerHour: 1 } }).app;
    const visitor = openVisitor(limited, { origin: origin() });
    const fields = { email: newAddress(), password: NEW_PASSWORD };
    expect((await visitor.post('/en/register', fields)).status).toBe(303);
    const answer = await visitor.post('/en/register', fields);
    expect([answer.status, answer.html.includes('Too many attempts.')]).toEqual([429, true]);
  });

  it('403 for the form of another site', async () => {
    const fields = { email: newAddress(), password: NEW_PASSWORD };
    const headers = { origin: 'https://evil.example' };
    expect((await visit().post('/en/register', fields, headers)).status).toBe(403);
    expect(await mailsTo(server, fields.email)).toEqual([]);
  });
});

describe('confirming an address on a page', () => {
  async function unconfirmed() {
    const email = newAddress();
    await register('/en/register', { email, password: NEW_PASSWORD });
    return { email, token: await mailedToken(server, email, 'verify_email') };
  }
  const isConfirmed = async (email: string) =>
    (await query('select 1 from account where email = $1 and email_verified_at is not null', email)).rowCount === 1;

  it('looking at the link confirms nothing; the button does, once', async () => {
    const { email, token } = await unconfirmed();
    const visitor = visit();
    await visitor.open(`/en/verify-email?token=${token}`);
    const page = await visitor.open(`/en/verify-email?token=${token}`);
    expect(page.html).toContain(email);
    expect(page.html).toContain(`href="/zh-cn/verify-email?token=${token}"`);
    expect(await isConfirmed(email)).toBe(false);
    expect(formOf(page, 'confirm').action).toBe('/en/verify-email');
    const done = await visitor.submit(page, 'confirm');
    expect([done.status, done.location]).toEqual([303, '/en/login?done=email_verified']);
    expect(await isConfirmed(email)).toBe(true);
    const again = await visitor.submit(page, 'confirm');
    expect([again.status, again.html.includes('This link doesn’t work')]).toEqual([409, true]);
    expect((await visitor.open(`/en/verify-email?token=${token}`)).status).toBe(404);
  });

  it('303 signs in the browser that registered, leads where it was going, and only once', async () => {
    const email = newAddress();
    const visitor = visit();
    const fields = { email, password: NEW_PASSWORD };
    await visitor.submit(await visitor.open('/en/register?next=/en/dashboard/keys'), 'register', fields);
    expect(visitor.cookie()).toContain('__Host-revera_registered=');
    const token = await mailedToken(server, email, 'verify_email');
    const done = await visitor.submit(await visitor.open(`/en/verify-email?token=${token}`), 'confirm');
    expect([done.status, done.location]).toEqual([303, '/en/dashboard/keys']);
    expect((await visitor.open(done.location)).status).toBe(200);
    expect(visitor.cookie()).not.toContain('__Host-revera_registered=');
    const { rows } = await query(
      `select details->>'by' as by from audit_log join account on account.id = actor_id
       where email = $1 and action = 'account.signed_in'`,
      email,
    );
    expect(rows).toEqual([{ by: 'link' }]);
  });

  it('303 to signing in for the owner of an address that somebody else registered with a password of theirs', async () => {
    const { email, token } = await unconfirmed();
    const owner = visit();
    // The owner tries to register as well; the answer is the same, the cookie too, and it opens nothing of the other’s.
    await owner.submit(await owner.open('/en/register'), 'register', { email, password: `${NEW_PASSWORD}!` });
    expect(owner.cookie()).toContain('__Host-revera_registered=');
    const done = await owner.submit(await owner.open(`/en/verify-email?token=${token}`), 'confirm');
    expect(done.location).toBe('/en/login?done=email_verified');
    expect(owner.cookie()).not.toContain('__Host-revera_session=');
  });

  it('303 to signing in with a cookie that is not ours, is too old, or is of another account', async () => {
    for (const cookie of ['x', 'A'.repeat(5_000), '']) {
      const { token } = await unconfirmed();
      const headers = { cookie: `__Host-revera_registered=${cookie}` };
      expect((await visit().post('/en/verify-email', { token }, headers)).location).toBe(
        '/en/login?done=email_verified',
      );
    }
    const other = visit();
    await other.submit(await other.open('/en/register'), 'register', { email: newAddress(), password: NEW_PASSWORD });
    const { token } = await unconfirmed();
    expect((await other.post('/en/verify-email', { token })).location).toBe('/en/login?done=email_verified');
  });

  it('404 and 409 for a link that is too old, and for one that is not whole', async () => {
    const { email, token } = await unconfirmed();
    await query(`update account_token set expires_at = now() - interval '1 second' where email = $1`, email);
    for (const given of [token, token.slice(1), '', '"><script>', '\u0000']) {
      const page = await visit().open(`/zh-cn/verify-email?token=${encodeURIComponent(given)}`);
      expect([page.status, page.html.includes('链接不可用')]).toEqual([given === '' ? 200 : 404, true]);
      expect((await visit().post('/zh-cn/verify-email', { token: given })).status).toBe(409);
    }
    expect(await isConfirmed(email)).toBe(false);
  });

  it('303 back to the page while signed in, which says so', async () => {
    const { email, session } = await server.createAccount({ verified: false });
    const visitor = visit(session);
    const waiting = await visitor.open('/en/verify-email?next=/en/docs');
    expect(waiting.html).toContain('is not confirmed yet');
    const sent = await visitor.submit(waiting, 'send');
    expect([sent.status, sent.location]).toEqual([303, '/en/verify-email?done=sent_again&next=%2Fen%2Fdocs']);
    const token = await mailedToken(server, email, 'verify_email');
    const done = await visitor.submit(await visitor.open(`/en/verify-email?token=${token}`), 'confirm');
    expect(done.location).toBe('/en/verify-email?done=email_verified');
    expect((await visitor.open(done.location)).html).toContain('Your email address is confirmed.');
  });

  it('403 sends nothing again without the token of the session; 303 to signing in without a session', async () => {
    const { email, session } = await server.createAccount({ verified: false });
    expect((await visit(session).post('/en/verify-email/send', {})).status).toBe(403);
    const signedOut = await visit().post('/en/verify-email/send', {});
    expect([signedOut.status, signedOut.location]).toEqual([303, '/en/login?next=%2Fen%2Fverify-email']);
    const page = await visit().open('/en/verify-email');
    expect([page.status, page.html.includes('href="/en/login?next=%2Fen%2Fverify-email"')]).toEqual([200, true]);
    expect(await mailsTo(server, email)).toEqual([]);
  });

  it('429 and 409 are said on the page', async () => {
    const { session } = await server.createAccount({ verified: false });
    const limited = server.variant({ limits: { accountMailsPerHour: 1 } }).app;
    const visitor = openVisitor(limited, { origin: origin(), session });
    const page = await visitor.open('/en/verify-email');
    expect((await visitor.submit(page, 'send')).status).toBe(303);
    const refused = await visitor.submit(page, 'send');
    expect([refused.status, refused.html.includes('Too many attempts.')]).toEqual([429, true]);
    await query('update account set email_verified_at = now()');
    const done = await visitor.submit(page, 'send');
    expect([done.status, done.html.includes('Your email address is confirmed.')]).toEqual([409, true]);
  });
});
