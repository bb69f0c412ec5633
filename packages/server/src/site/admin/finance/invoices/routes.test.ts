import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TestAccount } from '../../../../testing/test-accounts.ts';
import { paidOrder } from '../../../../testing/test-billing-pages.ts';
import {
  markupProblems,
  openDashboard,
  textOf,
  traps,
  type TestDashboard,
} from '../../../../testing/test-dashboard.ts';
import { openPaymentServer, type PaymentServer } from '../../../../testing/test-payments.ts';
import type { Seen, Visitor } from '../../../../testing/test-visitor.ts';

const AT = '/en/admin/finance/invoices';

let server: PaymentServer;
let dashboard: TestDashboard;
let admin: TestAccount;
let visitor: Visitor;
beforeAll(async () => {
  server = await openPaymentServer();
  dashboard = openDashboard(server);
  admin = await server.createAccount({ isAdmin: true });
  visitor = dashboard.visit(admin);
});
afterAll(() => server.close());

async function good(page: Seen): Promise<string> {
  expect([page.status, await markupProblems(page)]).toEqual([200, []]);
  return textOf(page);
}

/** A request of a customer of its own, about one order of ¥100. */
async function request(title = '深圳示例科技有限公司'): Promise<{ id: string; order: string; account: TestAccount }> {
  const account = await server.createAccount();
  const order = await paidOrder(server, account);
  const { body } = await server.call('POST', '/v1/billing/invoice-requests', {
    session: account.session,
    json: {
      invoice_type: 'vat_normal',
      order_ids: [order],
      profile: { title_type: 'personal', title, email: 'a@example.com' },
    },
  });
  return { id: z.looseObject({ id: z.string() }).parse(body).id, order, account };
}

const stateOf = (id: string) =>
  dashboard.query('select status, invoice_no, reject_reason, decided_by from invoice_request where id = $1', id);
const auditOf = (id: string) =>
  dashboard.query('select action, actor_id from audit_log where target_id = $1 order by created_at, id', id);
const step = async (id: string, name: string, fields: Record<string, string> = {}) =>
  visitor.submit(await visitor.open(`${AT}/${id}/${name}`), 'step', fields);

