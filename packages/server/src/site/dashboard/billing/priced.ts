import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

/** Where nothing costs money there is no page about it. @throws {AppError} NOT_FOUND */
export function requirePrices({ services }: Dashboard): void {
  if (services.quotaBasis === 'nothing') throw new AppError('NOT_FOUND');
}

/** A page about money that only looks. */
export function pricedRoute(
  dashboard: Dashboard,
  { path, permission }: { readonly path: string; readonly permission: Permission },
  handler: (visit: Visit) => Promise<PageAnswer>,
): PageRoute[] {
  return dashboardRoute(dashboard, {
    method: 'GET',
    path,
    permission,
    handler: (visit) => {
      requirePrices(dashboard);
      return handler(visit);
    },
  });
}
