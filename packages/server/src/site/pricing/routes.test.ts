import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fen } from '../../shared/fen.ts';
import { LANGUAGES } from '../../shared/language.ts';
import { markupProblems, openDashboard, textOf, type TestDashboard } from '../../testing/test-dashboard.ts';
import { UNREACHED_GATEWAY } from '../../testing/test-epay.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { formatMoney } from '../kit/format-money.ts';
import { pagePath } from '../kit/site-map.ts';

let server: TestServer;
let dashboard: TestDashboard;
beforeAll(async () => {
  server = await openTestServer({ settings: UNREACHED_GATEWAY });
  dashboard = openDashboard(server);
});
afterAll(() => server.close());

describe('the page of prices', () => {
  it.each(LANGUAGES)('shows the plans that are for sale, the cheapest first, in %s', async (language) => {
    const page = await dashboard.visit().open(pagePath(language, 'pricing'));
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    const prices = [...page.html.matchAll(/<p class="plan-price"><strong>([^<]*)/g)].map(([, price]) => price);
    expect(prices).toEqual([language === 'en' ? 'Free' : '免费', '¥99', '¥999']);
    const text = textOf(page);
    for (const shown of ['20,000', '300,000', '¥8', '¥30']) expect(text).toContain(shown);
    expect(text).not.toMatch(/Enterprise|企业版/);
  });

  it('follows a change of the plans', async () => {
    await dashboard.query(
      `insert into plan (code, version, name, price_fen, is_hidden, included, more_fen, when_used_up)
       select code, version + 1, name, 12345, is_hidden, '{"verification": 0}', more_fen, when_used_up from plan
       where code = 'starter'`,
    );
    const text = textOf(await dashboard.visit().open('/en/pricing'));
    expect(text).toContain('¥123.45');
    expect(text).toMatch(/Verification none/);
  });

  it('is linked and listed where something costs money, and is not there where nothing does', async () => {
    const other = await openTestServer();
    const free = openDashboard(other).visit();
    const paid = dashboard.visit();
    try {
      for (const [visitor, status] of [
        [paid, 200],
        [free, 404],
      ] as const) {
        expect((await visitor.open('/en/pricing')).status).toBe(status);
        expect((await visitor.open('/en')).html.includes('href="/en/pricing"')).toBe(status === 200);
        expect((await visitor.open('/sitemaps/pages.xml')).html.includes('/zh-cn/pricing</loc>')).toBe(status === 200);
      }
    } finally {
      await other.close();
    }
  });
});

describe('an amount for people', () => {
  it.each([
    [0n, '¥0'],
    [5n, '¥0.05'],
    [9_900n, '¥99'],
    [-123_450n, '-¥1,234.50'],
    [999_999_999_999n, '¥9,999,999,999.99'],
  ])('%s fen is %s', (amount, text) => {
    expect(formatMoney(fen(amount), 'en')).toBe(text);
    expect(formatMoney(fen(amount), 'zh-CN')).toBe(text);
  });
});
