import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fen } from '../../../shared/fen.ts';
import { newId } from '../../../shared/ids.ts';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import type { TestOrder } from '../../../testing/test-orders.ts';
import { refundCalls } from '../../../testing/test-refund-calls.ts';
import { openRefundWorld, paidRecharge, type RefundWorld } from '../../../testing/test-refunds.ts';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';

let server: TestServer;
let v1: RefundWorld;
let v2: RefundWorld;
let world: RefundWorld;
let order: TestOrder;
let payer: TestAccount;
const { query, decide, approved, work, callCount, paidOut, orderNo, wallet, stateOf } = refundCalls(() => ({
  server,
  world,
  order,
  payer,
}));
beforeAll(async () => {
  server = await openTestServer();
  [v1, v2] = [await openRefundWorld('v1'), await openRefundWorld('v2')];
});
afterAll(async () => {
  await v1.close();
  await v2.close();
  await server.close();
});
beforeEach(() => payAt(v2));

async function payAt(gateway: RefundWorld): Promise<void> {
  world = gateway;
  order = await paidRecharge(server.services.database, world, fen(1000n));
  payer = await server.createAccount({ organizationId: order.organizationId, role: 'billing' });
}

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
    const calls = callCount();
    const id = await approved();
    world.fake.fault('refund', fault, 1);
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'processing', state: 'unknown', refund_reserved_fen: 1000 });
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect([callCount() - calls, await paidOut()]).toEqual([1, 1000]);
  });

  it('F66 fails for a definite refusal, and gives the money back', async () => {
    const id = await approved();
    world.fake.fault('refund', { kind: 'other', members: { code: -1, msg: '余额不足' } }, 1);
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
    world.fake.fault('refundquery', { kind: 'other', members: { status: 0 } }, 3);
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
    const calls = callCount();
    const id = await approved();
    await abandon(id);
    await Promise.all([work(), work()]);
    expect(await stateOf(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect([callCount() - calls, await paidOut()]).toEqual([1, 1000]);
  });

  it('F45 finds the refund after a crash before it was recorded, and does not call again', async () => {
    const id = await approved();
    const { rows } = await query<{ out_refund_no: string }>(
      'select out_refund_no from provider_refund where request_id = $1',
      [id],
    );
    const outRefundNo = rows[0]?.out_refund_no ?? '';
    await world.epay.client.refund({ order: { outTradeNo: await orderNo() }, money: fen(1000n), outRefundNo });
    const calls = callCount();
    await abandon(id);
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect([callCount() - calls, await paidOut()]).toEqual([0, 1000]);
  });

  it('F69 does not take the money twice that was paid back by hand: the gateway refuses, and nothing is debited', async () => {
    const byHand = await world.epay.client.refund({
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
    expect([await wallet(), await paidOut()]).toEqual([1000n, 1000]);
  });

  it('leaves what nobody knows of V1 to a person', async () => {
    await payAt(v1);
    const id = await approved();
    world.fake.fault('refund', { kind: 'empty' }, 1);
    await work();
    await work();
    expect(await stateOf(id)).toMatchObject({ status: 'processing', state: 'unknown', attempts: 1 });
    const json = { outcome: 'succeeded', note: 'seen in the console' };
    expect((await decide(id, 'resolve', json)).body).toMatchObject({ status: 'succeeded' });
    expect(await stateOf(id)).toMatchObject({ order_status: 'refunded', refunded_fen: 1000 });
  });
});
