import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markupProblems, openDashboard, textOf, traps, type TestDashboard } from '../../../testing/test-dashboard.ts';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { PNG_OF_ONE_PIXEL, signOne, verify } from '../../../testing/test-signing.ts';
import { newTeam, type Team } from '../../../testing/test-team.ts';
import { JOBS } from './words.ts';

let server: TestServer;
let dashboard: TestDashboard;
let team: Team;
let credential: string;
beforeAll(async () => {
  server = await openTestServer({ signing: true });
  dashboard = openDashboard(server);
  team = await newTeam(server);
  const { key } = await server.createKey({ organizationId: team.org_id });
  await dashboard.query(`update api_key set name = 'Newsroom <b>' where organization_id = $1`, team.org_id);
  await verify(server.call, key, PNG_OF_ONE_PIXEL);
  const session = { ...team.members.owner.session, organizationId: team.org_id };
  ({ credential_id: credential } = await signOne(server.call, { path: '/api/sign', session, filename: 'signed.png' }));
});
afterAll(() => server.close());

const at = (query = '', path = 'jobs') => `/en/dashboard/${path}?org=${team.org_id}${query}`;
const bodyOf = (html: string) => /<tbody>(.*)<\/tbody>/s.exec(html)?.[1] ?? '';

describe('the table of jobs', () => {
  it('says what came of each, who sent it and how long it took; a signing reads "Signed" and leads to its credential', async () => {
    const page = await dashboard.visit(team.members.viewer).open(at());
    expect(await markupProblems(page)).toEqual([]);
    const text = textOf({ ...page, html: bodyOf(page.html) });
    expect(text).toMatch(/signed\.png .*Signed .*View credential .*Signing .*Member \(browser\) .*\d (ms|sec)/);
    expect(text).toMatch(/Verification .*Newsroom <b>/);
    expect(page.html).toContain(`href="/en/dashboard/credentials/${credential}?org=${team.org_id}"`);
    expect(traps(page)).toEqual([]);
  });

  it.each([
    ['&q=SIGNED', 1],
    ['&kind=signing', 1],
    ['&status=completed', 2],
    ['&status=failed', 0],
    ['&from=2000-01-01&to=2000-01-02', 0],
    ['&from=2000-01-01&sort=oldest', 2],
    ['&q=%00', 0],
  ])('is narrowed by %s', async (query, count) => {
    const page = await dashboard.visit(team.members.viewer).open(at(query));
    expect([page.status, bodyOf(page.html).split('<tr').length - 1]).toEqual([200, count]);
    expect(textOf(page).includes('Nothing matches this filter.')).toBe(count === 0);
    expect(page.html).toContain(`name="org" value="${team.org_id}"`);
  });

  it('shows a filter that is wrong with what is wrong, also when a file was asked for', async () => {
    const visitor = dashboard.visit(team.members.viewer);
    const page = await visitor.open(at('&kind=mail&from=yesterday'));
    expect([page.status, page.html.includes('id="filter-kind-problem"')]).toEqual([422, true]);
    expect(await markupProblems(page)).toEqual([]);
    const file = await visitor.open(at('&kind=mail', 'jobs/export'));
    expect([file.status, file.location]).toEqual([303, expect.stringMatching(/jobs\?org=\w+&.*kind=mail/)]);
  });
});

describe('the jobs as a file', () => {
  it('has one line each, in the words of the language, and keeps the filter', async () => {
    const { status, headers, html } = await dashboard
      .visit(team.members.viewer)
      .open(at('&kind=signing', 'jobs/export'));
    const [titles, line, rest] = html.split('\r\n');
    expect([status, headers['content-type'], rest]).toEqual([200, 'text/csv; charset=utf-8', '']);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="jobs-\d{4}-\d\d-\d\d\.csv"$/);
    expect(titles).toBe(`\uFEFF${Object.values(JOBS.en.csv).join(',')}`);
    expect(line).toContain(`,signed.png,Signing,Completed,`);
    expect(line?.endsWith(`,${credential}`)).toBe(true);
  });

  it.each(['=1+1', '@SUM(A1)', ' =1', '＝1', '-1', '+1', '\t=1'])('has the name %j as text', async (name) => {
    await dashboard.query(
      `update job set filename = $2 where organization_id = $1 and kind = 'signing'`,
      team.org_id,
      name,
    );
    const { html } = await dashboard.visit(team.members.viewer).open(at('&kind=signing', 'jobs/export'));
    expect(html).toContain(`,'${name},`);
  });

  it.each(Object.entries(hostileTexts))('shows the name %s in the table as text', async (_, text) => {
    await dashboard.query(
      `update job set filename = $2 where organization_id = $1 and kind = 'signing'`,
      team.org_id,
      text,
    );
    const page = await dashboard.visit(team.members.viewer).open(at());
    expect([page.status, await markupProblems(page), traps(page)]).toEqual([200, [], []]);
  });

  it('404 for another organization', async () => {
    const stranger = await server.createAccount();
    expect((await dashboard.visit(stranger).open(at('', 'jobs/export'))).status).toBe(404);
  });
});
