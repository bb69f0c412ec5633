import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../app.ts';
import { can, PERMISSIONS, ROLES, type Permission, type Role } from '../../shared/permissions.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { newTeam, suspend, type Team } from '../../testing/test-team.ts';
import { OFFERED_SCOPES } from './keys/routes.tsx';
import { markupProblems, openDashboard, type TestDashboard } from '../../testing/test-dashboard.ts';

/** By hand, so that a page's permission is seen twice. */
const PAGES: Record<string, Permission> = {
  '': 'organization:read',
  '/jobs': 'jobs:read',
  '/keys': 'keys:read',
  '/credentials': 'credentials:read',
  '/sign': 'content:sign',
  '/sessions': 'organization:read',
  '/account': 'organization:read',
  '/account/totp': 'organization:read',
  '/account/totp/disable': 'organization:read',
  '/organization': 'organization:read',
  '/members': 'members:read',
  '/audit': 'audit:read',
  '/notifications': 'organization:read',
};
const FORMS: Record<string, Permission> = {
  '/keys': 'keys:manage',
  '/keys/key_0000000000000000000000/revoke': 'keys:manage',
  '/credentials/cred_0000000000000000000000/allow-download': 'credentials:revoke',
  '/credentials/cred_0000000000000000000000/forbid-download': 'credentials:revoke',
  '/credentials/cred_0000000000000000000000/revoke': 'credentials:revoke',
  '/credentials/cred_0000000000000000000000/suspend': 'credentials:revoke',
  '/credentials/cred_0000000000000000000000/resume': 'credentials:revoke',
  '/members': 'members:manage',
  '/members/usr_0000000000000000000000/role': 'members:manage',
  '/invitations/ivt_0000000000000000000000/revoke': 'members:manage',
};

let server: TestServer;
let dashboard: TestDashboard;
let team: Team;
let stranger: TestAccount;
beforeAll(async () => {
  server = await openTestServer();
  dashboard = openDashboard(server);
  team = await newTeam(server, 'Team');
  stranger = await server.createAccount();
});
afterAll(() => server.close());

const address = (path: string, org = team.org_id) => `/en/dashboard${path}?org=${org}`;
const csrfOf = ({ session }: TestAccount) => ({ csrf_token: session.csrf });

