import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECONCILE_CLASSES } from '../../../../shared/billing-words.ts';
import type { TestAccount } from '../../../../testing/test-accounts.ts';
import {
  markupProblems,
  openDashboard,
  textOf,
  traps,
  type TestDashboard,
} from '../../../../testing/test-dashboard.ts';
import { openPaymentServer, type PaymentServer } from '../../../../testing/test-payments.ts';

let server: PaymentServer;
let dashboard: TestDashboard;
let admin: TestAccount;
beforeAll(async () => {
  server = await openPaymentServer();
  dashboard = openDashboard(server);
  admin = await server.createAccount({ isAdmin: true });
  // The account at the gateway is stored with its first order.
  await server.recharge(await server.createAccount());
});
afterAll(() => server.close());

const AT = '/en/admin/finance/reconcile';

async function run(id: string, given: { status?: string; mode?: string; summary?: object; by?: string } = {}) {
  const { status = 'completed', mode = 'dry_run', summary = null, by = null } = given;
  await dashboard.query(
    `insert into reconcile_run (id, provider_account_id, mode, window_from, window_to, status, summary, created_by, finished_at)
     select $1, id, $2, now() - interval '2 hours', now(), $3, $4, $5, case when $3 = 'running' then null else now() end
     from provider_account limit 1`,
    id,
    mode,
    status,
    summary === null ? null : JSON.stringify(summary),
    by,
  );
}

async function item(runId: string, name: string, { ours, theirs, action }: Record<string, unknown>, tradeNo: string) {
  await dashboard.query(
    'insert into reconcile_item (run_id, class, trade_no, ours, theirs, action) values ($1, $2, $3, $4, $5, $6)',
    runId,
    name,
    tradeNo,
    ours === null ? null : JSON.stringify(ours),
    theirs === null ? null : JSON.stringify(theirs),
    action,
  );
}

describe('the comparisons with the gateway', () => {
  it('are none at first', async () => {
    const page = await dashboard.visit(admin).open(AT);
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    expect(textOf(page)).toContain('Nothing has been compared yet.');
    expect((await dashboard.visit(admin).open('/en/admin/finance')).html).toContain(`href="${AT}"`);
  });

  it.each(['en', 'zh-cn'])(
    'are listed, and shown with every kind of difference, hostile texts as text: %s',
    async (lang) => {
      const visitor = dashboard.visit(admin);
      const id = `rcn_${lang}`;
      const counts = { matched: 40, ...Object.fromEntries(RECONCILE_CLASSES.slice(1).map((name) => [name, 1])) };
      await run(id, {
        mode: 'apply',
        by: 'admin_token',
        summary: { scanned: { ours: 41, theirs: 1052 }, counts, truncated: true },
      });
      const text = Object.values(hostileTexts).join(' ').replaceAll('\u0000', '');
      for (const name of RECONCILE_CLASSES.slice(1)) {
        await item(id, name, { ours: null, theirs: { money: 100, [text]: text }, action: 'book' }, `${name} ${text}`);
      }
      const list = await visitor.open(`/${lang}/admin/finance/reconcile`);
      expect([list.status, traps(list), await markupProblems(list)]).toEqual([200, [], []]);
      expect(list.html).toContain(`href="/${lang}/admin/finance/reconcile/${id}"`);
      expect(textOf(list)).toContain('1,052');
      const page = await visitor.open(`/${lang}/admin/finance/reconcile/${id}`);
      expect([page.status, traps(page), await markupProblems(page)]).toEqual([200, [], []]);
      expect(page.html.split('<tr>').length - 1).toBe(RECONCILE_CLASSES.length);
      if (lang === 'en') {
        expect(textOf(page)).toContain('Different amounts');
        expect(textOf(page)).toContain('Book the payment (Done)');
        expect(textOf(page)).toContain('There are more orders or differences');
      }
    },
  );

  it('say that one runs or failed, and conclude nothing from it', async () => {
    const visitor = dashboard.visit(admin);
    await run('rcn_running', { status: 'running' });
    await run('rcn_failed', { status: 'failed' });
    for (const [id, told] of [
      ['rcn_running', 'still running'],
      ['rcn_failed', 'nothing was concluded'],
    ]) {
      const page = await visitor.open(`${AT}/${id}`);
      expect([page.status, await markupProblems(page)]).toEqual([200, []]);
      expect(textOf(page)).toContain(told);
      expect(textOf(page)).not.toContain('There are no differences.');
    }
    await run('rcn_equal', { summary: { scanned: { ours: 1, theirs: 1 }, counts: { matched: 1 }, truncated: false } });
    expect(textOf(await visitor.open(`${AT}/rcn_equal`))).toMatch(/Differences 0 .*There are no differences\./);
  });

  it('are not there for anybody else, and not where there is none', async () => {
    const person = await server.createAccount();
    expect((await dashboard.visit(person).open(AT)).status).toBe(404);
    expect((await dashboard.visit(person).open(`${AT}/rcn_failed`)).status).toBe(404);
    for (const id of ['rcn_nothing', '%00', '%F0%9F', 'x'.repeat(3000)]) {
      expect([400, 404, 414, 422]).toContain((await dashboard.visit(admin).open(`${AT}/${id}`)).status);
    }
  });
});

describe('the overview where something has a price', () => {
  it('shows what was earned on each day', async () => {
    const page = await dashboard.visit(admin).open('/en/admin');
    expect([page.status, await markupProblems(page)]).toEqual([200, []]);
    expect(textOf(page)).toContain('Revenue by day');
  });
});
