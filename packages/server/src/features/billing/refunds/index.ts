export { askForRefund, refundOfferOf, withdrawOwnRefund, type RefundOffer } from './ask.ts';
export { refundChores } from './chores.ts';
export { approveRefund, rejectRefund } from './decide-refund.ts';
export { presentRefund } from './present.ts';
export { findRequest, hasOpenPlanRefund, listRequests } from './queries.ts';
export { refundRoutes } from './routes.ts';
export { approveBody, refundBody, rejectBody, type PresentedRefund, type RefundBody } from './schemas.ts';
export type { RefundServices } from './services.ts';
