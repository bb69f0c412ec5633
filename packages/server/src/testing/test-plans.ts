import type { Database } from '../platform/database.ts';
import type { DbTransaction } from '../platform/database.ts';
import { fen, type Fen } from '../shared/fen.ts';
import { newId } from '../shared/ids.ts';
import { ensurePlans } from '../features/billing/plans/index.ts';
import { postTransaction } from '../features/billing/ledger/index.ts';
import { grantPeriod, quotePlan, type PlanSnapshot } from '../features/billing/subscriptions/index.ts';
import { randomNumber } from './test-orders.ts';

/** Organizations that buy plans from their balance, for tests; nothing here is how an order is really made. */

type Data = Pick<Database, 'db' | 'pool'>;

export async function newPayer({ db, pool }: Data, balance: bigint): Promise<string> {
  await ensurePlans(db);
  const id = newId('organization');
  await pool.query(`insert into organization (id, name, kind) values ($1, 'Test', 'team')`, [id]);
  await giveBalance({ db, pool }, id, balance);
  return id;
}

export async function giveBalance({ db }: Data, organizationId: string, amount: bigint): Promise<void> {
  if (amount === 0n) return;
  await db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'adjust',
      sourceId: newId('order'),
      organizationId,
      entries: [
        { debit: 'adjustment_expense', amount: fen(amount) },
        { credit: 'wallet', amount: fen(amount) },
      ],
    }),
  );
}

/** Buys what was offered: the order, its period, its money and its fulfillment, in one transaction. */
export async function buyOffered(
  { db }: Data,
  organizationId: string,
  { amount, snapshot }: { amount: Fen; snapshot: PlanSnapshot },
): ReturnType<typeof grantPeriod> {
  return db.transaction().execute(async (trx) => {
    const orderId = await insertPaidOrder(trx, organizationId, { amount, snapshot });
    const granted = await grantPeriod(trx, { orderId, organizationId, snapshot, amount });
    if ('impossible' in granted) throw new Error(granted.impossible);
    const posted = await postTransaction(trx, {
      kind: 'fulfil',
      sourceId: orderId,
      organizationId,
      entries: [
        { debit: 'wallet', amount },
        { credit: 'deferred_revenue', amount },
      ],
    });
    if (posted.kind !== 'posted') throw new Error(posted.kind);
    const fulfillment = { order_id: orderId, kind: 'plan', transaction_id: posted.id } as const;
    await trx
      .insertInto('fulfillment')
      .values({ ...fulfillment, subscription_period_id: granted.periodId })
      .execute();
    const done = { status: 'fulfilled', fulfilled_at: new Date(), fulfillment_kind: 'plan' } as const;
    await trx.updateTable('payment_order').set(done).where('id', '=', orderId).execute();
    return granted;
  });
}

async function insertPaidOrder(
  trx: DbTransaction,
  organizationId: string,
  { amount, snapshot }: { amount: Fen; snapshot: PlanSnapshot },
): Promise<string> {
  const id = newId('order');
  await trx
    .insertInto('payment_order')
    .values({
      id,
      order_no: randomNumber(),
      organization_id: organizationId,
      created_by: 'system',
      purpose: snapshot.change === 'renewal' ? 'plan_renewal' : 'plan_purchase',
      amount_fen: amount,
      channel: 'balance',
      plan_snapshot: JSON.stringify(snapshot),
      expires_at: new Date(Date.now() + 600_000),
    })
    .execute();
  await trx.updateTable('payment_order').set({ status: 'paid', paid_at: new Date() }).where('id', '=', id).execute();
  return id;
}

/** What a plan costs now; fails when it cannot be bought. */
export async function quoted({ db }: Data, organizationId: string, plan: string, periods = 1) {
  const quote = await db.transaction().execute((trx) => quotePlan(trx, organizationId, plan, { periods }));
  if (quote.unavailable !== undefined) throw new Error(quote.unavailable);
  return quote;
}

export async function buyPlan(data: Data, organizationId: string, plan: string, periods = 1) {
  return buyOffered(data, organizationId, await quoted(data, organizationId, plan, periods));
}

/** As if everything of the subscription had happened so much earlier. */
export async function moveBack({ pool }: Data, organizationId: string, interval: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `update subscription set anchor_at = anchor_at - $2::interval, current_period_start = current_period_start - $2::interval,
         current_period_end = current_period_end - $2::interval, grace_until = grace_until - $2::interval,
         created_at = created_at - $2::interval where organization_id = $1`,
      [organizationId, interval],
    );
    await client.query(
      `update subscription_period set starts_at = starts_at - $2::interval, ends_at = ends_at - $2::interval,
         ended_early_at = ended_early_at - $2::interval, created_at = created_at - $2::interval where organization_id = $1`,
      [organizationId, interval],
    );
    for (const table of ['auto_renew_attempt', 'subscription_notice']) {
      await client.query(
        `update ${table} a set period_end = period_end - $2::interval, at = at - $2::interval
         from subscription s where s.id = a.subscription_id and s.organization_id = $1`,
        [organizationId, interval],
      );
    }
    await client.query('commit');
  } finally {
    await client.query('rollback');
    client.release();
  }
}
