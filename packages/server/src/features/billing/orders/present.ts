import { z } from 'zod';
import { fen, fenToJson } from '../../../shared/fen.ts';
import type { Order } from './order.ts';
import type { Balance, WalletLine } from './queries/transactions.ts';
import type { PresentedBalance, PresentedOrder, PresentedTransaction } from './schemas.ts';

/** What an order shows of its plan. */
const shownPlan = z.object({
  plan_code: z.string(),
  name: z.string(),
  interval: z.enum(['month', 'year']),
  interval_count: z.int(),
});

/** @param payUrl where it can be paid now; null: nowhere */
export function presentOrder(order: Order, payUrl: string | null): PresentedOrder {
  return {
    id: order.id,
    order_no: order.orderNo,
    purpose: order.purpose,
    amount_minor: fenToJson(order.amount),
    currency: 'CNY',
    channel: order.channel,
    status: order.status === 'pending' && order.isOverdue ? 'expired' : order.status,
    pay_url: payUrl,
    created_at: order.createdAt.toISOString(),
    expires_at: order.expiresAt.toISOString(),
    paid_at: order.paidAt?.toISOString() ?? null,
    fulfilled_at: order.fulfilledAt?.toISOString() ?? null,
    closed_at: order.closedAt?.toISOString() ?? null,
    refunded_minor: fenToJson(order.refunded),
    plan: planOf(order),
    fulfillment: order.fulfillmentKind,
  };
}

function planOf({ planSnapshot }: Order): PresentedOrder['plan'] {
  if (planSnapshot === null) return null;
  const { plan_code, name, interval, interval_count } = shownPlan.parse(planSnapshot);
  return { plan_id: plan_code, name, interval, interval_count };
}

export function presentBalance({ paid, bonus, held, at }: Balance): PresentedBalance {
  return {
    available_minor: fenToJson(fen(paid + bonus)),
    held_minor: fenToJson(held),
    bonus_minor: fenToJson(bonus),
    currency: 'CNY',
    as_of: at.toISOString(),
  };
}

export function presentTransaction(line: WalletLine): PresentedTransaction {
  return {
    id: line.transactionId,
    type: line.type,
    direction: line.direction,
    amount_minor: fenToJson(line.amount),
    balance_after_minor: fenToJson(line.balanceAfter),
    currency: 'CNY',
    description: line.memo ?? '',
    order_id: line.orderId,
    refund_request_id: line.refundRequestId,
    created_at: line.at.toISOString(),
  };
}

/** What the gateway shows of the plan; null: a recharge. */
export function planNameOf({ planSnapshot }: Order): string | null {
  return planSnapshot === null ? null : shownPlan.parse(planSnapshot).plan_code;
}
