export { changeAllowance, presentOverage } from './allowance.ts';
export { reserveMore, reserveMoreWithin } from './buy-block.ts';
export { chargeRoutes } from './routes.ts';
export { overageBody, type PresentedOverage } from './schemas.ts';
