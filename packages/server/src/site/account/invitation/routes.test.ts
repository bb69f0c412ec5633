import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../../app.ts';
import { isOpen, NEW_PASSWORD } from '../../../testing/test-access.ts';
import type { TestSession } from '../../../testing/test-accounts.ts';
import { invite, mailsTo, newTeam, rolesOf, suspend, type Team } from '../../../testing/test-team.ts';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { openVisitor, type Visitor } from '../../../testing/test-visitor.ts';

let server: TestServer;
let app: App;
let team: Team;
beforeAll(async () => {
  server = await openTestServer();
  ({ app } = server.variant({}));
  team = await newTeam(server);
  // Older than the rule that refuses such names.
  await server.services.database.pool.query('update organization set name = $2 where id = $1', [
    team.org_id,
    '<b>Verlag</b>\u2066',
  ]);
});
afterAll(() => server.close());

const origin = () => server.services.links.origin();
const visit = (session?: TestSession): Visitor =>
  openVisitor(app, { origin: origin(), ...(session === undefined ? {} : { session }) });

async function invited(email: string): Promise<string> {
  const { token } = await invite(server, { org_id: team.org_id, by: team.members.owner, email, role: 'developer' });
  return token;
}

describe('an invitation on a page', () => {
  it('303 makes a member of whoever presses the button, and of nobody who looks', async () => {
    const guest = await server.createAccount();
    const token = await invited(guest.email);
    const [mail] = await mailsTo(server, guest.email);
    expect(mail?.values['link']).toBe(`${origin()}/en/invitation?token=${token}`);
    const visitor = visit(guest.session);
    const page = await visitor.open(`/zh-cn/invitation?token=${token}`);
    expect(page.status).toBe(200);
    expect(page.html).toContain('&lt;b>Verlag&lt;/b>〚U+2066〛');
    expect(page.html).toContain('开发者');
    expect(await rolesOf(server, team.org_id)).not.toHaveProperty(guest.accountId);
    const done = await visitor.submit(page, 'accept');
    expect([done.status, done.location]).toEqual([303, `/zh-cn/dashboard?org=${team.org_id}`]);
    expect((await visitor.open(done.location)).status).toBe(200);
    expect(await rolesOf(server, team.org_id)).toMatchObject({ [guest.accountId]: 'developer' });
    expect((await visitor.submit(page, 'accept')).status).toBe(303);
    expect((await visitor.open(`/en/invitation?token=${token}`)).html).toContain('You are a member');
    expect((await visit().open(`/en/invitation?token=${token}`)).status).toBe(404);
  });

  it('200 asks whoever is not signed in to do so, and comes back', async () => {
    const guest = await server.createAccount();
    const token = await invited(guest.email);
    const visitor = visit();
    const page = await visitor.open(`/en/invitation?token=${token}`);
    expect(page.html).not.toContain(guest.email);
    const back = encodeURIComponent(`/en/invitation?token=${token}`);
    expect(page.html).toContain(`href="/en/login?next=${back}"`);
    expect(page.html).not.toContain('<form id="register"');
    expect((await visitor.post('/en/invitation', { token })).location).toBe(`/en/login?next=${back}`);
    const { email, password } = guest;
    const login = await visitor.submit(await visitor.open(`/en/login?next=${back}`), 'login', { email, password });
    expect(login.location).toBe(`/en/invitation?token=${token}`);
    expect((await visitor.submit(await visitor.open(login.location), 'accept')).status).toBe(303);
  });

  it('303 makes an account for an address that has none, confirmed, signed in and a member, once', async () => {
    const email = 'new-member@example.com';
    const token = await invited(email);
    const visitor = visit();
    const page = await visitor.open(`/en/invitation?token=${token}`);
    const weak = await visitor.submit(page, 'register', { password: 'short', name: '<b>Mei</b>' });
    expect([
      weak.status,
      weak.html.includes('at least 10 characters'),
      weak.html.includes('value="&lt;b>Mei&lt;/b>"'),
    ]).toEqual([422, true, true]);
    const done = await visitor.submit(page, 'register', { password: NEW_PASSWORD, name: 'Mei' });
    expect([done.status, done.location]).toEqual([303, `/en/dashboard?org=${team.org_id}`]);
    expect((await visitor.open(done.location)).status).toBe(200);
    const { rows } = await server.services.database.pool.query<{ id: string }>(
      'select id from account where email = $1 and email_verified_at is not null',
      [email],
    );
    expect(await rolesOf(server, team.org_id)).toMatchObject({ [rows[0]?.id ?? '']: 'developer' });
    const again = await visit().post('/en/invitation/register', { token, password: NEW_PASSWORD });
    expect([again.status, again.headers['set-cookie']]).toEqual([409, undefined]);
  });

  it('409 and 422 make no account by a link that does not work, or for an address that has one', async () => {
    const guest = await server.createAccount();
    const register = (token: string) => visit().post('/en/invitation/register', { token, password: NEW_PASSWORD });
    const taken = await register(await invited(guest.email));
    expect([taken.status, taken.headers['set-cookie'], taken.html.includes('Sign in with the account')]).toEqual([
      409,
      undefined,
      true,
    ]);
    const count = async () => (await server.services.database.pool.query('select 1 from account')).rowCount;
    const before = await count();
    const token = await invited('late@example.com');
    await server.services.database.pool.query(
      `update invitation set revoked_at = now() where email = 'late@example.com'`,
    );
    for (const given of [token, token.slice(1), '"><script>', '\u0000'])
      expect((await register(given)).status).toBe(409);
    expect((await visit().post('/en/invitation/register', { password: NEW_PASSWORD })).status).toBe(422);
    expect(await count()).toBe(before);
  });

  it('303 confirms the address of a signed-in account by the link that came to it; 409 for another address', async () => {
    const [stranger, waiting] = [
      await server.createAccount({ verified: false }),
      await server.createAccount({ verified: false }),
    ];
    const token = await invited(waiting.email);
    const csrf = (session: TestSession) => ({ token, csrf_token: session.csrf });
    const other = await visit(stranger.session).open(`/en/invitation?token=${token}`);
    expect(other.html).toContain('The invitation was sent to a different address');
    expect(other.html).toContain('<form id="sign-out"');
    expect((await visit(stranger.session).post('/en/invitation', csrf(stranger.session))).status).toBe(409);
    const verified = async () =>
      (
        await server.services.database.pool.query<{ id: string }>(
          'select id from account where id = any($1) and email_verified_at is not null',
          [[stranger.accountId, waiting.accountId]],
        )
      ).rows.map(({ id }) => id);
    expect(await verified()).toEqual([]);
    const visitor = visit(waiting.session);
    const done = await visitor.submit(await visitor.open(`/en/invitation?token=${token}`), 'accept');
    expect([done.status, done.location, await verified()]).toEqual([
      303,
      `/en/dashboard?org=${team.org_id}`,
      [waiting.accountId],
    ]);
    expect(await rolesOf(server, team.org_id)).toMatchObject({ [waiting.accountId]: 'developer' });
  });

  it('404 for a link that was taken back, is too old, or is not whole', async () => {
    const guest = await server.createAccount();
    const token = await invited(guest.email);
    const query = (text: string) => server.services.database.pool.query(text, [guest.email]);
    const visitor = visit(guest.session);
    const status = async (given: string) =>
      (await visitor.open(`/en/invitation?token=${encodeURIComponent(given)}`)).status;
    for (const given of [token.slice(1), '\u0000', '"><script>']) expect(await status(given)).toBe(404);
    expect((await visitor.open('/en/invitation')).html).toContain('This invitation doesn’t work');
    await query(`update invitation set expires_at = now() - interval '1 second' where email = $1`);
    expect(await status(token)).toBe(404);
    const answer = await visitor.post('/en/invitation', { token, csrf_token: guest.session.csrf });
    expect([answer.status, answer.html.includes('This invitation doesn’t work')]).toEqual([409, true]);
    await query(`update invitation set expires_at = now() + interval '1 day', revoked_at = now() where email = $1`);
    expect(await status(token)).toBe(404);
  });

  it('403 in a session whose token the form does not carry, and for another site', async () => {
    const guest = await server.createAccount();
    const token = await invited(guest.email);
    const visitor = visit(guest.session);
    expect((await visitor.post('/en/invitation', { token })).status).toBe(403);
    const fields = { token, csrf_token: guest.session.csrf };
    expect((await visitor.post('/en/invitation', fields, { origin: 'https://evil.example' })).status).toBe(403);
    expect(await rolesOf(server, team.org_id)).not.toHaveProperty(guest.accountId);
  });

  it('200 says that the organization is suspended, and 403 lets nobody in', async () => {
    const other = await newTeam(server, 'Closed');
    const guest = await server.createAccount();
    const { org_id, members } = other;
    const { token } = await invite(server, { org_id, by: members.owner, email: guest.email });
    await suspend(server, org_id);
    const visitor = visit(guest.session);
    expect((await visitor.open(`/en/invitation?token=${token}`)).html).toContain('has suspended this organization');
    expect((await visitor.post('/en/invitation', { token, csrf_token: guest.session.csrf })).status).toBe(403);
  });
});

