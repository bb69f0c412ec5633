import type { PageRoute } from '../../../http/page-route.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardRoute, type Dashboard } from '../kit/visit.ts';
import { NotificationsPage } from './page.tsx';

/** Which mails are sent, as facts: there is nothing to choose. */
export function notificationPages(dashboard: Dashboard): PageRoute[] {
  return dashboardRoute(dashboard, {
    method: 'GET',
    path: 'notifications',
    permission: 'organization:read',
    handler: ({ frame }) => privatePage(<NotificationsPage frame={frame} />, frame.shell.language),
  });
}
