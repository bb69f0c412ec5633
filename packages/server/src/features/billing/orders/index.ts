export { applyPayment, type PaymentOutcome } from './apply-payment.ts';
export { cancelOpenOrder } from './cancel-order.ts';
export { orderChores } from './chores.ts';
export { openPaymentGateway } from './gateway.ts';
export { payFromBalance } from './pay-from-balance.ts';
export { placeOrder, type NewOrder } from './place-order.ts';
export type { NoticeServices } from './receive-notice.ts';
export { orderRoutes } from './routes.ts';
export type { PaymentGateway } from './services.ts';
