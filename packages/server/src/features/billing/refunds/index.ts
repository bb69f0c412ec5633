export { askForRefund, refundOfferOf, withdrawOwnRefund, type RefundOffer } from './ask.ts';
export { refundChores } from './chores.ts';
export { approveRefund, rejectRefund, resolveRefund } from './decide-refund.ts';
export { listWaiting } from './queries/waiting.ts';
export { presentRefund } from './present.ts';
export { findRefund, findRequest, hasOpenPlanRefund, listRequests } from './queries/requests.ts';
export { refundRoutes } from './routes.ts';
export { approveBody, refundBody, rejectBody, resolveBody, type PresentedRefund, type RefundBody } from './schemas.ts';
export type { RefundServices } from './services.ts';
