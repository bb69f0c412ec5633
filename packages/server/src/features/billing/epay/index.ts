export type { EpayAccount } from './account.ts';
export type { EpayClient, OrderPage } from './client.ts';
export { accountRecord, openEpayGateway, type EpayGateway } from './gateway.ts';
export { differencesOf, type EpayOrderState } from './order-state.ts';
export type { EpayOutcome } from './outcome.ts';
export type { EpayMessage } from './parameters.ts';
export type { EpayOrder } from './pay-url.ts';
export { readOrders } from './read-orders.ts';
export { peekMessage, verifyNotify, verifyReturn, type EpayNotice, type MessageVerdict } from './verify-message.ts';
