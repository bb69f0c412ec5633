import type { z } from 'zod';
import type { PageRoute } from '../../../http/page-route.ts';
import { answerForm, showAgain, UNTOUCHED, type Form } from '../../kit/form-page.ts';
import { explainRefusal } from '../../kit/recent.ts';
import type { AdminFrame } from './admin-page.tsx';
import { adminRoute, type AdminSite, type AdminVisit } from './visit.ts';

export interface AdminForm<Schema extends z.ZodType> extends Form<AdminVisit, Schema> {
  /** Below `admin`, in the form of OpenAPI: `accounts/{account_id}/end-sessions`. */
  readonly path: string;
  readonly tab: AdminFrame['tab'];
}

/** An operator's page with one form, which takes a recent authentication to send. */
export function adminForm<Schema extends z.ZodType>(admin: AdminSite, definition: AdminForm<Schema>): PageRoute[] {
  const form: AdminForm<Schema> = { explain: explainRefusal, ...definition };
  const { path, tab } = form;
  return [
    ...adminRoute(admin, { method: 'GET', path, tab, handler: async (visit) => form.page(visit, UNTOUCHED) }),
    ...adminRoute(admin, {
      method: 'POST',
      path,
      tab,
      refused: (visit, refusal) => showAgain(form, visit, refusal),
      handler: (visit) => answerForm(form, visit),
    }),
  ];
}
