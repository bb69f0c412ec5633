export { applyPayment, type PaymentOutcome } from './apply-payment.ts';
export { buyingOf, buyPlan, recharge, renew } from './buy.ts';
export { bookState } from './book-state.ts';
export { cancelOpenOrder } from './cancel-order.ts';
export { orderChores } from './chores.ts';
export { tellOfBalance } from './events.ts';
export { findPayable, type PayableServices } from './find-payable.ts';
export { ORDER_LIMITS } from './limits.ts';
export { cancelOrder, readOrder } from './own-order.ts';
export { openPaymentGateway } from './gateway.ts';
export { payFromBalance } from './pay-from-balance.ts';
export { placeOrder, type NewOrder } from './place-order.ts';
export type { NoticeServices } from './receive-notice.ts';
export { presentBalance, presentOrder, presentTransaction } from './present.ts';
export { listOrders } from './queries/orders.ts';
export {
  countOrders,
  findAnyOrder,
  listHistory,
  listNotifications,
  listPayments,
  searchOrders,
  type FoundOrder,
  type OrderSearch,
} from './queries/search.ts';
export { listWallet, readBalance, type Balance } from './queries/transactions.ts';
export {
  balanceSchema,
  checkoutBody,
  orderSchema,
  rechargeBody,
  renewBody,
  type PresentedOrder,
  type PresentedTransaction,
} from './schemas.ts';
export { orderRoutes } from './routes.ts';
export { gatewayOf, type OrderServices, type PaymentGateway } from './services.ts';
