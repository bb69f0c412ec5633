import { redirect, type PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { TextField } from '../../kit/components/fields.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { confirmStep } from '../kit/confirm-routes.tsx';
import { CredentialsChoice } from '../rights/credentials-choice.tsx';
import { dashboardPath } from '../kit/frame.ts';
import { ORGANIZATION } from './words.ts';
import { choiceQuery, closeOrganization } from '../../../features/rights/index.ts';
import type { Dashboard } from '../kit/visit.ts';

/** Owners close their organization. */
export function closePages(dashboard: Dashboard): PageRoute[] {
  return confirmStep(dashboard, {
    path: 'organization/close',
    back: 'organization',
    permission: 'organization:close',
    recent: 'always',
    fields: ['credentials', 'name'],
    schema: choiceQuery,
    check: (form, { context, frame }) =>
      form.get('name')?.trim() === frame.organization.name.trim()
        ? []
        : [{ field: 'name', text: ORGANIZATION[context.language].close.wrongName }],
    run: async ({ credentials }, { member: { accountId, organizationId }, by, frame }) => {
      await closeOrganization(dashboard.services.rights, { organizationId, accountId, by, credentials });
      // The closed organization has no members, so the next page shows the person's own.
      return redirect(dashboardPath({ shell: frame.shell, org: null }, '', { done: 'organization_closed' }));
    },
    describe: ({ frame, context: { language } }, form) => {
      // A personal organization closes with its account.
      if (frame.organization.kind === 'personal') throw new AppError('NOT_FOUND');
      const words = ORGANIZATION[language].close;
      return {
        title: words.title,
        subject: <ShownText text={frame.organization.name} />,
        text: words.text,
        button: words.submit,
        asks: (
          <>
            <CredentialsChoice form={form} language={language} label={words.credentials} />
            <TextField form={form} language={language} name="name" label={words.name} maxLength={200} />
          </>
        ),
      };
    },
  });
}
