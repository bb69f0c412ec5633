import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpen, mailedToken } from '../../../testing/test-access.ts';
import { markupProblems, openDashboard, textOf, type TestDashboard } from '../../../testing/test-dashboard.ts';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { letAuthenticationAge, newTeam } from '../../../testing/test-team.ts';

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

describe('the page that deletes an account', () => {
  it('says what goes and what stays, asks for the address and the choice, and deletes', async () => {
    const { account, visitor } = await newVisit();
    expect((await visitor.open(ACCOUNT)).html).toContain(`href="${ACCOUNT}/delete"`);
    const page = await visitor.open(`${ACCOUNT}/delete`);
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    for (const text of ['What is deleted', 'What is kept', 'Your organizations', 'so it closes with your account']) {
      expect(textOf(page)).toContain(text);
    }
    const wrong = await visitor.submit(page, 'confirm', { credentials: '', address: 'other@example.com' });
    expect([wrong.status, await markupProblems(wrong)]).toEqual([422, []]);
    expect(wrong.html).toMatch(/href="#confirm-credentials".*href="#confirm-address"/s);
    const other = await visitor.submit(page, 'confirm', { credentials: 'keep', address: 'other@example.com' });
    expect([other.status, other.html.includes('href="#confirm-address"')]).toEqual([422, true]);
    expect(await isOpen(server.call, account.session)).toBe(true);
    const fields = { credentials: 'keep', address: ` ${account.email.toUpperCase()} ` };
    const done = await visitor.submit(wrong, 'confirm', fields);
    expect([done.status, done.location]).toEqual([303, '/en/login?done=account_deleted']);
    expect(visitor.cookie()).toBe('');
    expect(textOf(await visitor.open(done.location))).toContain('Your account has been deleted.');
    expect(await dashboard.query('select 1 from account where id = $1', account.accountId)).toEqual([]);
  });

  it('asks for the password when it was given too long ago', async () => {
    const { account, visitor } = await newVisit();
    await letAuthenticationAge(server, account);
    const page = await visitor.open('/zh-cn/dashboard/account/delete');
    const fields = { credentials: 'revoke', address: account.email };
    const refused = await visitor.submit(page, 'confirm', fields);
    expect([refused.status, refused.html.includes('href="#confirm-current_password"')]).toEqual([403, true]);
    const wrong = await visitor.submit(page, 'confirm', { ...fields, current_password: 'no' });
    expect(wrong.status).toBe(401);
    const done = await visitor.submit(page, 'confirm', { ...fields, current_password: account.password });
    expect(done.location).toBe('/zh-cn/login?done=account_deleted');
  });

  it('names the organizations that need another owner first, with the ways to do it, and has no form', async () => {
    const { org_id, members } = await newTeam(server, 'Verwaist');
    const page = await dashboard.visit(members.owner).open(`${ACCOUNT}/delete`);
    expect([page.status, page.html.includes('id="confirm"'), await markupProblems(page)]).toEqual([200, false, []]);
    expect(textOf(page)).toContain('Verwaist');
    expect(page.html).toContain(`href="/en/dashboard/members?org=${org_id}"`);
    expect(page.html).toContain(`href="/en/dashboard/organization/close?org=${org_id}"`);
  });

  it('tells the last administrator so', async () => {
    await dashboard.query('update account set is_admin = false');
    const account = await server.createAccount({ isAdmin: true });
    const page = await dashboard.visit(account).open(`${ACCOUNT}/delete`);
    expect(textOf(page)).toContain('You are the last administrator');
  });
});

describe('the page that exports', () => {
  it('hands out the file after a recent password, and asks for it otherwise', async () => {
    const { account, visitor } = await newVisit();
    const page = await visitor.open(`${ACCOUNT}/export`);
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    expect(page.html).toContain(`href="${ACCOUNT}/export/file"`);
    const file = await visitor.open(`${ACCOUNT}/export/file`);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="revera-account-/);
    expect(JSON.parse(file.html)).toMatchObject({ account: { id: account.accountId } });
    await letAuthenticationAge(server, account);
    expect((await visitor.open(`${ACCOUNT}/export/file`)).location).toBe(`${ACCOUNT}/export`);
    const asking = await visitor.open(`${ACCOUNT}/export`);
    expect([await markupProblems(asking), asking.html.includes('export/file')]).toEqual([[], false]);
    expect((await visitor.submit(asking, 'confirm', { current_password: 'no' })).status).toBe(401);
    const given = await visitor.submit(asking, 'confirm', { current_password: account.password });
    expect(given.location).toBe(`${ACCOUNT}/export`);
    expect((await visitor.open(given.location)).html).toContain('export/file');
  });
});

