import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOTIFICATION_VERDICTS } from '../../../../shared/billing-words.ts';
import type { TestAccount } from '../../../../testing/test-accounts.ts';
import { paidOrder } from '../../../../testing/test-billing-pages.ts';
import {
  markupProblems,
  openDashboard,
  textOf,
  traps,
  type TestDashboard,
} from '../../../../testing/test-dashboard.ts';
import { notice, openPaymentServer, type PaymentServer, type TestOrder } from '../../../../testing/test-payments.ts';
import type { Seen, Visitor } from '../../../../testing/test-visitor.ts';
import { ADMIN_ORDERS } from './words.ts';

const AT = '/en/admin/finance/orders';

let server: PaymentServer;
let dashboard: TestDashboard;
let visitor: Visitor;
let buyer: TestAccount;
let paid: TestOrder;
let pending: TestOrder;
beforeAll(async () => {
  server = await openPaymentServer();
  dashboard = openDashboard(server);
  visitor = dashboard.visit(await server.createAccount({ isAdmin: true }));
  buyer = await server.createAccount();
  await dashboard.query(`update organization set name = 'Findable 100% Studio' where id = $1`, buyer.organizationId);
  paid = await server.order(buyer, await paidOrder(server, buyer));
  pending = await server.recharge(buyer, 12_345, 'wxpay');
});
afterAll(() => server.close());

async function good(page: Seen): Promise<string> {
  expect([page.status, await markupProblems(page)]).toEqual([200, []]);
  return textOf(page);
}
const rowsOf = ({ html }: Seen) => Math.max(0, html.split('<tr').length - 2);
const tradeOf = async ({ id }: TestOrder) => {
  const [row] = await dashboard.query('select trade_no from provider_payment where order_id = $1', id);
  return String(row?.['trade_no']);
};

