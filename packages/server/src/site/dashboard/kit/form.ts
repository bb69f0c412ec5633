import type { z } from 'zod';
import type { PageRoute } from '../../../http/page-route.ts';
import type { RecentNeed } from '../../../http/guards.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { answerForm, showAgain, UNTOUCHED, type Form } from '../../kit/form-page.ts';
import { explainRefusal } from '../../kit/recent.ts';
import { dashboardRoute, type Dashboard, type Visit } from './visit.ts';

interface DashboardForm<Schema extends z.ZodType> extends Form<Visit, Schema> {
  /** Below the dashboard, in the form of OpenAPI: `keys/{kid}/revoke`. */
  readonly path: string;
  /** To see the page, and to send the form. */
  readonly permission: { readonly page: Permission; readonly form: Permission };
  /** Whether the sender has to have shown a short while ago who they are. */
  readonly recent: RecentNeed | 'never';
  readonly rateLimit?: PageRoute['rateLimit'];
}

/** A page of the dashboard with one form. Refusals that the words of the dashboard explain are shown at the form. */
export function dashboardForm<Schema extends z.ZodType>(
  dashboard: Dashboard,
  definition: DashboardForm<Schema>,
): PageRoute[] {
  const { path, permission, recent } = definition;
  const form: Form<Visit, Schema> = { explain: explainRefusal, ...definition };
  const post = {
    method: 'POST',
    path,
    permission: permission.form,
    ...(definition.rateLimit === undefined ? {} : { rateLimit: definition.rateLimit }),
    handler: (visit: Visit) => answerForm(form, visit),
  } as const;
  return [
    ...dashboardRoute(dashboard, {
      method: 'GET',
      path,
      permission: permission.page,
      handler: (visit) => form.page(visit, UNTOUCHED),
    }),
    ...dashboardRoute(
      dashboard,
      recent === 'always'
        ? { ...post, recent, refused: (visit, refusal) => showAgain(form, visit, refusal) }
        : { ...post, recent },
    ),
  ];
}
