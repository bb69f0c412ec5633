import { startFakeEpayGateway, type FakeEpayGateway } from '@revera/testkit/servers';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
import { fen, type Fen } from '../shared/fen.ts';
import { newId } from '../shared/ids.ts';
import { newOrder, pay, randomNumber, type TestOrder } from './test-orders.ts';
import { accountRecord, openEpayGateway, type EpayGateway } from '../features/billing/epay/index.ts';

/** A gateway that runs, and ours for it. */
export interface RefundWorld {
  fake: FakeEpayGateway;
  epay: EpayGateway;
  close(): Promise<void>;
}

export async function openRefundWorld(
  protocol: 'v1' | 'v2',
  keys: Parameters<typeof startFakeEpayGateway>[0] = {},
): Promise<RefundWorld> {
  const fake = await startFakeEpayGateway(keys);
  const config = readConfig(fake.settings(protocol)).epay;
  const epay = await openEpayGateway(config, { clock: systemClock, log: silentLog });
  if (epay === null) throw new Error('the settings of the gateway make a gateway');
  return { fake, epay, close: () => fake.close() };
}

/** A recharge that was paid, here and at the gateway. */
export async function paidRecharge(
  database: Pick<Database, 'pool'>,
  { epay, fake }: Pick<RefundWorld, 'epay' | 'fake'>,
  amount: Fen,
): Promise<TestOrder & { orderNo: string }> {
  const order = await newOrder(database, amount, accountRecord(epay));
  await pay(database, order);
  const { rows } = await database.pool.query<{ order_no: string }>('select order_no from payment_order where id = $1', [
    order.id,
  ]);
  const orderNo = rows[0]?.order_no ?? '';
  const given = {
    outTradeNo: orderNo,
    money: amount,
    name: 'order',
    type: 'alipay',
    notifyUrl: 'https://revera.example/notify',
    returnUrl: 'https://revera.example/return',
  } as const;
  const created = await epay.client.create(given, '203.0.113.7');
  if (created.kind !== 'success') throw new Error(`the gateway made no order: ${created.kind}`);
  const known = fake.orders.find(({ outTradeNo }) => outTradeNo === orderNo);
  if (known !== undefined) Object.assign(known, { status: 'paid', paidAt: new Date() });
  return { ...order, orderNo };
}

const ENTRY = `insert into ledger_entry (transaction_id, account_id, amount_fen)
  select $1, a.id, case when a.code = $2 then $4::bigint else -$4::bigint end from ledger_account a
  where a.code in ($2, $3) and (a.organization_id is null or a.organization_id = $5) order by a.id`;

/** A plan of 30 days that was paid from the balance, this many days ago; the balance had ten times as much. */
export async function paidPlan({ pool }: Pick<Database, 'pool'>, amount: Fen, daysAgo: number): Promise<TestOrder> {
  const order = { id: newId('order'), organizationId: newId('organization'), amount, providerAccountId: '' };
  const { organizationId } = order;
  const [gift, fulfil, subscription, period] = [
    newId('transaction'),
    newId('transaction'),
    newId('subscription'),
    newId('subscriptionPeriod'),
  ];
  const began = `date_trunc('second', now()) - ${daysAgo} * interval '1 day'`;
  const client = await pool.connect();
  const book = async (id: string, kind: string, source: string, [debit, credit]: [string, string], sum: Fen) => {
    await client.query(
      'insert into ledger_transaction (id, kind, source_id, organization_id) values ($1, $2, $3, $4)',
      [id, kind, source, organizationId],
    );
    await client.query(ENTRY, [id, debit, credit, sum, organizationId]);
  };
  try {
    await client.query('begin');
    await client.query(`insert into organization (id, name, kind) values ($1, 'Test', 'team')`, [organizationId]);
    await client.query(
      `insert into plan (code, version, name, price_fen, is_hidden, included, more_fen, when_used_up)
       values ('refundable', 1, '{"en":"R","zh-CN":"R"}', 3000, false, '{"signing": 100}', '{}', 'refuse') on conflict do nothing`,
    );
    await client.query(`insert into ledger_account (code, organization_id) values ('wallet', $1)`, [organizationId]);
    await book(gift, 'adjust', gift, ['adjustment_expense', 'wallet'], fen(10n * amount));
    await client.query(
      `insert into payment_order (id, order_no, organization_id, created_by, purpose, amount_fen, channel, plan_snapshot,
         created_at, expires_at)
       values ($1, $2, $3, 'system', 'plan_purchase', $4, 'balance', '{}', ${began}, ${began} + interval '1 hour')`,
      [order.id, randomNumber(), organizationId, amount],
    );
    await client.query(`update payment_order set status = 'paid', paid_at = ${began} where id = $1`, [order.id]);
    await client.query(
      `insert into subscription (id, organization_id, plan_code, plan_version, status, anchor_at, current_period_start, current_period_end)
       values ($1, $2, 'refundable', 1, 'active', ${began}, ${began}, ${began} + interval '30 days')`,
      [subscription, organizationId],
    );
    await client.query(
      `insert into subscription_period (id, subscription_id, organization_id, order_id, plan_code, plan_version, starts_at, ends_at, amount_fen)
       values ($1, $2, $3, $4, 'refundable', 1, ${began}, ${began} + interval '30 days', $5)`,
      [period, subscription, organizationId, order.id, amount],
    );
    await book(fulfil, 'fulfil', order.id, ['wallet', 'deferred_revenue'], amount);
    await client.query(
      `insert into fulfillment (order_id, kind, transaction_id, subscription_period_id) values ($1, 'plan', $2, $3)`,
      [order.id, fulfil, period],
    );
    await client.query(
      `update payment_order set status = 'fulfilled', fulfilled_at = now(), fulfillment_kind = 'plan' where id = $1`,
      [order.id],
    );
    await client.query('commit');
    return order;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
