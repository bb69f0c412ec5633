import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fen } from '../../../shared/fen.ts';
import { newId } from '../../../shared/ids.ts';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import { newOrder, type TestOrder } from '../../../testing/test-orders.ts';
import { REFUNDS, refundCalls } from '../../../testing/test-refund-calls.ts';
import { openRefundWorld, paidPlan, paidRecharge, type RefundWorld } from '../../../testing/test-refunds.ts';
import { auditOf, outcomeOf } from '../../../testing/test-team.ts';
import { ADMIN_TOKEN, openTestServer, type TestServer } from '../../../testing/test-services.ts';
import type { EpayGateway } from '../epay/index.ts';

let server: TestServer;
let world: RefundWorld;
let order: TestOrder;
let payer: TestAccount;
const { query, ask, asked, decide, approved, work, spend, wallet, stateOf } = refundCalls(() => ({
  server,
  world,
  order,
  payer,
}));
beforeAll(async () => {
  server = await openTestServer();
  world = await openRefundWorld('v2');
});
afterAll(async () => {
  await world.close();
  await server.close();
});
beforeEach(() => useOrder(paidRecharge(server.services.database, world, fen(1000n))));

async function useOrder(made: Promise<TestOrder>): Promise<void> {
  order = await made;
  payer = await server.createAccount({ organizationId: order.organizationId, role: 'billing' });
}

describe('POST /v1/billing/refund-requests', () => {
  it('201 submitted, with its row in the log; the same key answers the same', async () => {
    const headers = { 'idempotency-key': 'refund' };
    const answer = await ask({ amount_minor: 400 }, { headers });
    expect(answer).toMatchObject({
      status: 201,
      body: { order_id: order.id, amount_minor: 400, destination: 'original', status: 'submitted', failure_code: null },
    });
    expect(await ask({ amount_minor: 400 }, { headers })).toMatchObject({ status: 201, body: answer.body });
    expect(await auditOf(server, order.organizationId)).toContainEqual(
      expect.objectContaining({ action: 'refund.requested', actor_id: payer.accountId }),
    );
  });

  it('F64 one of four who ask for the whole at once; 409 REFUND_NOT_ALLOWED for the rest', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask({ amount_minor: 1000 })));
    expect(answers.map(outcomeOf).toSorted()).toEqual([
      '201',
      ...Array.from({ length: 3 }, () => '409 REFUND_NOT_ALLOWED open_request'),
    ]);
  });

  it('409 REFUND_NOT_ALLOWED F65 for more than is left, in one or in parts, and after the balance was spent', async () => {
    expect(outcomeOf(await ask({ amount_minor: 1001 }))).toBe('409 REFUND_NOT_ALLOWED exceeds_refundable');
    await approved(600);
    await work();
    expect(outcomeOf(await ask({ amount_minor: 401 }))).toBe('409 REFUND_NOT_ALLOWED exceeds_refundable');
    await spend(100);
    expect(outcomeOf(await ask({ amount_minor: 400 }))).toBe('409 REFUND_NOT_ALLOWED balance_spent');
    expect((await ask({ amount_minor: 300 })).status).toBe(201);
  });

  it('409 REFUND_NOT_ALLOWED for an order that is not paid, and while its invoice is not ended', async () => {
    const profile = { title_type: 'personal', title: '张三', email: 'b@example.com' };
    const json = { invoice_type: 'vat_normal', order_ids: [order.id], profile };
    const invoice = await server.call('POST', '/v1/billing/invoice-requests', { session: payer.session, json });
    const { id } = invoice.body as { id: string };
    const admin = (what: string, body: object) =>
      server.call('POST', `/v1/admin/invoice-requests/{id}/${what}`, { key: ADMIN_TOKEN, params: { id }, json: body });
    await admin('issue', { invoice_no: newId('invoice').slice(4) });
    expect(outcomeOf(await ask({ amount_minor: 1 }))).toBe('409 REFUND_NOT_ALLOWED invoice_issued');
    await admin('red-letter', { reason: 'refund' });
    expect((await ask({ amount_minor: 1 })).status).toBe(201);
    await useOrder(newOrder(server.services.database, fen(1000n)));
    expect(outcomeOf(await ask({ amount_minor: 1 }))).toBe('409 REFUND_NOT_ALLOWED not_fulfilled');
  });

  it('201 for a recharge of a month ago, and 409 REFUND_NOT_ALLOWED when the gateway does not pay it back anymore', async () => {
    const paidAgo = async (days: number) => {
      await query('alter table payment_order disable trigger payment_order_guard');
      await query(`update payment_order set paid_at = now() - $2 * interval '1 day' where id = $1`, [order.id, days]);
      await query('alter table payment_order enable trigger payment_order_guard');
    };
    await paidAgo(91);
    expect(outcomeOf(await ask({ amount_minor: 1 }))).toBe('409 REFUND_NOT_ALLOWED window_closed');
    await paidAgo(30);
    expect((await ask({ amount_minor: 1000 })).status).toBe(201);
  });

  it('409 CONFLICT for the key of another request', async () => {
    const headers = { 'idempotency-key': 'another' };
    expect((await ask({ amount_minor: 400 }, { headers })).status).toBe(201);
    expect(outcomeOf(await ask({ amount_minor: 401 }, { headers }))).toBe('409 CONFLICT idempotency_key_reused');
  });

  it('409 REFUND_NOT_ALLOWED for a part, where the gateway refunds payments only as a whole', async () => {
    const askThere = fullOnly(world.epay);
    const json = { order_id: order.id, reason: 'x' };
    expect(outcomeOf(await askThere({ ...json, amount_minor: 999 }))).toBe('409 REFUND_NOT_ALLOWED channel_full_only');
    expect((await askThere({ ...json, amount_minor: 1000 })).status).toBe(201);
    await useOrder(paidPlan(server.services.database, fen(3000n), 10));
    expect((await askThere({ ...json, order_id: order.id, amount_minor: 1 })).status).toBe(201);
  });

  it('404 PAYMENT_ORDER_NOT_FOUND for that of another organization', async () => {
    const other = await newOrder(server.services.database, fen(5n));
    expect(outcomeOf(await ask({ order_id: other.id, amount_minor: 1 }))).toBe('404 PAYMENT_ORDER_NOT_FOUND');
  });

  it('422 for a destination that a recharge does not have', async () => {
    expect((await ask({ amount_minor: 1, destination: 'balance' })).status).toBe(422);
  });

  it('409 PAYMENT_FULFILLMENT_PENDING for an order that was paid and got nothing', async () => {
    await useOrder(newOrder(server.services.database, fen(5n)));
    await query('alter table payment_order disable trigger payment_order_evidence');
    await query(`update payment_order set status = 'paid', paid_at = now() where id = $1`, [order.id]);
    await query('alter table payment_order enable trigger payment_order_evidence');
    expect(outcomeOf(await ask({ amount_minor: 1 }))).toBe('409 PAYMENT_FULFILLMENT_PENDING');
  });

  it('409 REFUND_NOT_ALLOWED for more than the days that are left of a plan; the balance gets it at once', async () => {
    await useOrder(paidPlan(server.services.database, fen(3000n), 10));
    expect(outcomeOf(await ask({ amount_minor: 2001 }))).toBe('409 REFUND_NOT_ALLOWED exceeds_refundable');
    const before = await wallet();
    const { id, destination } = await asked(1900);
    expect(destination).toBe('balance');
    expect((await decide(id, 'approve')).body).toMatchObject({ status: 'succeeded', provider_state: 'succeeded' });
    expect((await wallet()) - before).toBe(1900n);
    expect(await stateOf(id)).toMatchObject({
      order_status: 'partially_refunded',
      refunded_fen: 1900,
      refund_reserved_fen: 0,
    });
  });

  it('201 for all of a plan within seven days, unless a tenth of it was used', async () => {
    await useOrder(paidPlan(server.services.database, fen(3000n), 2));
    const used = (count: number) =>
      query(
        `insert into usage_quota (organization_id, operation, period_start, used, reserved)
         values ($1, 'signing', date_trunc('day', now()), $2, 0)
         on conflict (organization_id, operation, period_start) do update set used = $2`,
        [order.organizationId, count],
      );
    await used(10);
    expect(outcomeOf(await ask({ amount_minor: 3000 }))).toBe('409 REFUND_NOT_ALLOWED exceeds_refundable');
    await used(9);
    expect((await ask({ amount_minor: 3000 })).status).toBe(201);
  });
});