describe('the requests for invoices', () => {
  it('are begun with and issued: seen by the organization, with what was done in the audit log', async () => {
    const { id, order, account } = await request();
    const list = await visitor.open(`${AT}?status=submitted`);
    expect(await good(list)).toContain('深圳示例科技有限公司');
    const page = await visitor.open(`${AT}/${id}`);
    const text = await good(page);
    expect(text).toContain('¥100');
    expect(page.html).toContain(`href="/en/admin/finance/orders/${order}"`);
    expect((await step(id, 'begin')).location).toBe(`${AT}/${id}?done=invoice_begun`);
    expect((await visitor.open(`${AT}/${id}`)).html).not.toContain('/begin"');
    const issued = await step(id, 'issue', {
      invoice_no: ' 25442000000012345678 ',
      download_url: 'https://x.example/1',
    });
    expect(issued.location).toBe(`${AT}/${id}?done=invoice_issued`);
    expect(await stateOf(id)).toEqual([
      { status: 'issued', invoice_no: '25442000000012345678', reject_reason: null, decided_by: admin.accountId },
    ]);
    const theirs = await dashboard.visit(account).open(`/en/dashboard/billing/invoices/${id}`);
    expect(await good(theirs)).toContain('25442000000012345678');
    expect(theirs.html).toContain('href="https://x.example/1"');
    const shown = await visitor.open(`${AT}/${id}`);
    expect([shown.html.includes('/red-letter"'), shown.html.includes('/issue"')]).toEqual([true, false]);
    expect((await step(id, 'red-letter', { reason: 'Wrong title' })).location).toContain('invoice_reversed');
    expect(await auditOf(id)).toEqual([
      { action: 'invoice_request.requested', actor_id: account.accountId },
      { action: 'invoice_request.begun', actor_id: admin.accountId },
      { action: 'invoice_request.issued', actor_id: admin.accountId },
      { action: 'invoice_request.red_lettered', actor_id: admin.accountId },
    ]);
  });

  it('are rejected with a reason, which the organization sees, and not twice', async () => {
    const { id, account } = await request();
    const form = await visitor.open(`/zh-cn/admin/finance/invoices/${id}/reject`);
    const without = await visitor.submit(form, 'step', { reason: ' ' });
    expect([without.status, without.html.includes('href="#step-reason"')]).toEqual([422, true]);
    expect((await visitor.submit(form, 'step', { reason: '抬头有误 <b>' })).location).toContain('invoice_rejected');
    const theirs = await dashboard.visit(account).open(`/en/dashboard/billing/invoices/${id}`);
    expect(await good(theirs)).toContain('抬头有误 <b>');
    const again = await visitor.submit(form, 'step', { reason: 'again' });
    expect([again.status, textOf(again).includes('状态已改变')]).toEqual([409, true]);
    expect(await stateOf(id)).toMatchObject([{ status: 'rejected', reject_reason: '抬头有误 <b>' }]);
  });

  it.each([
    [{ invoice_no: '12' }, 'An invoice number has 4 to 40'],
    [{ invoice_no: '' }, 'An invoice number has 4 to 40'],
    [{ invoice_no: '1234"><script>' }, 'An invoice number has 4 to 40'],
    [{ invoice_no: '12345', download_url: 'javascript:alert(1)' }, 'begins with https://'],
    [{ invoice_no: '12345', download_url: 'http://x.example/1' }, 'begins with https://'],
  ])('422 for %j: the form again with what is wrong, and nothing issued', async (fields, told) => {
    const { id } = await request();
    const answer = await step(id, 'issue', fields);
    expect([answer.status, textOf(answer).includes(told), traps(answer)]).toEqual([422, true, []]);
    expect(await stateOf(id)).toMatchObject([{ status: 'submitted' }]);
  });

  it('take a number once', async () => {
    const [first, second] = [await request(), await request()];
    await step(first.id, 'issue', { invoice_no: 'TWICE-1' });
    const answer = await step(second.id, 'issue', { invoice_no: 'TWICE-1' });
    expect([answer.status, textOf(answer).includes('Another invoice has this number')]).toEqual([409, true]);
    expect(await stateOf(second.id)).toMatchObject([{ status: 'submitted' }]);
  });

  it('are not offered to be issued when less is left of their orders, and refused', async () => {
    const { id, order } = await request();
    await dashboard.query('alter table payment_order disable trigger payment_order_evidence');
    await dashboard.query(
      `update payment_order set refunded_fen = 400, status = 'partially_refunded' where id = $1`,
      order,
    );
    await dashboard.query('alter table payment_order enable trigger payment_order_evidence');
    const page = await visitor.open(`${AT}/${id}`);
    expect(await good(page)).toContain('it cannot be issued');
    expect([page.html.includes('/issue"'), page.html.includes('/reject"')]).toEqual([false, true]);
    const forced = await step(id, 'issue', { invoice_no: 'REFUNDED-1' });
    expect([forced.status, textOf(forced).includes('Reject this request')]).toEqual([409, true]);
    expect(await stateOf(id)).toMatchObject([{ status: 'submitted', invoice_no: null }]);
  });

  it('are found by title, number, organization and identifier, by nothing else, and page by page', async () => {
    const { id, account } = await request('Findable 100% Studio');
    await dashboard.query(`update organization set name = 'Owner of %' where id = $1`, account.organizationId);
    await step(id, 'issue', { invoice_no: 'FIND-1' });
    for (const q of ['findable 100% s', 'FIND-1', id, account.organizationId, 'owner of %']) {
      const page = await visitor.open(`${AT}?q=${encodeURIComponent(q)}`);
      expect([q, page.html.split('<tr').length - 2]).toEqual([q, 1]);
    }
    expect(textOf(await visitor.open(`${AT}?q=findable_100`))).toContain('Nothing matches this filter.');
    expect((await visitor.open(`${AT}?q=%00`)).status).toBe(422);
    expect((await visitor.open(`${AT}?status=mine`)).status).toBe(422);
    for (let count = 0; count < 16; count += 1) await request();
    const first = await visitor.open(AT);
    expect([first.html.split('<tr').length - 2, first.html.includes('page=2')]).toEqual([20, true]);
    expect((await visitor.open(`${AT}?page=2`)).html).not.toContain('page=3');
  });

  it.each(Object.entries(hostileTexts))('show %s as text', async (_, text) => {
    const { id } = await request();
    await dashboard.query('alter table invoice_request disable trigger all');
    await dashboard.query(
      `update invoice_request set profile_snapshot = jsonb_set(profile_snapshot::jsonb, '{title}', to_jsonb($2::text)) where id = $1`,
      id,
      text.replaceAll('\u0000', ''),
    );
    await dashboard.query('alter table invoice_request enable trigger all');
    for (const page of [
      await visitor.open(AT),
      await visitor.open(`${AT}/${id}`),
      await visitor.open(`${AT}/${id}/issue`),
    ]) {
      expect([page.status, await markupProblems(page), traps(page)]).toEqual([200, [], []]);
    }
  });

  it('are not there for anybody else, not without what forms carry, and not where there is none', async () => {
    const { id, account } = await request();
    const theirs = dashboard.visit(account);
    const csrf_token = account.session.csrf;
    for (const path of ['', `/${id}`, ...['begin', 'issue', 'reject', 'red-letter'].map((name) => `/${id}/${name}`)]) {
      expect([path, (await theirs.open(AT + path)).status]).toEqual([path, 404]);
      const fields = { csrf_token, invoice_no: 'MINE-1', reason: 'mine' };
      expect([404, 405]).toContain((await theirs.post(AT + path, fields)).status);
    }
    expect((await visitor.post(`${AT}/${id}/begin`, {})).status).toBe(403);
    expect(await stateOf(id)).toMatchObject([{ status: 'submitted' }]);
    for (const name of ['', '/begin', '/issue', '/reject', '/red-letter']) {
      expect((await visitor.open(`${AT}/inv_nothing${name}`)).status).toBe(404);
    }
  });
});
