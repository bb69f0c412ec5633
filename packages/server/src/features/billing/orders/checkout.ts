import type { DbTransaction } from '../../../platform/database.ts';
import type { Answer } from '../../../platform/stored-answer.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { PaymentChannel } from '../../../shared/billing-words.ts';
import { fenToJson } from '../../../shared/fen.ts';
import type { AuditedBy } from '../../audit/index.ts';
import { liveSubscription, planSnapshotSchema, quotePlan, type PlanQuote } from '../subscriptions/index.ts';
import { cancelOpenOrder } from './cancel-order.ts';
import { expireOrder } from './expire.ts';
import type { Order } from './order.ts';
import { payFromBalance } from './pay-from-balance.ts';
import { placeOrder } from './place-order.ts';
import { planNameOf, presentOrder } from './present.ts';
import { findOpenPlanOrder, findOrder, isPlanUndelivered, lockOrder, lockOrdersOf } from './queries/orders.ts';

/** Who buys, and how it is paid. */
export interface PlanRequest {
  organizationId: string;
  channel: PaymentChannel;
  /** What the buyer was shown; undefined: it is not compared. */
  expected_amount_minor?: number | undefined;
  /** Of the gateway. */
  providerAccountId: string;
  by: AuditedBy;
}

type Offer = Extract<PlanQuote, { unavailable?: undefined }>;

/**
 * Orders a plan: a new one, a renewal or an upgrade. An open order for the same is answered again; one for something else is cancelled.
 *
 * @throws {AppError} PLAN_NOT_AVAILABLE, PAYMENT_FULFILLMENT_PENDING, INSUFFICIENT_BALANCE
 */
export async function orderPlan(
  trx: DbTransaction,
  request: PlanRequest & { plan_id: string; auto_renew?: boolean | undefined },
): Promise<Answer> {
  const { organizationId, plan_id: planCode, auto_renew = false } = request;
  await lockOrdersOf(trx, organizationId);
  const offer = offerOf(await quotePlan(trx, organizationId, planCode));
  return orderOffer(trx, request, { ...offer, snapshot: { ...offer.snapshot, auto_renew } }, 200);
}

/**
 * Orders further months of the plan that the organization has.
 *
 * @throws {AppError} SUBSCRIPTION_REQUIRED, and those of {@link orderPlan}
 */
export async function orderRenewal(trx: DbTransaction, request: PlanRequest & { periods: number }): Promise<Answer> {
  const { organizationId, periods } = request;
  await lockOrdersOf(trx, organizationId);
  const live = await liveSubscription(trx, organizationId);
  if (live === undefined) throw new AppError('SUBSCRIPTION_REQUIRED');
  return orderOffer(trx, request, offerOf(await quotePlan(trx, organizationId, live.plan_code, { periods })), 201);
}

function offerOf(quote: PlanQuote): Offer {
  if (quote.unavailable === undefined) return quote;
  throw new AppError('PLAN_NOT_AVAILABLE', { details: { reason: quote.unavailable } });
}

async function orderOffer(trx: DbTransaction, request: PlanRequest, offer: Offer, status: 200 | 201): Promise<Answer> {
  const { organizationId, channel, by, expected_amount_minor: expected } = request;
  if (expected !== undefined && expected !== fenToJson(offer.amount)) {
    throw new AppError('PLAN_NOT_AVAILABLE', { details: { reason: 'price_changed' } });
  }
  if (await isPlanUndelivered(trx, organizationId)) throw new AppError('PAYMENT_FULFILLMENT_PENDING');
  const open = await findOpenPlanOrder(trx, organizationId);
  if (open !== undefined && !open.isOverdue && isSame(open, request, offer)) {
    return { status: 200, body: presentOrder(open, null) };
  }
  if (open !== undefined) await replace(trx, open, by);
  const order = await placeOrder(
    trx,
    {
      organizationId,
      purpose: offer.purpose,
      amount: offer.amount,
      channel,
      providerAccountId: channel === 'balance' ? null : request.providerAccountId,
      snapshot: offer.snapshot,
    },
    by,
  );
  return { status, body: presentOrder(channel === 'balance' ? await payAtOnce(trx, order) : order, null) };
}

function isSame(open: Order, { channel }: PlanRequest, { amount, purpose, snapshot }: Offer): boolean {
  const isSamePlan = planNameOf(open) === snapshot.plan_code && open.purpose === purpose;
  const isSameWish = planSnapshotSchema.parse(open.planSnapshot).auto_renew === snapshot.auto_renew;
  return isSamePlan && isSameWish && open.amount === amount && open.channel === channel;
}

/** @throws {AppError} PAYMENT_ALREADY_PROCESSED: it was paid meanwhile */
async function replace(trx: DbTransaction, { id }: Order, by: AuditedBy): Promise<void> {
  const open = await lockOrder(trx, { id });
  if (open?.status !== 'pending') return;
  if (open.isOverdue) await expireOrder(trx, open);
  else await cancelOpenOrder(trx, id, { by });
}

async function payAtOnce(trx: DbTransaction, order: Order): Promise<Order> {
  const payment = await payFromBalance(trx, order);
  if (payment === 'fulfilled') return (await findOrder(trx, order.id)) ?? order;
  if ('impossible' in payment) throw new AppError('PLAN_NOT_AVAILABLE', { details: { reason: 'off_sale' } });
  const { required, available } = payment.insufficient;
  const details = { required_minor: fenToJson(required), available_minor: fenToJson(available) };
  throw new AppError('INSUFFICIENT_BALANCE', { details });
}