/** Asks the same service with a gateway that refunds payments only as a whole. */
function fullOnly({ config, ...epay }: EpayGateway) {
  const services = { epay: { ...epay, config: { ...config, fullRefundsOnly: true } } };
  const { call } = server.variant({ services });
  return (json: object) => call('POST', REFUNDS, { session: payer.session, json });
}

describe('GET /v1/billing/refund-requests', () => {
  it('200 page by page, of an order and a status', async () => {
    const { id } = await asked(1);
    await server.call('POST', `${REFUNDS}/{id}/withdraw`, { session: payer.session, params: { id } });
    await asked(2);
    const list = async (text: string) =>
      (await server.call('GET', REFUNDS, { session: payer.session, query: text })).body as { next_cursor: string };
    const first = await list(`?limit=1&order_id=${order.id}`);
    expect(first).toMatchObject({ data: [{ amount_minor: 2 }], has_more: true });
    expect(await list(`?limit=1&order_id=${order.id}&cursor=${encodeURIComponent(first.next_cursor)}`)).toMatchObject({
      data: [{ id }],
    });
    expect(await list('?status=withdrawn')).toMatchObject({ data: [{ id }] });
  });
});

describe('POST /v1/billing/refund-requests/{id}/withdraw', () => {
  const withdraw = (id: string) =>
    server.call('POST', `${REFUNDS}/{id}/withdraw`, { session: payer.session, params: { id } });

  it('200 before it is decided, and again the same', async () => {
    const { id } = await asked(1);
    expect(await withdraw(id)).toMatchObject({ status: 200, body: { status: 'withdrawn' } });
    expect(await withdraw(id)).toMatchObject({ status: 200, body: { status: 'withdrawn' } });
  });

  it('409 CONFLICT once it is decided', async () => {
    const id = await approved(1);
    expect(outcomeOf(await withdraw(id))).toBe('409 CONFLICT status_changed');
    await work();
  });

  it('404 NOT_FOUND for that of another organization', async () => {
    const { id } = await asked(1);
    payer = await server.createAccount();
    expect(outcomeOf(await withdraw(id))).toBe('404 NOT_FOUND');
  });
});
