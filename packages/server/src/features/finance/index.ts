export { financeChores } from './chores.ts';
export { financeRoutes } from './routes.ts';
export type { FinanceServices } from './services.ts';
