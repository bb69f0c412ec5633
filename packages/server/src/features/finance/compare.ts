import type { OrderStatus, ReconcileClass } from '../../shared/billing-words.ts';
import type { Fen } from '../../shared/fen.ts';
import type { EpayOrderState } from '../billing/epay/index.ts';

/** An order of ours, as it is held against the gateway's. */
export interface OurOrder {
  id: string;
  orderNo: string;
  organizationId: string;
  providerAccountId: string | null;
  status: OrderStatus;
  /** It can still be paid. */
  isOpen: boolean;
  amount: Fen;
  /** The gateway's number of the payment that was applied to it; null: it is not paid. */
  tradeNo: string | null;
  /** Given back through the gateway. */
  refunded: Fen;
  /** Refunds through the gateway of which nobody knows yet what came. */
  refunding: Fen;
}

export type GatewayOrder = Pick<EpayOrderState, 'tradeNo' | 'outTradeNo' | 'money' | 'status' | 'refundedMoney'>;

/** How an order at the gateway compares with ours; null: there is nothing to compare, because nobody has paid. */
export function classOf(
  theirs: GatewayOrder,
  ours: OurOrder | undefined,
  providerAccountId: string,
): ReconcileClass | null {
  if (theirs.status === 'frozen') return 'frozen_there';
  const isPaidThere = theirs.status === 'paid' || theirs.status === 'refunded';
  if (ours === undefined || ours.providerAccountId !== providerAccountId) return isPaidThere ? 'missing_here' : null;
  if (!isPaidThere) return ours.tradeNo === theirs.tradeNo ? 'paid_here_unpaid_there' : null;
  if (theirs.money !== ours.amount) return 'amount_mismatch';
  if (ours.tradeNo === theirs.tradeNo) return refundClassOf(theirs, ours);
  if (theirs.status === 'refunded') return 'refunded_there_only';
  if (ours.tradeNo !== null) return 'second_payment';
  return ours.isOpen ? 'paid_there_pending_here' : 'paid_there_closed_here';
}

function refundClassOf({ status, refundedMoney }: GatewayOrder, { refunded, refunding }: OurOrder): ReconcileClass {
  if (status === 'paid') return refunded === 0n ? 'matched' : 'refund_mismatch';
  if (refunded === 0n && refunding === 0n) return 'refunded_there_only';
  // V1 does not say how much.
  const isLikely = refundedMoney === null || (refundedMoney >= refunded && refundedMoney <= refunded + refunding);
  return isLikely ? 'matched' : 'refund_mismatch';
}

/**
 * What a run does about a difference, or would do. `review`: nothing, a person has to look. `ask_again`: nothing, the gateway did
 * not confirm what its list says. Nothing is ever reversed or deleted.
 */
export const RECONCILE_ACTIONS = ['none', 'book', 'suspend', 'freeze', 'review', 'ask_again'] as const;
export type ReconcileAction = (typeof RECONCILE_ACTIONS)[number];

export const ACTION_OF: Readonly<Record<ReconcileClass, ReconcileAction>> = {
  matched: 'none',
  paid_there_pending_here: 'book',
  paid_there_closed_here: 'book',
  paid_here_unpaid_there: 'freeze',
  missing_there: 'review',
  missing_here: 'suspend',
  amount_mismatch: 'suspend',
  second_payment: 'suspend',
  refund_mismatch: 'review',
  refunded_there_only: 'review',
  frozen_there: 'review',
  fee_difference: 'review',
  ledger_mismatch: 'review',
};

/** Whether a run did it by itself. */
export function isDone(action: ReconcileAction): boolean {
  return action !== 'review' && action !== 'ask_again';
}

export function isReconcileAction(text: string): text is ReconcileAction {
  return RECONCILE_ACTIONS.some((action) => action === text);
}
