import type { Route } from '../../http/route.ts';
import { financeRoute } from './finance-route.ts';
import { frozenRoutes } from './frozen-routes.ts';
import { reconcileRoutes } from './reconcile-routes.ts';
import type { FinanceServices } from './services.ts';
import { suspenseRoutes } from './suspense-routes.ts';

/** Routes for those of the operator who look after money. */
export function financeRoutes(services: FinanceServices): Route[] {
  return [financeRoute(services), ...reconcileRoutes(services), ...suspenseRoutes(services), ...frozenRoutes(services)];
}
