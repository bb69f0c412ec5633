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
    const account = `/en/admin/accounts/${admin.accountId}`;
    const end = `${account}/end-sessions`;
    const pages = ['/en/admin', '/zh-cn/admin', '/en/admin/accounts', '/en/admin/organizations', step];
    const forms = [
      `${step}/suspend`,
      `${step}/restore`,
      `${step}/limits`,
      end,
      `${account}/suspend`,
      `${account}/restore`,
    ];
    for (const path of [...pages, ...forms]) {
      expect([path, (await dashboard.visit(owner).open(path)).status]).toEqual([path, 404]);
      expect((await dashboard.visit().open(path)).location).toMatch(/\/login\?next=/);
    }
    for (const path of forms) {
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
    const found = await visitor.open('/en/admin/organizations?name=findable&status=active');
    expect([textOf(found).includes('Findable Studio'), await markupProblems(found)]).toEqual([true, []]);
    expect(textOf(found)).toContain(team.members.owner.email);
    const ask = await visitor.open(`/en/admin/organizations/${team.org_id}/suspend`);
    const without = await visitor.submit(ask, 'step', { reason: ' ' });
    expect([without.status, without.html.includes('href="#step-reason"')]).toEqual([422, true]);
    const done = await visitor.submit(ask, 'step', { reason: 'abuse <b>' });
    expect([done.status, done.location]).toEqual([303, `/en/admin/organizations/${team.org_id}?done=suspended`]);
    expect(textOf(await visitor.open('/en/admin/organizations?name=findable&status=suspended'))).toContain('abuse <b>');
    expect(textOf(await visitor.open('/en/admin/organizations?name=findable&status=active'))).toContain(
      'No organizations match.',
    );
    const restore = await visitor.open(`/en/admin/organizations/${team.org_id}/restore`);
    expect((await visitor.submit(restore, 'step')).location).toBe(
      `/en/admin/organizations/${team.org_id}?done=restored`,
    );
    expect(await dashboard.query('select suspended_at from organization where id = $1', team.org_id)).toEqual([
      { suspended_at: null },
    ]);
    expect((await visitor.open('/en/admin/organizations/org_nonsense/suspend')).status).toBe(404);
    expect((await visitor.open('/en/admin/organizations?status=odd&name=%00')).status).toBe(422);
  });

  it('lead from an account to its organization, with its members, its plan and its limits, and change those', async () => {
    const { organizationId, email } = await server.createAccount();
    const visitor = dashboard.visit(admin);
    const list = await visitor.open(`/en/admin/accounts?email=${email}`);
    const path = `/en/admin/organizations/${organizationId}`;
    expect(list.html).toContain(`href="${path}"`);
    const detail = await visitor.open(path);
    expect([detail.status, await markupProblems(detail)]).toEqual([200, []]);
    expect(textOf(detail)).toContain(email);
    expect(textOf(detail)).toContain('None of its own: the plan applies.');
    const form = await visitor.open(`${path}/limits`);
    expect(await markupProblems(form)).toEqual([]);
    const wrong = await visitor.submit(form, 'step', { verification: 'many', signing: '9999999999999' });
    expect([wrong.status, textOf(wrong).includes('Enter a whole number')]).toEqual([422, true]);
    const done = await visitor.submit(form, 'step', { verification: '25', signing: 'Unlimited', lab: '' });
    expect([done.status, done.location]).toEqual([303, `${path}?done=limits_changed`]);
    const changed = textOf(await visitor.open(path));
    expect([changed.includes('Verification: 25'), changed.includes('Signature: Unlimited')]).toEqual([true, true]);
    expect((await visitor.open(`${path}/limits`)).html).toContain('value="25"');
    const members = await visitor.open(`/en/admin/accounts?organization_id=${organizationId}`);
    expect([textOf(members).includes(email), textOf(members).includes(admin.email)]).toEqual([true, false]);
    expect((await visitor.open('/en/admin/organizations/org_nonsense')).status).toBe(404);
  });

  it('find an organization by the address of its owner', async () => {
    const { organizationId, email } = await server.createAccount();
    const found = await dashboard.visit(admin).open(`/en/admin/organizations?owner=${email.toUpperCase()}`);
    expect([found.html.includes(organizationId), textOf(found).includes('1–')]).toEqual([true, false]);
    const none = await dashboard.visit(admin).open('/en/admin/organizations?owner=nobody-at-all');
    expect(textOf(none)).toContain('No organizations match.');
  });

  it('suspend an account, which is then signed out and told so when it signs in, and restore it', async () => {
    const account = await server.createAccount();
    const visitor = dashboard.visit(admin);
    const path = `/en/admin/accounts/${account.accountId}`;
    const ask = await visitor.open(`${path}/suspend`);
    expect((await visitor.submit(ask, 'step', { reason: '' })).status).toBe(422);
    const done = await visitor.submit(ask, 'step', { reason: 'spam <b>' });
    expect([done.status, done.location]).toEqual([303, '/en/admin/accounts?status=suspended&done=account_suspended']);
    expect(await isOpen(server.call, account.session)).toBe(false);
    const listed = await visitor.open(`/en/admin/accounts?status=suspended&email=${account.email}`);
    expect([textOf(listed).includes('spam <b>'), await markupProblems(listed)]).toEqual([true, []]);
    const { email, password } = account;
    for (const [language, told] of [
      ['en', 'has been suspended by the operator'],
      ['zh-cn', '已被本服务的运营者暂停'],
    ]) {
      const person = dashboard.visit();
      const refused = await person.submit(await person.open(`/${language}/login`), 'login', { email, password });
      expect([refused.status, textOf(refused).includes(told ?? '')]).toEqual([401, true]);
      const wrong = await person.submit(await person.open(`/${language}/login`), 'login', { email, password: 'no' });
      expect([wrong.status, textOf(wrong).includes(told ?? '')]).toEqual([401, false]);
    }
    const operator = { ...server.services.config.operator, contact: 'https://revera.example/help?a=1&b=2' };
    const { app } = server.variant({ services: { config: { ...server.services.config, operator } } });
    const stranger = openVisitor(app, { origin: server.services.links.origin() });
    const refused = await stranger.submit(await stranger.open('/en/login'), 'login', { email, password });
    expect(refused.html).toContain(
      'why or to object. <a href="https://revera.example/help?a=1&amp;b=2"><bdi>https://revera.example/help?a=1&amp;b=2</bdi></a>',
    );
    expect(await markupProblems(refused)).toEqual([]);
    const restore = await visitor.open(`${path}/restore`);
    expect((await visitor.submit(restore, 'step')).location).toBe('/en/admin/accounts?done=account_restored');
    const person = dashboard.visit();
    expect((await person.submit(await person.open('/en/login'), 'login', { email, password })).status).toBe(303);
  });

  it('publish an incident, update it and delete it', async () => {
    const visitor = dashboard.visit(admin);
    const list = await visitor.open('/en/admin/incidents');
    expect([textOf(list).includes('No incidents have been published.'), await markupProblems(list)]).toEqual([
      true,
      [],
    ]);
    const form = await visitor.open('/en/admin/incidents/new');
    expect(await markupProblems(form)).toEqual([]);
    const given = { component: 'webhooks', state: 'identified', title_en: '', title_zh: '推送延迟', text_en: 'Late.' };
    const refused = await visitor.submit(form, 'step', { ...given, title_zh: ' ' });
    expect([refused.status, textOf(refused).includes('Write it in at least one language')]).toEqual([422, true]);
    expect(refused.html).toContain('Late.</textarea>');
    expect((await visitor.submit(form, 'step', given)).location).toBe('/en/admin/incidents?done=incident_opened');
    const shown = await visitor.open('/en/admin/incidents');
    expect([textOf(shown).includes('推送延迟'), await markupProblems(shown)]).toEqual([true, []]);
    const [, id = ''] = /incidents\/(inc_\w+)\/update/.exec(shown.html) ?? [];
    const update = await visitor.open(`/zh-cn/admin/incidents/${id}/update`);
    const sent = await visitor.submit(update, 'step', { state: 'resolved', text_zh: '已恢复 <b>' });
    expect(sent.location).toBe('/zh-cn/admin/incidents?done=incident_updated');
    expect(textOf(await visitor.open('/zh-cn/status'))).toContain('已恢复 <b>');
    const remove = await visitor.open(`/en/admin/incidents/${id}/delete`);
    expect((await visitor.submit(remove, 'step')).location).toBe('/en/admin/incidents?done=incident_deleted');
    expect((await visitor.open(`/en/admin/incidents/${id}/delete`)).status).toBe(404);
  });

  it.each(['en', 'zh-cn'])(
    'show trust lists, jobs, money and figures, in markup without a fault (%s)',
    async (language) => {
      const visitor = dashboard.visit(admin);
      for (const section of ['', '/trust', '/trust/refresh', '/jobs', '/finance']) {
        const page = await visitor.open(`/${language}/admin${section}`);
        expect([section, page.status, await markupProblems(page)]).toEqual([section, 200, []]);
      }
    },
  );

  it('show the work of 30 days as a picture and as a table, and revenue only where something has a price', async () => {
    const { organizationId } = await server.createAccount();
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    for (const [day, operation, mode, completed] of [
      [at(2), 'verification', 'live', 7001],
      [at(2), 'verification', 'test', 20],
      [at(2), 'signing', 'live', 305],
      [at(2), 'lab', 'live', 900],
      [at(40), 'signing', 'live', 40_000],
    ]) {
      await dashboard.query(
        `insert into usage_day (organization_id, day, operation, mode, completed, failed)
         values ($1, $2::timestamp at time zone 'UTC', $3, $4, $5, 4)`,
        organizationId,
        day,
        operation,
        mode,
        completed,
      );
    }
    const page = await dashboard.visit(admin).open('/en/admin');
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    expect(textOf(page)).toContain(`${at(2)} 7,021 305 12 `);
    expect(textOf(page)).toMatch(new RegExp(`${at(0)} [1-9]`));
    expect([page.html.split('role="img"').length - 1, textOf(page).includes(at(30))]).toEqual([2, false]);
    expect(textOf(page)).not.toContain('Revenue');
  });

  it('fetch the trust lists, and say that none has an address', async () => {
    const visitor = dashboard.visit(admin);
    const sent = await visitor.submit(await visitor.open('/en/admin/trust/refresh'), 'step', { force: 'on' });
    expect([sent.status, textOf(sent).includes('No list has an address')]).toEqual([200, true]);
  });

  it('show what a version of a list changed, with hostile subjects as text', async () => {
    const text = Object.values(hostileTexts).join(' ').replaceAll('\u0000', '');
    const entry = { listed_as: 'anchor', fingerprint_sha256: 'ab'.repeat(32), subject: text };
    const added = [{ ...entry, not_before: '2026-01-01T00:00:00Z', not_after: '2027-01-01T00:00:00Z' }];
    await dashboard.query(
      `insert into trust_list (name, source, certificates, certificate_count, last_attempt_at)
       values ('legacy', $1, '[]', 0, now()) on conflict do nothing`,
      text.slice(0, 200),
    );
    await dashboard.query(
      `insert into trust_list_change (list, changed_at, source, sha256, added, removed)
       values ('legacy', now(), $1, repeat('c', 64), $2, '[]')`,
      text.slice(0, 200),
      JSON.stringify(added),
    );
    const page = await dashboard.visit(admin).open('/en/admin/trust');
    expect([page.status, traps(page), await markupProblems(page)]).toEqual([200, [], []]);
    expect([page.html.includes('ab'.repeat(32)), textOf(page).includes('2026-01-01 – 2027-01-01')]).toEqual([
      true,
      true,
    ]);
  });

  it('show failed jobs with their reason, and hostile messages as text', async () => {
    const { organizationId } = await server.createAccount();
    const message = Object.values(hostileTexts).join(' ').replaceAll('\u0000', '');
    await dashboard.query(
      `insert into job (id, kind, status, input, organization_id, error_code, error_message, finished_at)
       values ('job_gone_wrong', 'signing', 'failed', '{}', $1, 'INTERNAL_ERROR', $2, now())`,
      organizationId,
      message,
    );
    const page = await dashboard.visit(admin).open('/en/admin/jobs');
    expect([page.html.includes('job_gone_wrong'), traps(page)]).toEqual([true, []]);
    expect(textOf(page)).toContain('An internal error occurred.');
    expect(page.html).toContain(`/en/admin/organizations/${organizationId}`);
    expect(textOf(page)).toContain('Upload folder');
  });

  it('decide about nothing that is not there', async () => {
    const visitor = dashboard.visit(admin);
    const cases = [
      ['finance/suspense/pay_nothing/resolve', { note: 'seen' }, 404],
      ['finance/frozen/ord_nothing/lift', { reason: 'seen' }, 404],
      ['finance/refunds/rfd_nothing/approve', {}, 404],
      ['finance/refunds/rfd_nothing/reject', { reason: 'no' }, 404],
      ['finance/refunds/rfd_nothing/settle', { outcome: 'failed', note: 'seen' }, 404],
    ] as const;
    for (const [path, fields, status] of cases) {
      const form = await visitor.open(`/en/admin/${path}`);
      expect([path, form.status, await markupProblems(form)]).toEqual([path, 200, []]);
      expect([path, (await visitor.submit(form, 'step', fields)).status]).toEqual([path, status]);
    }
    const empty = await visitor.open('/en/admin/finance/frozen/ord_nothing/lift');
    expect((await visitor.submit(empty, 'step', { reason: '' })).status).toBe(422);
  });

  it('do not suspend an administrator', async () => {
    const other = await server.createAccount({ isAdmin: true });
    const visitor = dashboard.visit(admin);
    const path = `/en/admin/accounts/${other.accountId}/suspend`;
    const refused = await visitor.submit(await visitor.open(path), 'step', { reason: 'quarrel' });
    expect([refused.status, textOf(refused).includes('An administrator cannot be suspended')]).toEqual([409, true]);
    expect(await isOpen(server.call, other.session)).toBe(true);
    const list = await visitor.open(`/en/admin/accounts?email=${other.email}`);
    expect(list.html).not.toContain(path);
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
    expect(done.location).toBe(`/en/admin/organizations/${org_id}?done=suspended`);
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
    await dashboard.query(
      'update account set suspended_at = now(), suspension_reason = left($2, 500) where id = $1',
      accountId,
      text,
    );
    const paths = [
      '/en/admin/organizations',
      `/en/admin/organizations/${organizationId}`,
      `/zh-cn/admin/organizations/${organizationId}/limits`,
      `/en/admin/organizations/${organizationId}/suspend`,
      '/en/admin/accounts',
      '/zh-cn/admin/accounts?status=suspended',
    ];
    for (const path of paths) {
      const page = await dashboard.visit(admin).open(path);
      expect([page.status, await markupProblems(page)]).toEqual([200, []]);
      expect(traps(page)).toEqual([]);
    }
  });
});
