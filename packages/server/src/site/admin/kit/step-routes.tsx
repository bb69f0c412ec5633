import type { z } from 'zod';
import type { PageRoute } from '../../../http/page-route.ts';
import { TextArea } from '../../kit/components/fields.tsx';
import type { FormProps } from '../../kit/components/form.tsx';
import { privatePage } from '../../kit/site.ts';
import { adminPath } from './admin-page.tsx';
import { adminForm, type AdminForm } from './form.ts';
import { AdminStepPage, type AdminStep } from './step-page.tsx';
import type { AdminSite, AdminVisit } from './visit.ts';
import { ADMIN } from './words.ts';

interface StepRoute<Schema extends z.ZodType> extends Omit<AdminForm<Schema>, 'page'> {
  /** The page that "Cancel" leads to, named like `path`. */
  readonly back: string;
  /** @throws {AppError} NOT_FOUND when there is nothing to change */
  describe(visit: AdminVisit, form: FormProps): Promise<AdminStep> | AdminStep;
}

/** A page that asks once more before a change, with what the change needs to know. */
export function adminStep<Schema extends z.ZodType>(admin: AdminSite, definition: StepRoute<Schema>): PageRoute[] {
  const { path, back } = definition;
  return adminForm(admin, {
    ...definition,
    page: async (visit, { state, answer }) => {
      const form = { id: 'step', state };
      const page = (
        <AdminStepPage
          frame={visit.frame}
          step={await definition.describe(visit, form)}
          form={form}
          action={addressOf(visit, path)}
          back={addressOf(visit, back)}
        />
      );
      return privatePage(page, visit.context.language, answer);
    },
  });
}

function addressOf({ frame, context }: AdminVisit, path: string): string {
  const section = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(context.params[name] ?? ''));
  return adminPath(frame, section);
}

/** Why something is done, for the log. */
export function ReasonField({
  form,
  visit,
  hint,
  name = 'reason',
  isOptional = false,
}: {
  form: FormProps;
  visit: AdminVisit;
  hint: string;
  name?: 'reason' | 'note';
  isOptional?: boolean;
}) {
  const { language } = visit.context;
  const words = { label: ADMIN[language].reason, hint };
  return <TextArea form={form} language={language} name={name} {...words} maxLength={500} isOptional={isOptional} />;
}
