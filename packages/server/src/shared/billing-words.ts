/** The vocabularies of orders, subscriptions, refunds and documents; the constraints of the tables have the same. */

export const ORDER_PURPOSES = ['balance_recharge', 'plan_purchase', 'plan_renewal'] as const;
export type OrderPurpose = (typeof ORDER_PURPOSES)[number];

export const ORDER_STATUSES = [
  'pending',
  'paid',
  'fulfilled',
  'cancelled',
  'expired',
  'failed',
  'partially_refunded',
  'refunded',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const PAYMENT_CHANNELS = ['alipay', 'wxpay', 'qqpay', 'bank', 'cashier', 'balance'] as const;
export type PaymentChannel = (typeof PAYMENT_CHANNELS)[number];

export const FULFILLMENT_KINDS = ['balance', 'plan', 'late_to_balance'] as const;
export type FulfillmentKind = (typeof FULFILLMENT_KINDS)[number];

export const EPAY_PROTOCOLS = ['v1_md5', 'v2_rsa'] as const;
export type EpayProtocol = (typeof EPAY_PROTOCOLS)[number];

export const NOTIFICATION_SOURCES = ['notify', 'return', 'query', 'reconcile'] as const;
export type NotificationSource = (typeof NOTIFICATION_SOURCES)[number];

export const NOTIFICATION_VERDICTS = [
  'received',
  'accepted',
  'duplicate',
  'second_payment',
  'late',
  'unknown_order',
  'amount_mismatch',
  'pid_mismatch',
  'bad_signature',
  'stale_timestamp',
  'not_success',
  'malformed',
  'error',
] as const;
export type NotificationVerdict = (typeof NOTIFICATION_VERDICTS)[number];

export const PROVIDER_PAYMENT_STATES = ['applied', 'unapplied', 'resolved'] as const;
export type ProviderPaymentState = (typeof PROVIDER_PAYMENT_STATES)[number];

export const UNAPPLIED_REASONS = ['second_payment', 'unknown_order', 'amount_mismatch', 'pid_mismatch'] as const;
export type UnappliedReason = (typeof UNAPPLIED_REASONS)[number];

export const SUBSCRIPTION_STATUSES = ['active', 'grace', 'expired', 'cancelled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const RENEWAL_OUTCOMES = ['renewed', 'insufficient_balance', 'error'] as const;
export type RenewalOutcome = (typeof RENEWAL_OUTCOMES)[number];

export const REFUND_DESTINATIONS = ['original', 'balance'] as const;
export type RefundDestination = (typeof REFUND_DESTINATIONS)[number];

export const REFUND_REQUEST_STATUSES = [
  'submitted',
  'approved',
  'rejected',
  'withdrawn',
  'processing',
  'succeeded',
  'failed',
] as const;
export type RefundRequestStatus = (typeof REFUND_REQUEST_STATUSES)[number];

export const REFUND_FAILURES = ['REFUND_PROVIDER_FAILED', 'REFUND_NOT_ALLOWED'] as const;
export type RefundFailure = (typeof REFUND_FAILURES)[number];

export const PROVIDER_REFUND_STATES = ['queued', 'submitting', 'unknown', 'succeeded', 'failed'] as const;
export type ProviderRefundState = (typeof PROVIDER_REFUND_STATES)[number];

export const TITLE_TYPES = ['personal', 'enterprise'] as const;
export type TitleType = (typeof TITLE_TYPES)[number];

export const INVOICE_TYPES = ['vat_normal', 'vat_special'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

export const INVOICE_STATUSES = ['submitted', 'processing', 'issued', 'rejected', 'cancelled', 'red_issued'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const RECONCILE_MODES = ['dry_run', 'apply'] as const;
export type ReconcileMode = (typeof RECONCILE_MODES)[number];

export const RECONCILE_STATUSES = ['running', 'completed', 'failed'] as const;
export type ReconcileStatus = (typeof RECONCILE_STATUSES)[number];

export const RECONCILE_CLASSES = [
  'matched',
  'paid_there_pending_here',
  'paid_there_closed_here',
  'paid_here_unpaid_there',
  'missing_there',
  'missing_here',
  'amount_mismatch',
  'second_payment',
  'refund_mismatch',
  'refunded_there_only',
  'frozen_there',
  'fee_difference',
  'ledger_mismatch',
] as const;
export type ReconcileClass = (typeof RECONCILE_CLASSES)[number];