describe('signing out on a page', () => {
  it('303 ends the session and takes its cookies away; a link ends nothing', async () => {
    const { email, session } = await server.createAccount();
    const visitor = visit(session);
    const page = await visitor.open('/en/logout');
    expect([page.status, page.html.includes(email)]).toEqual([200, true]);
    expect(await isOpen(server.call, session)).toBe(true);
    const done = await visitor.submit(page, 'logout');
    expect([done.status, done.location]).toEqual([303, '/en/login?done=signed_out']);
    expect(done.headers['set-cookie']).toEqual([
      '__Host-revera_session=; HttpOnly; Path=/; Secure; SameSite=Lax; Max-Age=0',
      '__Host-revera_csrf=; Path=/; Secure; SameSite=Lax; Max-Age=0',
    ]);
    expect(await isOpen(server.call, session)).toBe(false);
    expect((await visitor.open(done.location)).html).toContain('You have signed out.');
  });

  it('403 without the token of the session, and for another site', async () => {
    const { session } = await server.createAccount();
    expect((await visit(session).post('/en/logout', {})).status).toBe(403);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await visit(session).post('/en/logout', { csrf_token: session.csrf }, headers)).status).toBe(403);
    expect(await isOpen(server.call, session)).toBe(true);
  });

  it('303 to signing in when nobody is signed in', async () => {
    expect((await visit().open('/zh-cn/logout')).location).toBe('/zh-cn/login');
    expect((await visit().post('/zh-cn/logout', {})).location).toBe('/zh-cn/login?done=signed_out');
  });
});
