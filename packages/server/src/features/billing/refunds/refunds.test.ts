import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fen } from '../../../shared/fen.ts';
import { newId } from '../../../shared/ids.ts';
import { silentLog } from '../../../platform/log.ts';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import { newOrder, type TestOrder } from '../../../testing/test-orders.ts';
import { auditOf, outcomeOf } from '../../../testing/test-team.ts';
import { ADMIN_TOKEN, openTestServer, type Call, type TestServer } from '../../../testing/test-services.ts';
import { balanceOf } from '../ledger/index.ts';
import { refundSchema } from './schemas.ts';
import { openRefundWorld, paidPlan, paidRecharge, type RefundWorld } from '../../../testing/test-refunds.ts';
import { workOnRefunds } from './worker.ts';

const PATH = '/v1/billing/refund-requests';
const ADMIN = '/v1/admin/refund-requests';
const NEVER = new AbortController().signal;
const REFUND_CALL = 'POST /api/pay/refund';

let server: TestServer;
let v1: RefundWorld;
let v2: RefundWorld;
let order: TestOrder;
let payer: TestAccount;
beforeAll(async () => {
  server = await openTestServer();
  const merchantKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const platformKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  [v1, v2] = [
    await openRefundWorld('v1', { merchantKeys, platformKeys }),
    await openRefundWorld('v2', { merchantKeys, platformKeys }),
  ];
});
afterAll(async () => {
  await v1.close();
  await v2.close();
  await server.close();
});
beforeEach(() => useOrder(paidRecharge(server.services.database, v2, fen(1000n))));

async function useOrder(made: Promise<TestOrder>): Promise<void> {
  order = await made;
  payer = await server.createAccount({ organizationId: order.organizationId, role: 'billing' });
}

const ask = (json: object, call: Call = {}) =>
  server.call('POST', PATH, {
    session: payer.session,
    json: { order_id: order.id, reason: 'changed my mind', ...json },
    ...call,
  });
const asked = async (amount_minor = 1000) => refundSchema.parse((await ask({ amount_minor })).body);
const decide = (id: string, what: string, json: object = {}, call: Call = { key: ADMIN_TOKEN }) =>
  server.call('POST', `${ADMIN}/{id}/${what}`, { params: { id }, json, ...call });
const approved = async (amount_minor = 1000) => {
  const { id } = await asked(amount_minor);
  expect(outcomeOf(await decide(id, 'approve'))).toBe('200');
  return id;
};
const work = (world = v2) =>
  workOnRefunds(
    { db: server.services.database.db, log: silentLog, limits: server.services.config.limits, epay: world.epay },
    { stopping: NEVER, absentTwiceMs: 1 },
  );
const callsOf = (world: RefundWorld) => world.fake.requests.filter((request) => request === REFUND_CALL).length;
const paidOut = (world: RefundWorld, orderNo: string) =>
  world.fake.orders.find(({ outTradeNo }) => outTradeNo === orderNo)?.refunded;
const held = () => balanceOf(server.services.database.db, { code: 'refund_clearing' });
const wallet = () => balanceOf(server.services.database.db, { code: 'wallet', organizationId: order.organizationId });
const query = <Row extends object>(text: string, values: unknown[] = []) =>
  server.services.database.pool.query<Row>(text, values);