describe('the orders of all organizations', () => {
  it('are found by number, organization, status, channel and day, and by nothing else', async () => {
    const found = async (query: Record<string, string>) => {
      const page = await visitor.open(`${AT}?${new URLSearchParams(query)}`);
      await good(page);
      return [page.html.includes(paid.order_no), page.html.includes(pending.order_no)];
    };
    const organization = 'findable 100% s';
    expect(await found({ organization })).toEqual([true, true]);
    expect(await found({ organization: buyer.organizationId })).toEqual([true, true]);
    expect(await found({ organization: 'findable_100' })).toEqual([false, false]);
    expect(await found({ organization, number: paid.order_no.slice(4).toLowerCase() })).toEqual([true, false]);
    expect(await found({ number: pending.id })).toEqual([false, true]);
    expect(await found({ number: await tradeOf(paid) })).toEqual([true, false]);
    expect(await found({ organization, status: 'fulfilled' })).toEqual([true, false]);
    expect(await found({ organization, status: 'pending' })).toEqual([false, true]);
    expect(await found({ organization, channel: 'wxpay' })).toEqual([false, true]);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(await found({ organization, from: today, to: today })).toEqual([true, true]);
    expect(await found({ organization, to: '2020-01-01' })).toEqual([false, false]);
  });

  it('show as expired what nobody has written down yet, and find it as such', async () => {
    await dashboard.query('alter table payment_order disable trigger all');
    await dashboard.query(
      `update payment_order set created_at = now() - interval '2 hours', expires_at = now() - interval '1 minute' where id = $1`,
      pending.id,
    );
    await dashboard.query('alter table payment_order enable trigger all');
    const page = await visitor.open(`${AT}?number=${pending.id}&status=expired`);
    expect([rowsOf(page), textOf(page).includes('Expired')]).toEqual([1, true]);
    expect(rowsOf(await visitor.open(`${AT}?number=${pending.id}&status=pending`))).toBe(0);
  });

  it.each(['status=mine', 'channel=cash', 'from=yesterday', 'number=%00', `number=${'x'.repeat(300)}`])(
    '422 for %s: the filter again with what is wrong, also when a file was asked for',
    async (query) => {
      const page = await visitor.open(`${AT}?${query}`);
      expect([page.status, await markupProblems(page), page.html.includes('id="filter-problems"')]).toEqual([
        422,
        [],
        true,
      ]);
      const file = await visitor.open(`${AT}/export?${query}`);
      expect([file.status, file.location.startsWith(`${AT}?`)]).toEqual([303, true]);
    },
  );

  it('show one with its history, its payment and what the gateway said, verified or not', async () => {
    await server.notify(notice(paid));
    await server.notify({ ...notice(paid), sign: '0'.repeat(32) });
    const page = await visitor.open(`${AT}/${paid.id}`);
    const text = await good(page);
    expect(text).toMatch(/History .*To be paid .*Paid, in progress .*Completed/);
    expect(text).toContain(await tradeOf(paid));
    for (const word of ['Booked', 'Wrong signature']) expect(text).toContain(word);
    expect(page.html).toContain(`href="/en/admin/organizations/${buyer.organizationId}"`);
    expect((await visitor.open(`${AT}/${paid.order_no}`)).status).toBe(200);
  });

  it('offer what waits for a decision about one: its refund, and money in suspense', async () => {
    const account = await server.createAccount();
    const id = await paidOrder(server, account);
    const order = await server.order(account, id);
    await server.notify(notice(order, { trade_no: 'SECOND-1' }));
    await server.call('POST', '/v1/billing/refund-requests', {
      session: account.session,
      json: { order_id: id, amount_minor: 100, reason: '<b>why</b>', destination: 'original' },
    });
    const page = await visitor.open(`${AT}/${id}`);
    const text = await good(page);
    expect(text).toContain('In suspense');
    expect(text).toContain('<b>why</b>');
    for (const step of ['approve', 'reject', 'resolve']) expect(page.html).toMatch(new RegExp(`href="[^"]*/${step}"`));
    const finance = await visitor.open('/en/admin/finance');
    expect(await good(finance)).toContain(order.order_no);
  });

  it.each(['en', 'zh-CN'] as const)(
    'word every outcome of a notification in %s, and show what it carries as text',
    async (language) => {
      const account = await server.createAccount();
      const order = await server.recharge(account);
      const hostile = Object.values(hostileTexts).join('').replaceAll('\u0000', '');
      for (const verdict of NOTIFICATION_VERDICTS) {
        if (verdict === 'received') continue;
        await dashboard.query(
          `insert into payment_notification (source, raw, out_trade_no, trade_no, amount_text, trade_status, remote_ip, verdict)
         values ('notify', '', $1, $2, $2, $2, $2, $3)`,
          order.order_no,
          hostile,
          verdict,
        );
      }
      const page = await visitor.open(`/${language.toLowerCase()}/admin/finance/orders/${order.id}`);
      const text = await good(page);
      expect(traps(page)).toEqual([]);
      for (const verdict of NOTIFICATION_VERDICTS.slice(1))
        expect(text).toContain(ADMIN_ORDERS[language].verdicts[verdict]);
    },
  );

  it('are a file for spreadsheets, in which a name is text and no formula', async () => {
    await dashboard.query(`update organization set name = $2 where id = $1`, buyer.organizationId, '=1+"x",\n');
    const { status, headers, html } = await visitor.open(`${AT}/export?organization=${buyer.organizationId}`);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(html.split('\r\n')[0]).toBe(`\uFEFF${Object.values(ADMIN_ORDERS.en.csv).join(',')}`);
    expect(html).toContain(`,"'=1+""x"",\n",`);
    expect(html).toContain(',100.00,0.00,Alipay,Completed,');
    expect(html).toContain(',123.45,0.00,WeChat Pay,');
    await dashboard.query(`update organization set name = 'Plain' where id = $1`, buyer.organizationId);
  });

  it.each(Object.entries(hostileTexts))('show the organization %s as text', async (_, text) => {
    await dashboard.query(
      'update organization set name = $2 where id = $1',
      buyer.organizationId,
      Array.from(text.replaceAll('\u0000', '')).slice(0, 100).join(''),
    );
    for (const page of [await visitor.open(AT), await visitor.open(`${AT}/${paid.id}`)]) {
      expect([page.status, await markupProblems(page), traps(page)]).toEqual([200, [], []]);
    }
  });

  it('are not there for anybody else, and not where there is none', async () => {
    const theirs = dashboard.visit(buyer);
    for (const path of ['', '/export', `/${paid.id}`]) expect((await theirs.open(AT + path)).status).toBe(404);
    expect((await visitor.open(`${AT}/ord_nothing`)).status).toBe(404);
    expect([400, 404, 422]).toContain((await visitor.open(`${AT}/%00`)).status);
  });
});
