import type {
  EpayProtocol,
  FulfillmentKind,
  NotificationSource,
  NotificationVerdict,
  OrderPurpose,
  OrderStatus,
  PaymentChannel,
  ProviderPaymentState,
  UnappliedReason,
} from '../../shared/billing-words.ts';
import {
  boolean,
  bytes,
  createdAt,
  fen,
  fixed,
  json,
  nullable,
  number,
  numbered,
  text,
  time,
  withDefault,
} from './column.ts';

export const provider_account = {
  id: fixed(text()),
  provider: fixed(withDefault(text<'epay'>())),
  pid: fixed(text()),
  protocol: fixed(text<EpayProtocol>()),
  api_base: fixed(text()),
  secret_ref: fixed(text()),
  enabled_for_new: withDefault(boolean()),
  verify_until: nullable(time()),
  created_at: createdAt(),
};

export const payment_order = {
  id: fixed(text()),
  order_no: fixed(text()),
  organization_id: fixed(text()),
  created_by: fixed(text()),
  purpose: fixed(text<OrderPurpose>()),
  amount_fen: fixed(fen()),
  currency: fixed(withDefault(text<'CNY'>())),
  channel: fixed(text<PaymentChannel>()),
  provider_account_id: fixed(nullable(text())),
  status: withDefault(text<OrderStatus>()),
  pay_url: nullable(text()),
  plan_snapshot: fixed(nullable(json())),
  created_at: createdAt(),
  expires_at: fixed(time()),
  paid_at: nullable(time()),
  fulfilled_at: nullable(time()),
  closed_at: nullable(time()),
  fulfillment_kind: nullable(text<FulfillmentKind>()),
  refunded_fen: withDefault(fen()),
  refund_reserved_fen: withDefault(fen()),
  /** Counted by a trigger. */
  version: fixed(withDefault(number('integer'))),
};

export const payment_order_history = {
  order_id: fixed(text()),
  version: fixed(number('integer')),
  status: fixed(text<OrderStatus>()),
  at: fixed(withDefault(time())),
};

export const payment_notification = {
  id: numbered(),
  received_at: fixed(withDefault(time())),
  source: fixed(text<NotificationSource>()),
  method: fixed(nullable(text())),
  remote_ip: fixed(nullable(text())),
  content_type: fixed(nullable(text())),
  raw: fixed(bytes()),
  pid: fixed(nullable(text())),
  out_trade_no: fixed(nullable(text())),
  trade_no: fixed(nullable(text())),
  amount_text: fixed(nullable(text())),
  trade_status: fixed(nullable(text())),
  sign_type: fixed(nullable(text())),
  verdict: text<NotificationVerdict>(),
  order_id: nullable(text()),
};

export const provider_payment = {
  id: fixed(text()),
  provider_account_id: fixed(text()),
  trade_no: fixed(text()),
  out_trade_no: fixed(text()),
  amount_fen: fixed(fen()),
  order_id: fixed(nullable(text())),
  state: text<ProviderPaymentState>(),
  reason: fixed(nullable(text<UnappliedReason>())),
  transaction_id: fixed(text()),
  resolution_transaction_id: nullable(text()),
  resolved_by: nullable(text()),
  resolved_at: nullable(time()),
  first_seen_at: fixed(withDefault(time())),
};

export const payment_poll = {
  order_id: fixed(text()),
  due_at: nullable(time()),
  asked_at: nullable(time()),
};

export const fulfillment = {
  order_id: fixed(text()),
  kind: fixed(text<FulfillmentKind>()),
  transaction_id: fixed(text()),
  subscription_period_id: fixed(nullable(text())),
  created_at: createdAt(),
};