async function stateOf(id: string) {
  const { rows } = await query<Record<string, unknown>>(
    `select r.status, p.state, p.attempts, o.status as order_status, o.refunded_fen, o.refund_reserved_fen
     from refund_request r left join provider_refund p on p.request_id = r.id join payment_order o on o.id = r.order_id
     where r.id = $1`,
    [id],
  );
  return rows[0];
}
const orderNo = async () => {
  const { rows } = await query<{ order_no: string }>('select order_no from payment_order where id = $1', [order.id]);
  return rows[0]?.order_no ?? '';
};

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

  it('F65 409 REFUND_NOT_ALLOWED for more than is left, in one or in parts, and after the balance was spent', async () => {
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

  it('404 PAYMENT_ORDER_NOT_FOUND for that of another organization, 409 PAYMENT_FULFILLMENT_PENDING, 422 for a destination', async () => {
    const other = await newOrder(server.services.database, fen(5n));
    expect(outcomeOf(await ask({ order_id: other.id, amount_minor: 1 }))).toBe('404 PAYMENT_ORDER_NOT_FOUND');
    expect((await ask({ amount_minor: 1, destination: 'balance' })).status).toBe(422);
    await useOrder(Promise.resolve(other));
    await query('alter table payment_order disable trigger payment_order_evidence');
    await query(`update payment_order set status = 'paid', paid_at = now() where id = $1`, [other.id]);
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

async function spend(amount: number): Promise<void> {
  const id = newId('transaction');
  const client = await server.services.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into ledger_transaction (id, kind, source_id, organization_id) values ($1, 'usage_charge', $1, $2)`,
      [id, order.organizationId],
    );
    await client.query(
      `insert into ledger_entry (transaction_id, account_id, amount_fen)
       select $1, a.id, case when a.code = 'wallet' then $3::bigint else -$3::bigint end from ledger_account a
       where (a.code = 'wallet' and a.organization_id = $2) or a.code = 'revenue_usage' order by a.id`,
      [id, order.organizationId, amount],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

describe('GET /v1/billing/refund-requests', () => {
  it('200 page by page, of an order and a status', async () => {
    const { id } = await asked(1);
    await server.call('POST', `${PATH}/{id}/withdraw`, { session: payer.session, params: { id } });
    await asked(2);
    const list = async (text: string) =>
      (await server.call('GET', PATH, { session: payer.session, query: text })).body as { next_cursor: string };
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
    server.call('POST', `${PATH}/{id}/withdraw`, { session: payer.session, params: { id } });

  it('200 before it is decided, 409 CONFLICT after, 404 NOT_FOUND for others', async () => {
    const { id } = await asked(1);
    expect(await withdraw(id)).toMatchObject({ status: 200, body: { status: 'withdrawn' } });
    const next = await approved(1);
    expect(outcomeOf(await withdraw(next))).toBe('409 CONFLICT status_changed');
    await work();
    payer = await server.createAccount();
    expect(outcomeOf(await withdraw(next))).toBe('404 NOT_FOUND');
  });
});

describe('POST /v1/admin/refund-requests/{id}/approve', () => {
  it('200 holds the money; the worker has it paid out, once, however many work', async () => {
    const calls = callsOf(v2);
    const before = await held();
    const id = await approved();
    expect([await wallet(), (await held()) - before]).toEqual([0n, 1000n]);
    expect(await stateOf(id)).toMatchObject({ status: 'approved', state: 'queued', refund_reserved_fen: 1000 });
    await Promise.all([work(), work(), work()]);
    expect(await stateOf(id)).toMatchObject({
      status: 'succeeded',
      order_status: 'refunded',
      refunded_fen: 1000,
      attempts: 1,
    });
    expect([await held(), callsOf(v2) - calls, paidOut(v2, await orderNo())]).toEqual([before, 1, 1000]);
  });

  it('F36 stays refunded, whatever works on it again', async () => {
    const id = await approved();
    await work();
    const after = await stateOf(id);
    await work();
    expect(await stateOf(id)).toEqual(after);
    expect(outcomeOf(await decide(id, 'approve'))).toBe('409 CONFLICT status_changed');
  });

  it('F68 409 REFUND_NOT_ALLOWED for one’s own request, and the database refuses it as well', async () => {
    const { id } = await asked();
    await query('update account set is_admin = true where id = $1', [payer.accountId]);
    expect(outcomeOf(await decide(id, 'approve', {}, { session: payer.session }))).toBe(
      '409 REFUND_NOT_ALLOWED same_person',
    );
    await expect(query('update refund_request set decided_by = created_by where id = $1', [id])).rejects.toThrow(
      'refund_request_two_people',
    );
  });

  it('F65 409 REFUND_NOT_ALLOWED when the balance was spent after the request, which stays', async () => {
    const { id } = await asked();
    await spend(1);
    expect(outcomeOf(await decide(id, 'approve'))).toBe('409 REFUND_NOT_ALLOWED balance_spent');
    expect(await stateOf(id)).toMatchObject({ status: 'submitted', state: null, refund_reserved_fen: 0 });
  });

  it('404 NOT_FOUND for none', async () => {
    expect(outcomeOf(await decide(newId('refund'), 'approve'))).toBe('404 NOT_FOUND');
  });
});

describe('POST /v1/admin/refund-requests/{id}/reject', () => {
  it('200 and another may be requested; 409 CONFLICT again, 404 NOT_FOUND for none, 409 REFUND_NOT_ALLOWED for one’s own', async () => {
    const { id } = await asked();
    expect((await decide(id, 'reject', { reason: 'no' })).body).toMatchObject({
      status: 'rejected',
      decision_note: 'no',
    });
    expect(outcomeOf(await decide(id, 'reject', { reason: 'no' }))).toBe('409 CONFLICT status_changed');
    expect(outcomeOf(await decide(newId('refund'), 'reject', { reason: 'no' }))).toBe('404 NOT_FOUND');
    const own = await asked();
    await query('update account set is_admin = true where id = $1', [payer.accountId]);
    const answer = await decide(own.id, 'reject', { reason: 'no' }, { session: payer.session });
    expect(outcomeOf(answer)).toBe('409 REFUND_NOT_ALLOWED same_person');
  });
});

describe('GET /v1/admin/refund-requests', () => {
  it('200 with what is known at the gateway', async () => {
    const id = await approved();
    const { body } = await server.call('GET', ADMIN, {
      key: ADMIN_TOKEN,
      query: `?organization_id=${order.organizationId}`,
    });
    expect(body).toMatchObject({ data: [{ id, provider_state: 'queued', requested_by: payer.accountId }], total: 1 });
    await work();
  });
});

describe('the worker', () => {
  it.each([
    ['no answer that is JSON', { kind: 'html' }],
    ['500', { kind: 'status', status: 500 }],
    ['{}', { kind: 'empty' }],
    ['JSON that breaks off', { kind: 'truncated' }],
    ['other money', { kind: 'other', members: { money: '0.01' } }],
    ['another number', { kind: 'other', members: { out_refund_no: 'RFANOTHER' } }],
    ['no signature', { kind: 'unsigned' }],
    ['a wrong signature', { kind: 'forged', members: { msg: 'x' } }],
  ] as const)('F66 does not call again for %s, and a query finds the refund', async (_what, fault) => {
    const calls = callsOf(v2);
    const id = await approved();
    v2.fake.fault('refund', fault, 1);
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'processing', state: 'unknown', refund_reserved_fen: 1000 });
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect([callsOf(v2) - calls, paidOut(v2, await orderNo())]).toEqual([1, 1000]);
  });

  it('F66 fails for a definite refusal, and gives the money back', async () => {
    const id = await approved();
    v2.fake.fault('refund', { kind: 'other', members: { code: -1, msg: '余额不足' } }, 1);
    await work();
    expect(await stateOf(id)).toMatchObject({
      status: 'failed',
      order_status: 'fulfilled',
      refunded_fen: 0,
      refund_reserved_fen: 0,
    });
    expect(await wallet()).toBe(1000n);
  });

  it('F67 waits while the gateway says that it is not paid yet, and ends it once', async () => {
    const id = await approved();
    v2.fake.fault('refundquery', { kind: 'other', members: { status: 0 } }, 3);
    for (let i = 0; i < 3; i += 1) {
      await work();
      expect(await stateOf(id)).toMatchObject({ status: 'processing', state: 'unknown' });
    }
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  /** As a process that died leaves it: the call was announced, a while ago. */
  async function abandon(id: string): Promise<void> {
    await query('alter table provider_refund disable trigger provider_refund_guard');
    await query(
      `update provider_refund set state = 'submitting', attempts = 1, changed_at = now() - interval '3 minutes' where request_id = $1`,
      [id],
    );
    await query('alter table provider_refund enable trigger provider_refund_guard');
    await query(`update refund_request set status = 'processing' where id = $1`, [id]);
  }

  it('F44 asks twice after a crash before the call, and calls again with the same number', async () => {
    const calls = callsOf(v2);
    const id = await approved();
    await abandon(id);
    await Promise.all([work(), work()]);
    expect(await stateOf(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect([callsOf(v2) - calls, paidOut(v2, await orderNo())]).toEqual([1, 1000]);
  });

  it('F45 finds the refund after a crash before it was recorded, and does not call again', async () => {
    const id = await approved();
    const { rows } = await query<{ out_refund_no: string }>(
      'select out_refund_no from provider_refund where request_id = $1',
      [id],
    );
    const outRefundNo = rows[0]?.out_refund_no ?? '';
    await v2.epay.client.refund({ order: { outTradeNo: await orderNo() }, money: fen(1000n), outRefundNo });
    const calls = callsOf(v2);
    await abandon(id);
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect([callsOf(v2) - calls, paidOut(v2, await orderNo())]).toEqual([0, 1000]);
  });

  it('F69 does not take the money twice that was paid back by hand: the gateway refuses, and nothing is debited', async () => {
    const known = v2.fake.orders.find(({ outTradeNo }) => outTradeNo === undefined);
    expect(known).toBeUndefined();
    const byHand = await v2.epay.client.refund({
      order: { outTradeNo: await orderNo() },
      money: fen(1000n),
      outRefundNo: `BYHAND${newId('refund').slice(4)}`,
    });
    expect(byHand.kind).toBe('success');
    await work();
    expect(await wallet()).toBe(1000n);
    const id = await approved();
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'failed', order_status: 'fulfilled' });
    expect([await wallet(), paidOut(v2, await orderNo())]).toEqual([1000n, 1000]);
  });

  it('leaves what nobody knows of V1 to a person', async () => {
    await useOrder(paidRecharge(server.services.database, v1, fen(1000n)));
    const id = await approved();
    v1.fake.fault('refund', { kind: 'empty' }, 1);
    await work(v1);
    await work(v1);
    expect(await stateOf(id)).toMatchObject({ status: 'processing', state: 'unknown', attempts: 1 });
    const json = { outcome: 'succeeded', note: 'seen in the console' };
    expect((await decide(id, 'resolve', json)).body).toMatchObject({ status: 'succeeded' });
    expect(await stateOf(id)).toMatchObject({ order_status: 'refunded', refunded_fen: 1000 });
  });
});

describe('POST /v1/admin/refund-requests/{id}/resolve', () => {
  const json = { outcome: 'failed', note: 'seen in the console' };

  it('409 CONFLICT for one that is not unknown, 404 NOT_FOUND for none', async () => {
    const { id } = await asked();
    expect(outcomeOf(await decide(id, 'resolve', json))).toBe('409 CONFLICT status_changed');
    expect(outcomeOf(await decide(newId('refund'), 'resolve', json))).toBe('404 NOT_FOUND');
  });

  it('409 REFUND_NOT_ALLOWED for one’s own', async () => {
    const { id } = await asked();
    await query('update account set is_admin = true where id = $1', [payer.accountId]);
    expect(outcomeOf(await decide(id, 'resolve', json, { session: payer.session }))).toBe(
      '409 REFUND_NOT_ALLOWED same_person',
    );
  });
});
