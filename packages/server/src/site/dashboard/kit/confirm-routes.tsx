import type { z } from 'zod';
import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import type { FormProps } from '../../kit/components/form.tsx';
import type { ShownForm } from '../../kit/form-page.ts';
import { privatePage } from '../../kit/site.ts';
import { ConfirmPage, type Step } from './confirm-page.tsx';
import { dashboardForm, type DashboardForm, type FormRoute } from './form.ts';
import { dashboardPath } from './frame.ts';
import type { Dashboard, Visit } from './visit.ts';

interface StepRoute extends Pick<FormRoute, 'path' | 'recent'> {
  /** The page to return to, named like `path`. */
  readonly back: string;
}

interface ConfirmStep<Schema extends z.ZodType> extends Omit<DashboardForm<Schema>, 'page'>, StepRoute {
  /** What the page says, or another page for people who cannot take the step or need not be asked. */
  describe(visit: Visit, form: FormProps): Promise<Step | PageAnswer> | Step | PageAnswer;
}

/** A page that asks once more before something happens, and for the password where `recent` requires it. */
export function confirmStep<Schema extends z.ZodType>(
  dashboard: Dashboard,
  definition: ConfirmStep<Schema>,
): PageRoute[] {
  return dashboardForm(dashboard, {
    ...definition,
    page: async (visit, shown) => {
      const step = await definition.describe(visit, confirmForm(shown));
      if ('title' in step) return stepPage(visit, shown, { ...definition, step });
      return { ...shown.answer, ...step, headers: { ...step.headers, ...shown.answer.headers } };
    },
  });
}

/** The page of a step, for an address that has other forms as well. */
export function stepPage(
  { frame, member, context }: Visit,
  shown: ShownForm,
  { path, back, recent, step }: StepRoute & { readonly step: Step },
): PageAnswer {
  const addressOf = (place: string): string =>
    dashboardPath(
      frame,
      place.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(context.params[name] ?? '')),
    );
  const page = (
    <ConfirmPage
      frame={frame}
      step={step}
      form={confirmForm(shown)}
      action={addressOf(path)}
      back={addressOf(back)}
      asksPassword={recent !== 'never' && !member.isRecentlyAuthenticated}
    />
  );
  return privatePage(page, frame.shell.language, shown.answer);
}

function confirmForm({ state }: ShownForm): FormProps {
  return { id: 'confirm', state };
}
