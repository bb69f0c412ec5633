export { refundChores } from './chores.ts';
export { refundRoutes } from './routes.ts';
export type { RefundServices } from './services.ts';
