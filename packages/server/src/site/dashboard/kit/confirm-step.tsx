import type { ComponentChildren } from 'preact';
import type { z } from 'zod';
import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import type { FormProps } from '../../kit/components/form.tsx';
import type { ShownForm } from '../../kit/form-page.ts';
import { privatePage } from '../../kit/site.ts';
import { ConfirmPage } from './confirm-page.tsx';
import { dashboardForm, type DashboardForm } from './form.ts';
import { dashboardPath } from './frame.ts';
import type { Dashboard, Visit } from './visit.ts';

/** What the page of a step says. */
export interface Step {
  readonly title: string;
  /** What the step is about. */
  readonly subject: ComponentChildren;
  readonly text: string;
  readonly button: string;
  readonly isDanger?: boolean;
  /** The second factor is required even right after signing in. */
  readonly asksCode?: boolean;
  /** More to know before the form. */
  readonly about?: ComponentChildren;
  /** More fields of the form. */
  readonly asks?: ComponentChildren;
}

interface Place {
  /** Of the step itself and of the page to return to, below the dashboard: `keys/{kid}/revoke`. */
  readonly path: string;
  readonly back: string;
  readonly recent: DashboardForm<z.ZodType>['recent'];
}

interface ConfirmStep<Schema extends z.ZodType> extends Omit<DashboardForm<Schema>, 'page'>, Place {
  /** What the page says, or another page for people who cannot take the step or need not be asked. */
  describe(visit: Visit, form: FormProps): Promise<Step | PageAnswer> | Step | PageAnswer;
}

/** A page that asks once more before something happens, and for the password where the step needs it. */
export function confirmStep<Schema extends z.ZodType>(
  dashboard: Dashboard,
  definition: ConfirmStep<Schema>,
): PageRoute[] {
  return dashboardForm(dashboard, {
    ...definition,
    page: async (visit, shown) => {
      const step = await definition.describe(visit, { id: 'confirm', state: shown.state });
      if ('title' in step) return stepPage(visit, shown, { ...definition, step });
      return { ...shown.answer, ...step, headers: { ...step.headers, ...shown.answer.headers } };
    },
  });
}

export function stepPage(
  { frame, member, context }: Visit,
  { state, answer }: ShownForm,
  { path, back, recent, step }: Place & { readonly step: Step },
): PageAnswer {
  const addressOf = (place: string): string =>
    dashboardPath(
      frame,
      place.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(context.params[name] ?? '')),
    );
  const { asks, ...said } = step;
  return privatePage(
    <ConfirmPage
      frame={frame}
      action={addressOf(path)}
      back={addressOf(back)}
      state={state}
      asksPassword={recent !== 'never' && !member.isRecentlyAuthenticated}
      {...said}
    >
      {asks}
    </ConfirmPage>,
    frame.shell.language,
    answer,
  );
}
