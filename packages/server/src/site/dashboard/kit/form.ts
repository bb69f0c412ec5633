import type { z } from 'zod';
import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import type { RecentNeed } from '../../../http/guards.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { answerForm, showAgain, UNTOUCHED, type Form } from '../../kit/form-page.ts';
import type { Refused } from '../../kit/read-form.ts';
import { explainRefusal } from '../../kit/recent.ts';
import { dashboardRoute, type Dashboard, type Visit } from './visit.ts';

export interface FormRoute {
  /** Below the dashboard, in the form of OpenAPI: `keys/{kid}/revoke`. */
  readonly path: string;
  /** To see the page and to send the form. */
  readonly permission: Permission | { readonly page: Permission; readonly form: Permission };
  /** Whether the sender must have signed in or entered the password a short while ago. */
  readonly recent: RecentNeed | 'never';
  readonly rateLimit?: PageRoute['rateLimit'];
}

/** What a page does with one of its forms. */
export interface SentForm {
  readonly answer: (visit: Visit) => Promise<PageAnswer>;
  /** Shows the form again because the password is missing or wrong. */
  readonly refuse: (visit: Visit, refusal: Refused) => Promise<PageAnswer>;
}

interface DashboardForms extends FormRoute {
  readonly page: (visit: Visit) => Promise<PageAnswer> | PageAnswer;
  /** Which of its forms was sent. */
  readonly choose: (visit: Visit) => SentForm;
}

export interface DashboardForm<Schema extends z.ZodType> extends FormRoute, Form<Visit, Schema> {}

/** A form of the dashboard. Refusals that the words of the dashboard explain are shown at the form. */
export function sentForm<Schema extends z.ZodType>(definition: Form<Visit, Schema>): SentForm {
  const form: Form<Visit, Schema> = { explain: explainRefusal, ...definition };
  return {
    answer: (visit) => answerForm(form, visit),
    refuse: (visit, refusal) => showAgain(form, visit, refusal),
  };
}

/** A page of the dashboard with one form. */
export function dashboardForm<Schema extends z.ZodType>(
  dashboard: Dashboard,
  definition: DashboardForm<Schema>,
): PageRoute[] {
  const form = sentForm(definition);
  const { path, permission, recent, rateLimit } = definition;
  return dashboardForms(dashboard, {
    path,
    permission,
    recent,
    ...(rateLimit === undefined ? {} : { rateLimit }),
    page: (visit) => definition.page(visit, UNTOUCHED),
    choose: () => form,
  });
}

/** A page of the dashboard with several forms at its address. */
export function dashboardForms(dashboard: Dashboard, definition: DashboardForms): PageRoute[] {
  const { path, permission, recent, rateLimit, page, choose } = definition;
  const permissions = typeof permission === 'string' ? { page: permission, form: permission } : permission;
  const post = {
    method: 'POST',
    path,
    permission: permissions.form,
    ...(rateLimit === undefined ? {} : { rateLimit }),
    handler: (visit: Visit) => choose(visit).answer(visit),
  } as const;
  return [
    ...dashboardRoute(dashboard, { method: 'GET', path, permission: permissions.page, handler: page }),
    ...dashboardRoute(
      dashboard,
      recent === 'always'
        ? { ...post, recent, refused: (visit, refusal) => choose(visit).refuse(visit, refusal) }
        : { ...post, recent },
    ),
  ];
}
