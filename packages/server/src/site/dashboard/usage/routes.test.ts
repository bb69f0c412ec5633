import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markupProblems, openDashboard, textOf, traps, type TestDashboard } from '../../../testing/test-dashboard.ts';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { newTeam } from '../../../testing/test-team.ts';
import { limitUsage } from '../../../testing/test-usage.ts';

const PAGE = '/en/dashboard/usage';

let server: TestServer;
let dashboard: TestDashboard;
beforeAll(async () => {
  server = await openTestServer();
  dashboard = openDashboard(server);
});
afterAll(() => server.close());

let made = 0;
/** Rows of usage on a day, as ended work writes them. */
async function used(
  organizationId: string,
  { count, operation = 'verification', mode = 'live', outcome = 'completed', keyId = null }: Used,
) {
  made += 1;
  await dashboard.query(
    `insert into usage_records (at, job_id, operation, organization_id, api_key_id, mode, outcome)
     select now(), 'job_page_${made}_' || n, $2, $1, $3, $4, $5 from generate_series(1, $6::int) n`,
    organizationId,
    operation,
    keyId,
    mode,
    outcome,
    count,
  );
}
interface Used {
  count: number;
  operation?: string;
  mode?: string;
  outcome?: string;
  keyId?: string | null;
}

const today = () => server.services.clock.now().toISOString().slice(0, 10);
const cellsOf = (html: string, row: string) =>
  [
    ...(new RegExp(`<tr><th scope="row">(?:(?!</tr>).)*?${row}.*?</tr>`, 's').exec(html)?.[0] ?? '').matchAll(
      /<td class="number">([^<]*)/g,
    ),
  ].map(([, text]) => text);

describe('the page of usage', () => {
  it('says that nothing was used, and that nothing is bounded', async () => {
    const page = await dashboard.visit(await server.createAccount()).open(PAGE);
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    expect(textOf(page)).toContain('Nothing was used in this time.');
    expect(textOf(page)).toContain('No limit');
    expect(page.html).not.toContain('<meter');
  });

  it('shows what each day, operation and key used, and what is left, as the routes for programs do', async () => {
    const account = await server.createAccount();
    const { organizationId } = account;
    const { id } = await server.createKey({ organizationId });
    await dashboard.query('update api_key set name = $2 where id = $1', id, 'Night shift');
    await used(organizationId, { count: 7, keyId: id });
    await used(organizationId, { count: 2, operation: 'signing' });
    await used(organizationId, { count: 3, mode: 'test', keyId: id });
    await used(organizationId, { count: 1, outcome: 'failed' });
    await used((await server.createAccount()).organizationId, { count: 99 });
    await limitUsage(server, organizationId, 'verification', 1200);
    const page = await dashboard.visit(account).open(PAGE);
    expect(await markupProblems(page)).toEqual([]);
    expect(textOf(page)).toMatch(/Verification 7 of 1,200 1,193 left/);
    expect(page.html).toMatch(/<meter min="0" max="1200" high="960" optimum="0" value="7"/);
    expect(cellsOf(page.html, today())).toEqual(['7', '2', '3', '1']);
    expect(cellsOf(page.html, 'Night shift')).toEqual(['7', '3', '0']);
    expect(cellsOf(page.html, 'Members in the browser')).toEqual(['2', '0', '1']);
    // A part of a bar for each operation, and one for the sandbox, of the only day on which there is any; and the legend.
    expect(page.html.match(/fill="url\(#usage-chart-\d\)"/g)).toHaveLength(6);
  });

  it('shows the days that are asked for, each of them, and no others', async () => {
    const account = await server.createAccount();
    for (const [day, count] of [
      ['2020-02-27', 4],
      ['2020-02-28', 5],
      ['2020-03-02', 6],
    ] as const) {
      await dashboard.query(
        `insert into usage_day (organization_id, day, operation, mode, completed, failed)
         values ($1, $2::timestamp at time zone 'UTC', 'verification', 'live', $3, 0)`,
        account.organizationId,
        day,
        count,
      );
    }
    const page = await dashboard.visit(account).open(`${PAGE}?from=2020-02-28&to=2020-03-01`);
    expect([...page.html.matchAll(/<th scope="row"><time datetime="([\d-]*)"/g)].map(([, day]) => day)).toEqual([
      '2020-02-28',
      '2020-02-29',
      '2020-03-01',
    ]);
    expect(cellsOf(page.html, '2020-02-28')).toEqual(['5', '0', '0']);
    expect(page.html).toMatch(/name="from"[^>]*value="2020-02-28"|value="2020-02-28"[^>]*name="from"/);
  });

  it.each([
    ['days in the wrong order', 'from=2020-03-01&to=2020-02-28', 'The last day can’t be before the first.'],
    ['more days than a picture can show', 'from=2020-01-01&to=2020-12-31', 'Choose at most 92 days.'],
    ['what is no day', 'from=2020-02-30', ''],
    ['what is no day and hostile', `from=${encodeURIComponent('"><script>x</script>')}`, ''],
  ])('422 for %s: the form again', async (_what, query, text) => {
    const page = await dashboard.visit(await server.createAccount()).open(`${PAGE}?${query}`);
    expect([page.status, await markupProblems(page), traps(page)]).toEqual([422, [], []]);
    expect(textOf(page)).toContain(text);
    expect(page.html).toContain('problem-summary');
  });

  it.each(Object.entries(hostileTexts))('shows the hostile name of a key (%s) as text', async (_, text) => {
    const account = await server.createAccount();
    const { id } = await server.createKey({ organizationId: account.organizationId });
    await dashboard.query('update api_key set name = left($2, 100) where id = $1', id, text);
    await used(account.organizationId, { count: 1, keyId: id });
    const page = await dashboard.visit(account).open(PAGE);
    expect([await markupProblems(page), traps(page)]).toEqual([[], []]);
  });

  it('is offered to members of every role', async () => {
    const { org_id: organizationId, members } = await newTeam(server);
    for (const member of Object.values(members)) {
      const page = await dashboard.visit(member).open(`${PAGE}?org=${organizationId}`);
      expect([page.status, page.html.includes('aria-current="page">Usage')]).toEqual([200, true]);
    }
  });
});
