export type { EpayAccount, EpayKeys } from './account.ts';
export type { OrderReference } from './call-context.ts';
export type { CreatedPayment, EpayClient, OrderPage } from './client.ts';
export { accountRecord, openEpayGateway, type EpayAccountRecord, type EpayGateway } from './gateway.ts';
export { EPAY_LIMITS } from './limits.ts';
export { differencesOf, type EpayOrderState, type EpayStatus, type ExpectedPayment } from './order-state.ts';
export type { EpayOutcome, EpayUnknown, UnknownReason } from './outcome.ts';
export type { EpayMessage, MalformedReason } from './parameters.ts';
export type { PayTarget } from './pay-target.ts';
export type { EpayOrder } from './pay-url.ts';
export { readOrders, type OrdersRead } from './read-orders.ts';
export type { EpayRefund, RefundRequest, RefundState } from './refund-calls.ts';
export {
  peekMessage,
  verifyNotify,
  verifyReturn,
  type EpayNotice,
  type MessageVerdict,
  type RefusalReason,
} from './verify-message.ts';
