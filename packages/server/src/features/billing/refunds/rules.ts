import type { FulfillmentKind, OrderStatus, PaymentChannel, RefundDestination } from '../../../shared/billing-words.ts';
import type { DetailsOf } from '../../../shared/error-details.ts';
import { fen, type Fen } from '../../../shared/fen.ts';

export type RefundRefusal = DetailsOf<'REFUND_NOT_ALLOWED'>['reason'];

/** What decides about a refund of an order, read under its lock. */
export interface RefundFacts {
  id: string;
  organizationId: string;
  status: OrderStatus;
  channel: PaymentChannel;
  fulfillmentKind: FulfillmentKind | null;
  amount: Fen;
  refunded: Fen;
  reserved: Fen;
  /** Whether the gateway still pays it back the way it came. */
  isWithinWindow: boolean;
  hasIssuedInvoice: boolean;
  /** What the organization has paid for and not spent. */
  wallet: Fen;
  /** Null: the order gave no period of a plan. */
  period: { days: number; daysLeft: number; isFresh: boolean } | null;
}

/** Where the money of an order lies that is given back. */
export function sourceOf({ fulfillmentKind }: Pick<RefundFacts, 'fulfillmentKind'>): 'wallet' | 'deferred_revenue' {
  return fulfillmentKind === 'plan' ? 'deferred_revenue' : 'wallet';
}

/** The way it was paid. */
export function usualDestination({ channel }: Pick<RefundFacts, 'channel'>): RefundDestination {
  return channel === 'balance' ? 'balance' : 'original';
}

/** What is on the balance goes back the way it came; what was paid from the balance, nowhere else. */
export function canGoTo({ channel, fulfillmentKind }: RefundFacts, destination: RefundDestination): boolean {
  return destination === 'balance' ? fulfillmentKind === 'plan' : channel !== 'balance';
}

/** The most that all refunds of an order may come to: of a plan, what is left of its days, which each refund makes fewer. */
function refundableOf({ amount, refunded, period }: Pick<RefundFacts, 'amount' | 'refunded' | 'period'>): Fen {
  if (period === null || period.isFresh) return amount;
  return fen(refunded + (amount * BigInt(period.daysLeft)) / BigInt(period.days));
}

/** The most that can be asked for now. */
export function mostRefundable(facts: RefundFacts): Fen {
  const { refunded, reserved, wallet } = facts;
  const left = refundableOf(facts) - refunded - reserved;
  const most = sourceOf(facts) === 'wallet' && wallet < left ? wallet : left;
  return fen(most < 0n ? 0n : most);
}

/** What is to be given back, and where to. */
export interface WantedRefund {
  amount: Fen;
  destination: RefundDestination;
  /** Whether the gateway pays back what was paid as a whole, or nothing. */
  isFullOnly: boolean;
}

/** Why this refund is not allowed; null: it is. */
export function judgeRefund(facts: RefundFacts, wanted: WantedRefund): RefundRefusal | null {
  const { amount, destination, isFullOnly } = wanted;
  const { status, refunded, reserved, isWithinWindow, hasIssuedInvoice, wallet } = facts;
  if (status !== 'fulfilled' && status !== 'partially_refunded') return 'not_fulfilled';
  if (hasIssuedInvoice) return 'invoice_issued';
  if (destination === 'original' && !isWithinWindow) return 'window_closed';
  if (refunded + reserved + amount > refundableOf(facts)) return 'exceeds_refundable';
  if (destination === 'original' && isFullOnly && amount !== facts.amount) return 'channel_full_only';
  return sourceOf(facts) === 'wallet' && amount > wallet ? 'balance_spent' : null;
}