describe('the page that changes the address', () => {
  it('sends the link, and the pages behind the two links change it and bring it back', async () => {
    const { account, visitor } = await newVisit();
    const email = `moved-${account.email}`;
    const page = await visitor.open(`${ACCOUNT}/email`);
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    const wrong = await visitor.submit(page, 'confirm', { email: 'none' });
    expect([wrong.status, wrong.html.includes('href="#confirm-email"')]).toEqual([422, true]);
    const same = await visitor.submit(page, 'confirm', { email: account.email });
    expect([same.status, textOf(same).includes('already the email address of your account')]).toEqual([409, true]);
    const sent = await visitor.submit(page, 'confirm', { email });
    expect(sent.location).toBe(`${ACCOUNT}?done=email_change_sent`);
    const token = await mailedToken(server, email, 'confirm_new_email');
    const link = await visitor.open(`/en/change-email?token=${token}`);
    expect([link.status, await markupProblems(link), textOf(link).includes(email)]).toEqual([200, [], true]);
    const changed = await visitor.submit(link, 'confirm');
    expect(changed.location).toBe(`${ACCOUNT}?done=email_changed`);
    expect(textOf(await visitor.open(changed.location))).toContain('Email address changed.');
    expect((await visitor.submit(link, 'confirm')).status).toBe(409);
    const back = await mailedToken(server, account.email, 'email_changed');
    const stranger = dashboard.visit();
    const restore = await stranger.open(`/zh-cn/restore-email?token=${back}`);
    expect([restore.status, await markupProblems(restore), textOf(restore).includes(account.email)]).toEqual([
      200,
      [],
      true,
    ]);
    const restored = await stranger.submit(restore, 'confirm');
    expect(restored.location).toBe('/zh-cn/restore-email?done=restored');
    const last = await stranger.open(restored.location);
    expect([last.status, await markupProblems(last)]).toEqual([200, []]);
    expect(last.html).toContain('href="/zh-cn/forgot-password"');
    expect(await isOpen(server.call, account.session)).toBe(false);
    expect((await stranger.open(`/en/restore-email?token=${back}`)).status).toBe(404);
  });

  it('of somebody who is signed out leads to signing in', async () => {
    const { account, visitor } = await newVisit();
    const email = `moved-${account.email}`;
    await visitor.submit(await visitor.open(`${ACCOUNT}/email`), 'confirm', { email });
    const token = await mailedToken(server, email, 'confirm_new_email');
    const stranger = dashboard.visit();
    const done = await stranger.submit(await stranger.open(`/en/change-email?token=${token}`), 'confirm');
    expect(done.location).toBe('/en/login?done=email_changed');
    expect(textOf(await stranger.open(done.location))).toContain('Your email address has been changed.');
  });

  it.each(['/en/change-email', '/zh-cn/restore-email'])(
    '404 and 409 at %s for a link that is not whole',
    async (path) => {
      const visitor = dashboard.visit();
      for (const token of ['x', '"><script>', '\u0000']) {
        expect((await visitor.open(`${path}?token=${encodeURIComponent(token)}`)).status).toBe(404);
        expect((await visitor.post(path, { token })).status).toBe(409);
      }
      expect((await visitor.open(path)).status).toBe(200);
    },
  );
});

describe('the page that closes an organization', () => {
  it('is offered to owners of a team alone', async () => {
    const { org_id, members } = await newTeam(server);
    const linkFor = async (role: 'owner' | 'admin', org: string) =>
      (await dashboard.visit(members[role]).open(`/en/dashboard/organization${org}`)).html.includes(
        'organization/close',
      );
    expect([
      await linkFor('owner', `?org=${org_id}`),
      await linkFor('admin', `?org=${org_id}`),
      await linkFor('owner', ''),
    ]).toEqual([true, false, false]);
    const path = '/en/dashboard/organization/close';
    expect((await dashboard.visit(members.admin).open(`${path}?org=${org_id}`)).status).toBe(403);
    expect((await dashboard.visit(members.owner).open(path)).status).toBe(404);
  });

  it('asks for the name and what becomes of the credentials, and goes back to the own organization', async () => {
    const { org_id, members } = await newTeam(server, 'Atelier');
    const visitor = dashboard.visit(members.owner);
    const page = await visitor.open(`/en/dashboard/organization/close?org=${org_id}`);
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    const wrong = await visitor.submit(page, 'confirm', { name: 'Studio', credentials: 'sell' });
    expect([wrong.status, await markupProblems(wrong)]).toEqual([422, []]);
    expect(wrong.html).toMatch(/href="#confirm-credentials".*href="#confirm-name"/s);
    const done = await visitor.submit(page, 'confirm', { name: ' Atelier ', credentials: 'revoke' });
    expect(done.location).toBe('/en/dashboard?done=organization_closed');
    expect(textOf(await visitor.open(done.location))).toContain('Organization closed.');
    expect((await visitor.open(`/en/dashboard?org=${org_id}`)).status).toBe(404);
  });

  it('shows the operator what is closed, without a way to change it', async () => {
    const { org_id, members } = await newTeam(server, 'Gewesen');
    const params = { org_id };
    await server.call('DELETE', '/v1/organizations/{org_id}', {
      session: members.owner.session,
      params,
      query: '?credentials=keep',
    });
    const operator = dashboard.visit(await server.createAccount({ isAdmin: true }));
    const page = await operator.open('/en/admin/organizations?status=closed&name=Gewesen');
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    expect(textOf(page)).toMatch(/Gewesen.*Closed/);
    expect(page.html).not.toContain(`/admin/organizations/${org_id}/`);
  });
});
