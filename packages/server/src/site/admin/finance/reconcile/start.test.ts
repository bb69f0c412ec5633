import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryWithLock } from '../../../../platform/advisory-locks.ts';
import type { TestAccount } from '../../../../testing/test-accounts.ts';
import { paidOrder } from '../../../../testing/test-billing-pages.ts';
import { markupProblems, openDashboard, textOf, type TestDashboard } from '../../../../testing/test-dashboard.ts';
import { openPaymentServer, type PaymentServer, type TestOrder } from '../../../../testing/test-payments.ts';
import { openTestServer } from '../../../../testing/test-services.ts';
import type { Seen, Visitor } from '../../../../testing/test-visitor.ts';

const AT = '/en/admin/finance/reconcile';
const PATH = `${AT}/new`;
const DAY_MS = 86_400_000;

let server: PaymentServer;
let dashboard: TestDashboard;
let admin: TestAccount;
let visitor: Visitor;
let order: TestOrder;
beforeAll(async () => {
  server = await openPaymentServer();
  dashboard = openDashboard(server);
  admin = await server.createAccount({ isAdmin: true });
  visitor = dashboard.visit(admin);
  const account = await server.createAccount();
  // Booked here by its notification alone: the gateway itself has not heard of the payment.
  order = await server.order(account, await paidOrder(server, account));
  // Windows end with the minute before.
  await dashboard.query('alter table payment_order disable trigger all');
  await dashboard.query(`update payment_order set created_at = created_at - interval '2 minutes'`);
  await dashboard.query('alter table payment_order enable trigger all');
});
afterAll(() => server.close());

async function good(page: Seen): Promise<string> {
  expect([page.status, await markupProblems(page)]).toEqual([200, []]);
  return textOf(page);
}

/** A day of the books, so many days ago. */
const day = (ago = 0) => new Date(Date.now() + 8 * 3_600_000 - ago * DAY_MS).toISOString().slice(0, 10);
const runs = () => dashboard.query('select id, mode, status, created_by from reconcile_run order by created_at');
const send = async (fields: Record<string, string>) =>
  visitor.submit(await visitor.open(PATH), 'step', {
    from: day(1),
    to: day(),
    mode: 'dry_run',
    order_ids: '',
    ...fields,
  });

describe('a comparison that a person starts', () => {
  it('reads and changes nothing, once however often the form is sent, and shows what differs', async () => {
    expect((await visitor.open(AT)).html).toContain(`href="${PATH}"`);
    const form = await visitor.open(PATH);
    expect(await good(form)).toContain('Compare only');
    const fields = { from: day(1), to: day(), mode: 'dry_run', order_ids: '' };
    const first = await visitor.submit(form, 'step', fields);
    expect(first.location).toMatch(/reconcile\/rec_\w+\?done=reconcile_started$/);
    const second = await visitor.submit(form, 'step', fields);
    expect([first.location.startsWith(second.location), second.status]).toEqual([true, 303]);
    expect(await runs()).toEqual([expect.objectContaining({ mode: 'dry_run', created_by: admin.accountId })]);
    const page = await visitor.open(first.location);
    expect(await good(page)).toMatch(/Compare only .*The gateway has no such order .*Status Completed/);
    expect(page.html).toContain(`href="/en/admin/finance/orders/${order.order_no}"`);
    expect(page.html).toContain(`mode=apply`);
    const [{ id } = { id: '' }] = await runs();
    const audited = 'select action, actor_id from audit_log where target_id = $1';
    expect(await dashboard.query(audited, id)).toEqual([
      { action: 'reconcile_run.started', actor_id: admin.accountId },
    ]);
  });

  it('is asked about once more before it acts', async () => {
    const before = (await runs()).length;
    const ask = await send({ mode: 'apply', order_ids: order.order_no });
    expect(await good(ask)).toContain('none of this can be undone');
    expect((await runs()).length).toBe(before);
    const done = await visitor.submit(ask, 'step');
    expect(done.location).toContain('done=reconcile_started');
    expect((await runs()).at(-1)).toMatchObject({ mode: 'apply', created_by: admin.accountId });
  });

  it('is of the orders that are named, by number or identifier', async () => {
    const form = await visitor.open(`${PATH}?order=${order.order_no}`);
    expect(form.html).toContain(`>${order.order_no}</textarea>`);
    const done = await send({ order_ids: `${order.id}\n${order.order_no}` });
    expect(textOf(await visitor.open(done.location))).toContain('1 of ours');
    const unknown = await send({ order_ids: 'PO1<b>' });
    expect([unknown.status, textOf(unknown).includes('There is no such order: PO1<b>')]).toEqual([422, true]);
    expect(await markupProblems(unknown)).toEqual([]);
  });

  it.each([
    [{ from: '' }, 'from'],
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-13-45' }, 'to'],
    [{ from: day(0), to: day(3) }, 'to'],
    [{ from: day(40), to: day(2) }, 'to'],
    [{ mode: 'undo' }, 'mode'],
  ])('422 for %j, at its field', async (change, field) => {
    const before = (await runs()).length;
    const answer = await send(change);
    expect([answer.status, answer.html.includes(`href="#step-${field}"`)]).toEqual([422, true]);
    expect((await runs()).length).toBe(before);
  });

  it('waits for another one that is under way', async () => {
    const outcome = await tryWithLock(
      server.services.database,
      'reconcile',
      () => send({}),
      () => null,
    );
    expect([outcome?.status, outcome !== null && textOf(outcome).includes('Another comparison is under way')]).toEqual([
      409,
      true,
    ]);
  });

  it('is not there for anybody else', async () => {
    const person = await server.createAccount();
    const theirs = dashboard.visit(person);
    expect((await theirs.open(PATH)).status).toBe(404);
    const fields = { csrf_token: person.session.csrf, from: day(1), to: day(), mode: 'dry_run' };
    expect((await theirs.post(PATH, fields)).status).toBe(404);
    expect((await visitor.post(PATH, { from: day(1), to: day(), mode: 'dry_run' })).status).toBe(403);
  });
});

describe('without a gateway', () => {
  it('is not offered, and refused with a sentence', async () => {
    const bare = await openTestServer();
    const visit = openDashboard(bare).visit(await bare.createAccount({ isAdmin: true }));
    const list = await visit.open(AT);
    expect([list.html.includes(PATH), textOf(list).includes('There is no payment gateway')]).toEqual([false, true]);
    const forced = await visit.submit(await visit.open(PATH), 'step', { from: day(1), to: day(), mode: 'dry_run' });
    expect([forced.status, textOf(forced).includes('There is no payment gateway')]).toEqual([503, true]);
    await bare.close();
  });
});
