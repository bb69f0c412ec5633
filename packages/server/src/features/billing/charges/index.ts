export { reserveMore, reserveMoreWithin } from './buy-block.ts';
export { chargeRoutes } from './routes.ts';
