import type { SeededRandom } from '@revera/testkit';
import { z } from 'zod';
import { orderPlan, orderRenewal } from '../../features/billing/orders/checkout.ts';
import { orderRecharge } from '../../features/billing/orders/recharge.ts';
import { quotePlan } from '../../features/billing/subscriptions/index.ts';
import { answerOnce } from '../../http/answer-once.ts';
import { retriedTransaction } from '../../platform/retried-transaction.ts';
import type { Answer } from '../../platform/stored-answer.ts';
import { AppError } from '../../shared/app-error.ts';
import { fen } from '../../shared/fen.ts';
import { newId } from '../../shared/ids.ts';
import { randomNumber } from '../test-orders.ts';
import type { KnownOrder, MoneyWorld } from './world.ts';

const BY = { actor: { kind: 'system', id: null } } as const;
const PLANS = ['starter', 'starter', 'business'];

const presented = z.looseObject({ id: z.string(), order_no: z.string(), amount_minor: z.int(), channel: z.string() });

/** From now on things may happen to it; what is paid from the balance is no business of the gateway. */
function remember(world: MoneyWorld, organizationId: string, { body }: Answer): void {
  const { id, order_no: orderNo, amount_minor: amount, channel } = presented.parse(body);
  if (channel === 'balance' || world.orders.some((known) => known.id === id)) return;
  world.orders.push({ id, orderNo, organizationId, amount: fen(BigInt(amount)) });
}

/** A recharge by one of a few keys, which are used again: the answers must be the same (I21). */
export async function rechargeOnce(world: MoneyWorld, organizationId: string, random: SeededRandom): Promise<void> {
  const { db, gateway, limits } = world.services;
  const amount = 100 * (1 + random.below(200));
  const key = `${amount}-${random.below(3)}`;
  const once = { organizationId, operation: 'model.recharge', key, input: { amount }, keptMs: limits.idempotencyMs };
  const providerAccountId = gateway?.accountId ?? '';
  const { answer } = await answerOnce(db, once, (trx) =>
    orderRecharge(trx, {
      organizationId,
      amount_minor: amount,
      channel: 'alipay',
      providerAccountId,
      by: BY,
      hasKey: true,
    }),
  );
  const [name, text] = [`${organizationId} ${key}`, JSON.stringify(answer)];
  const earlier = world.answers.get(name) ?? text;
  world.answers.set(name, earlier);
  if (earlier !== text) world.problems.push(`I21 the request ${name} was answered twice, differently`);
  remember(world, organizationId, answer);
}

export async function buyPlan(
  world: MoneyWorld,
  organizationId: string,
  random: SeededRandom,
  channel: 'alipay' | 'balance',
): Promise<void> {
  const plan = PLANS[random.below(PLANS.length)] ?? 'starter';
  const request = { ...terms(world, organizationId), channel, plan_id: plan };
  remember(world, organizationId, await retriedTransaction(world.services.db, (trx) => orderPlan(trx, request)));
}

export async function renew(world: MoneyWorld, organizationId: string, random: SeededRandom): Promise<void> {
  const channel = random.below(2) === 0 ? 'alipay' : 'balance';
  const request = { ...terms(world, organizationId), channel, periods: 1 + random.below(2) } as const;
  remember(world, organizationId, await retriedTransaction(world.services.db, (trx) => orderRenewal(trx, request)));
}

function terms({ gateway }: MoneyWorld, organizationId: string) {
  return { organizationId, providerAccountId: gateway.accountId, by: BY };
}

/** An order that nobody paid in time; nothing has noticed yet. */
export async function orderOverdue(world: MoneyWorld, organizationId: string, random: SeededRandom): Promise<void> {
  const isPlan = random.below(2) === 0;
  const offer = isPlan ? await quote(world, organizationId) : null;
  const order = {
    id: newId('order'),
    orderNo: randomNumber(),
    organizationId,
    amount: offer?.amount ?? fen(BigInt(100 * (1 + random.below(50)))),
  };
  const isStored = await insertOverdue(world, order, offer);
  if (isStored) world.orders.push(order);
}

async function quote({ services: { db } }: MoneyWorld, organizationId: string) {
  const offer = await db.transaction().execute((trx) => quotePlan(trx, organizationId, 'starter'));
  if (offer.unavailable !== undefined) throw new AppError('PLAN_NOT_AVAILABLE');
  return offer;
}

/** False: the organization has an open order of a plan already. */
async function insertOverdue(
  { database: { pool }, gateway }: MoneyWorld,
  { id, orderNo, organizationId, amount }: KnownOrder,
  offer: { purpose: string; snapshot: object } | null,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into payment_order (id, order_no, organization_id, created_by, purpose, amount_fen, channel, provider_account_id,
       plan_snapshot, created_at, expires_at)
     select $1, $2, $3, 'system', $4, $5::bigint, 'alipay', $6, $7::jsonb, now() - interval '1 hour', now() - interval '1 second'
     from (select pg_advisory_xact_lock(hashtextextended('orders of ' || $3::text, 0))) as locked_as_every_request_does
     on conflict do nothing`,
    [
      id,
      orderNo,
      organizationId,
      offer?.purpose ?? 'balance_recharge',
      amount,
      gateway.accountId,
      offer === null ? null : JSON.stringify(offer.snapshot),
    ],
  );
  return rowCount === 1;
}
