import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpen } from '../../testing/test-access.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { letAuthenticationAge, newTeam } from '../../testing/test-team.ts';
import { openVisitor } from '../../testing/test-visitor.ts';
import { markupProblems, openDashboard, textOf, traps, type TestDashboard } from '../../testing/test-dashboard.ts';

let server: TestServer;
let dashboard: TestDashboard;
let admin: TestAccount;
beforeAll(async () => {
  server = await openTestServer();
  dashboard = openDashboard(server);
  admin = await server.createAccount({ isAdmin: true });
});
afterAll(() => server.close());

describe('the pages of the operator', () => {
  it('do not exist for anybody else, whoever they are in an organization', async () => {
    const team = await newTeam(server);
    const { owner } = team.members;
    const csrf_token = owner.session.csrf;
    const step = `/en/admin/organizations/${team.org_id}`;
    const end = `/en/admin/accounts/${admin.accountId}/end-sessions`;
    for (const path of ['/en/admin', '/zh-cn/admin', '/en/admin/accounts', `${step}/suspend`, `${step}/restore`, end]) {
      expect([path, (await dashboard.visit(owner).open(path)).status]).toEqual([path, 404]);
      expect((await dashboard.visit().open(path)).location).toMatch(/\/login\?next=/);
    }
    for (const path of [`${step}/suspend`, `${step}/restore`, end]) {
      expect((await dashboard.visit(owner).post(path, { csrf_token, reason: 'mine' })).status).toBe(404);
      expect((await dashboard.visit(admin).post(path, { reason: 'none' })).status).toBe(403);
    }
    const state = 'select suspended_at from organization where id = $1';
    expect(await dashboard.query(state, team.org_id)).toEqual([{ suspended_at: null }]);
    expect((await dashboard.visit(owner).open('/en/dashboard')).html).not.toContain('/en/admin');
    expect((await dashboard.visit(admin).open('/en/dashboard')).html).toContain('/en/admin');
  });

  it('find an organization, suspend it with a reason, and restore it', async () => {
    const team = await newTeam(server, 'Findable Studio');
    const visitor = dashboard.visit(admin);
    const found = await visitor.open('/en/admin?name=findable&status=active');
    expect([textOf(found).includes('Findable Studio'), await markupProblems(found)]).toEqual([true, []]);
    expect(textOf(found)).toContain(team.members.owner.email);
    const ask = await visitor.open(`/en/admin/organizations/${team.org_id}/suspend`);
    const without = await visitor.submit(ask, 'step', { reason: ' ' });
    expect([without.status, without.html.includes('href="#step-reason"')]).toEqual([422, true]);
    const done = await visitor.submit(ask, 'step', { reason: 'abuse <b>' });
    expect([done.status, done.location]).toEqual([303, '/en/admin?done=suspended']);
    expect(textOf(await visitor.open('/en/admin?name=findable&status=suspended'))).toContain('abuse <b>');
    expect(textOf(await visitor.open('/en/admin?name=findable&status=active'))).toContain('No organizations match.');
    const restore = await visitor.open(`/en/admin/organizations/${team.org_id}/restore`);
    expect((await visitor.submit(restore, 'step')).location).toBe('/en/admin?done=restored');
    expect(await dashboard.query('select suspended_at from organization where id = $1', team.org_id)).toEqual([
      { suspended_at: null },
    ]);
    expect((await visitor.open('/en/admin/organizations/org_nonsense/suspend')).status).toBe(404);
    expect((await visitor.open('/en/admin?status=odd&name=%00')).status).toBe(422);
  });

  it('find an account, and end all its sessions', async () => {
    const account = await server.createAccount();
    const visitor = dashboard.visit(admin);
    const found = await visitor.open(`/zh-cn/admin/accounts?email=${account.email.toUpperCase()}`);
    expect([textOf(found).includes(account.email), await markupProblems(found)]).toEqual([true, []]);
    const ask = await visitor.open(`/en/admin/accounts/${account.accountId}/end-sessions`);
    expect((await visitor.submit(ask, 'step')).location).toBe('/en/admin/accounts?done=sessions_ended');
    expect(await isOpen(server.call, account.session)).toBe(false);
    expect((await visitor.open('/en/admin/accounts/usr_nonsense/end-sessions')).status).toBe(404);
  });

  it('ask for the password when it was given long ago, and keep the reason', async () => {
    const { org_id } = await newTeam(server);
    const late = await server.createAccount({ isAdmin: true });
    const visitor = dashboard.visit(late);
    await letAuthenticationAge(server, late);
    const ask = await visitor.open(`/en/admin/organizations/${org_id}/suspend`);
    expect([ask.html.includes('name="current_password"'), await markupProblems(ask)]).toEqual([true, []]);
    const refused = await visitor.submit(ask, 'step', { reason: 'abuse' });
    expect([refused.status, refused.html.includes('abuse</textarea>')]).toEqual([403, true]);
    const wrong = await visitor.submit(ask, 'step', { reason: 'abuse', current_password: 'no' });
    expect([wrong.status, wrong.html.includes('Incorrect password')]).toEqual([401, true]);
    const state = 'select suspended_at is null as active from organization where id = $1';
    expect(await dashboard.query(state, org_id)).toEqual([{ active: true }]);
    const done = await visitor.submit(ask, 'step', { reason: 'abuse', current_password: late.password });
    expect(done.location).toBe('/en/admin?done=suspended');
  });

  it.each([
    ['en', 'Set up two-factor authentication'],
    ['zh-cn', '开启双重验证'],
  ])('lead to the set-up of a second factor in production, where a change takes one (%s)', async (language, link) => {
    const { org_id } = await newTeam(server);
    const { config, links } = server.services;
    const { app } = server.variant({ services: { config: { ...config, environment: 'production' } } });
    const visitor = openVisitor(app, { origin: links.origin(), session: admin.session });
    const path = `/${language}/admin/organizations/${org_id}/suspend`;
    const page = await visitor.open(path);
    expect([page.status, page.html.includes('id="step"'), await markupProblems(page)]).toEqual([200, false, []]);
    expect(page.html).toContain(`href="/${language}/dashboard/account/totp"`);
    expect(textOf(page)).toContain(link);
    const sent = await visitor.post(path, { csrf_token: admin.session.csrf, reason: 'abuse' });
    expect([sent.status, textOf(sent).includes(link)]).toEqual([403, true]);
    const state = 'select suspended_at is null as active from organization where id = $1';
    expect(await dashboard.query(state, org_id)).toEqual([{ active: true }]);
  });

  it('go on on further pages, with what is searched for', async () => {
    const visitor = dashboard.visit(admin);
    for (let made = 0; made < 21; made++) await server.createAccount({ email: `many-${made}@example.org` });
    const first = await visitor.open('/en/admin/accounts?email=many-');
    const next = /<a[^>]*href="([^"]*)"[^>]*rel="next"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).toBe('/en/admin/accounts?email=many-&page=2');
    expect(textOf(await visitor.open(next))).toContain('21–21 of 21');
  });

  it.each(Object.entries(hostileTexts))('show a name that is hostile (%s) as text', async (_, text) => {
    const { accountId, organizationId } = await server.createAccount();
    await dashboard.query('update account set name = left($2, 100) where id = $1', accountId, text);
    await dashboard.query('update organization set name = left($2, 100) where id = $1', organizationId, text);
    for (const path of ['/en/admin', '/en/admin/accounts', `/en/admin/organizations/${organizationId}/suspend`]) {
      const page = await dashboard.visit(admin).open(path);
      expect([page.status, await markupProblems(page)]).toEqual([200, []]);
      expect(traps(page)).toEqual([]);
    }
  });
});