describe('every page of the dashboard', () => {
  it.each(ROLES)('is shown to a member in the role %s who may see it, and refused otherwise', async (role: Role) => {
    const visitor = dashboard.visit(team.members[role]);
    for (const [path, permission] of Object.entries(PAGES)) {
      const { status } = await visitor.open(address(path));
      expect([path, status]).toEqual([path, can(role, permission) ? 200 : 403]);
    }
  });

  it.each(ROLES)('leads a member in the role %s only to pages that they may see', async (role: Role) => {
    const visitor = dashboard.visit(team.members[role]);
    const { html } = await visitor.open(address(''));
    const side = /<nav class="dashboard-side".*?<\/nav>/s.exec(html)?.[0] ?? '';
    const links = [...side.matchAll(/href="(\/en\/dashboard[^"]*)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect([link, (await visitor.open(link)).status]).toEqual([link, 200]);
  });

  it.each(Object.keys(PAGES))('is good HTML in both languages, kept by nobody and listed nowhere: %s', async (path) => {
    for (const language of ['en', 'zh-cn']) {
      const page = await dashboard.visit(team.members.owner).open(`/${language}/dashboard${path}?org=${team.org_id}`);
      expect([page.status, await markupProblems(page)]).toEqual([200, []]);
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.headers['content-language']).toBe(language === 'en' ? 'en' : 'zh-CN');
      expect(page.html).toContain('<meta name="robots" content="noindex"');
      expect(page.html).not.toMatch(/ style=|<style|<script(?! type="module" src="\/assets\/)/);
      const other = language === 'en' ? 'zh-cn' : 'en';
      expect(page.html).toContain(`href="/${other}/dashboard${path}?org=${team.org_id}"`);
    }
  });

  it.each(Object.keys(PAGES))('does not exist for another organization: %s', async (path) => {
    const { status, html } = await dashboard.visit(stranger).open(address(path));
    expect([status, html.includes(team.org_id)]).toEqual([404, false]);
    expect((await dashboard.visit(stranger).open(address(path, 'nonsense%00'))).status).toBe(404);
  });

  it.each(Object.keys(PAGES))('asks who is not signed in to do so first, and comes back: %s', async (path) => {
    const { status, location } = await dashboard.visit().open(`/zh-cn/dashboard${path}?org=${team.org_id}`);
    const next = encodeURIComponent(`/zh-cn/dashboard${path}?org=${team.org_id}`);
    expect([status, location]).toEqual([303, `/zh-cn/login?next=${next}`]);
  });
});

describe('the organization that was chosen', () => {
  it('is kept by every link and form of every page of the dashboard', async () => {
    const visitor = dashboard.visit(team.members.owner);
    const found = new Set([address(''), ...Object.keys(PAGES).map((path) => address(path))]);
    const dropped: string[] = [];
    for (const url of found) {
      const { status, html, headers } = await visitor.open(url);
      if (status !== 200 || !String(headers['content-type']).startsWith('text/html')) continue;
      const links = [...html.matchAll(/(?:href|action|src)="(\/en\/(?:dashboard|results)[^"]*)"/g)];
      for (const link of links.map(([, one = '']) => one.replaceAll('&amp;', '&'))) {
        const { pathname, searchParams } = new URL(link, 'http://x');
        const org = searchParams.get('org');
        // A form that is sent by its address carries the organization in a field.
        const isField = html.includes(`method="get" action="${link}"`) && html.includes('name="org"');
        if (org === null && !isField) dropped.push(`${url}: ${link}`);
        const isFollowed = pathname.startsWith('/en/dashboard') && org === team.org_id && found.size < 150;
        if (isFollowed && !pathname.endsWith('/export')) found.add(link);
      }
    }
    expect(found.size).toBeGreaterThan(25);
    expect(dropped).toEqual([]);
  });
});

describe('an error below the dashboard', () => {
  it.each([
    [404, 'owner', '/credentials/cred_0000000000000000000000'],
    [403, 'viewer', '/audit'],
  ] as const)('%i is shown in its frame to the %s, with the number of the request: %s', async (status, role, path) => {
    const page = await dashboard.visit(team.members[role]).open(address(path));
    expect([page.status, await markupProblems(page)]).toEqual([status, []]);
    expect(page.html).toMatch(/<nav class="dashboard-(general|side)"/);
    expect(page.html).toContain(`href="/en/dashboard/jobs?org=${team.org_id}"`);
    expect(page.html).toMatch(/Request ID <code>[\w-]{8,}<\/code>/);
  });

  it('has the frame also where there is no page at all', async () => {
    const page = await dashboard.visit(team.members.owner).open(address('/no-such-page'));
    expect([page.status, page.html.includes('<nav class="dashboard-general"')]).toEqual([404, true]);
  });

  it('repeats nothing of the address but the identifier of an organization', async () => {
    const page = await dashboard.visit(stranger).open('/en/dashboard/jobs?org=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
    expect([page.status, await markupProblems(page), page.html.includes('alert(1)')]).toEqual([404, [], false]);
    expect((await dashboard.visit(stranger).open('/en/dashboards')).html).not.toContain('dashboard-general');
  });
});

describe('an organization that is suspended, and an address that is not confirmed', () => {
  it('shows the pages, offers no change, and refuses one that is sent anyway', async () => {
    const suspended = await newTeam(server, 'Closed');
    await suspend(server, suspended.org_id);
    const { owner } = suspended.members;
    const visitor = dashboard.visit(owner);
    const page = await visitor.open(address('/keys', suspended.org_id));
    expect([page.status, page.html.includes('id="create"')]).toEqual([200, false]);
    expect(page.html).toContain('The operator has suspended this organization');
    for (const [path, permission] of Object.entries(FORMS)) {
      if (!PERMISSIONS[permission].writes) continue;
      expect((await visitor.post(address(path, suspended.org_id), csrfOf(owner))).status).toBe(403);
    }
  });

  it('says that the address is to be confirmed, and offers neither keys nor signing', async () => {
    const account = await server.createAccount({ verified: false });
    const visitor = dashboard.visit(account);
    const page = await visitor.open('/en/dashboard/keys');
    expect(page.html).toContain('href="/en/verify-email"');
    expect(page.html).not.toContain('id="create"');
    expect((await visitor.post('/en/dashboard/keys', csrfOf(account))).status).toBe(403);
    expect((await visitor.open('/en/dashboard/sign')).status).toBe(403);
  });
});

it('the form for keys offers the scopes that some route asks for, and no other', () => {
  const scopes = allRoutes(server.services).flatMap(({ auth }) => ('scope' in auth ? [auth.scope] : []));
  expect(new Set<string>(OFFERED_SCOPES)).toEqual(new Set<string>(scopes));
});
