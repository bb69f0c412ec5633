import type { SeededRandom } from '@revera/testkit';
import { approveRefund, rejectRefund, resolveRefund } from '../../features/billing/refunds/decide-refund.ts';
import { requestRefund, withdrawRefund } from '../../features/billing/refunds/request-refund.ts';
import { workOnRefunds } from '../../features/billing/refunds/worker.ts';
import type { PaymentGateway } from '../../features/billing/orders/index.ts';
import type { Database } from '../../platform/database.ts';
import { retriedTransaction } from '../../platform/retried-transaction.ts';
import { count, type MoneyWorld } from './world.ts';

const ASKER = { actor: { kind: 'account', id: 'usr_who_asks' } } as const;
const DECIDER = { actor: { kind: 'account', id: 'usr_who_decides' } } as const;
const NEVER = new AbortController().signal;

/** One row of many, another with each number. */
async function someRow<Row extends object>(
  { database: { pool } }: MoneyWorld,
  random: SeededRandom,
  rows: string,
): Promise<Row | undefined> {
  const found = await pool.query<Row>(`select * from (${rows}) t order by md5(t.id || $1) limit 1`, [
    String(random.below(1_000_000)),
  ]);
  return found.rows[0];
}

/** Of any paid order, also of those that were paid from the balance: the whole of it, or a part. */
export async function requestSomeRefund(world: MoneyWorld, random: SeededRandom): Promise<void> {
  const order = await someRow<{ id: string; organization_id: string; amount: number }>(
    world,
    random,
    `select id, organization_id, amount_fen::int as amount from payment_order
     where status in ('fulfilled', 'partially_refunded', 'refunded')`,
  );
  if (order === undefined) return;
  const amount_minor = random.below(2) === 0 ? order.amount : 1 + random.below(order.amount);
  const body = { order_id: order.id, amount_minor, reason: 'model' };
  const given = { organizationId: order.organization_id, body, isFullOnly: false };
  await retriedTransaction(world.services.db, (trx) => requestRefund(trx, given, ASKER));
  count(world, 'refunds: requested');
}

export async function decideSomeRefund(world: MoneyWorld, random: SeededRandom): Promise<void> {
  const request = await someRow<{ id: string; organization_id: string }>(
    world,
    random,
    `select id, organization_id from refund_request where status = 'submitted'`,
  );
  if (request === undefined) return;
  const { id, organization_id: organizationId } = request;
  const { db } = world.services;
  const decision = { id, note: 'model' };
  switch (random.below(6)) {
    case 0:
      await rejectRefund(db, decision, DECIDER);
      return count(world, 'refunds: rejected');
    case 1:
      await retriedTransaction(db, (trx) => withdrawRefund(trx, { organizationId, id }, ASKER));
      return count(world, 'refunds: withdrawn');
    default:
      await approveRefund({ db, epay: world.gateway }, decision, DECIDER);
      return count(world, 'refunds: approved');
  }
}

export function workOnSome({ db, log, limits }: MoneyWorld['services'], epay: PaymentGateway): Promise<void> {
  return workOnRefunds({ db, log, limits, epay }, { stopping: NEVER, absentTwiceMs: 1 });
}

/** By V1 nobody can ask what came of a call, so that a person looks it up, and says what the gateway shows. */
export async function lookUpRefund(world: MoneyWorld, random: SeededRandom): Promise<void> {
  const refund = await someRow<{ id: string; out_refund_no: string }>(
    world,
    random,
    `select request_id as id, out_refund_no from provider_refund where state = 'unknown'`,
  );
  if (refund === undefined) return;
  const outcome = world.paidBack.has(refund.out_refund_no) ? 'succeeded' : 'failed';
  await resolveRefund(world.services.db, { id: refund.id, outcome, note: 'model' }, DECIDER);
  count(world, `refunds: looked up, ${outcome}`);
}

/** Ends all that was approved, as the service and the operator do in a while. */
export async function endRefunds(world: MoneyWorld, random: SeededRandom): Promise<void> {
  const { pool } = world.database;
  const open = async (states: string) =>
    (await pool.query(`select from provider_refund where state in (${states})`)).rowCount ?? 0;
  while ((await open(`'queued'`)) > 0) await workOnSome(world.services, world.gateway);
  await abandon(world.database);
  while ((await open(`'unknown'`)) > 0) await lookUpRefund(world, random);
}

/** As when those who called have been silent for minutes. */
async function abandon({ pool }: Database): Promise<void> {
  await pool.query(
    `begin; set local session_replication_role = replica;
     update provider_refund set changed_at = changed_at - interval '1 day' where state = 'submitting';
     commit`,
  );
  await pool.query(`update provider_refund set state = 'unknown' where state = 'submitting'`);
}
