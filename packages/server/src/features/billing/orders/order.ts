import type { Json } from '../../../platform/schema/column.ts';
import type { FulfillmentKind, OrderPurpose, OrderStatus, PaymentChannel } from '../../../shared/billing-words.ts';
import type { Fen } from '../../../shared/fen.ts';

/** A payment order, its amounts as money. */
export interface Order {
  id: string;
  orderNo: string;
  organizationId: string;
  createdBy: string;
  purpose: OrderPurpose;
  amount: Fen;
  channel: PaymentChannel;
  /** Null: paid from the balance. */
  providerAccountId: string | null;
  status: OrderStatus;
  /** Given by the gateway; null: signed by us each time, or not asked for yet. */
  payUrl: string | null;
  /** Null: a recharge. */
  planSnapshot: Json;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  fulfilledAt: Date | null;
  closedAt: Date | null;
  fulfillmentKind: FulfillmentKind | null;
  refunded: Fen;
  refundReserved: Fen;
  version: number;
  /** Its time is over, by the clock of the database when it was read. */
  isOverdue: boolean;
}

/** Closed here; the gateway may still take money for it. */
export const CLOSED_STATUSES: readonly OrderStatus[] = ['cancelled', 'expired', 'failed'];

/** Its money was received. */
export const PAID_STATUSES: readonly OrderStatus[] = ['paid', 'fulfilled', 'partially_refunded', 'refunded'];
