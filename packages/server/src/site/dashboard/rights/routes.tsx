import { redirect, type PageAnswer, type PageRoute } from '../../../http/page-route.ts';
import { sessionCookies } from '../../../shared/session-token.ts';
import { EmailField } from '../../kit/components/fields.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { confirmStep } from '../kit/confirm-routes.tsx';
import { BlockedDeletionPage, deletionStep, isBlocked } from './delete-page.tsx';
import { ExportContents, ExportPage } from './export-page.tsx';
import { dashboardPath } from '../kit/frame.ts';
import { pagePath } from '../../kit/site-map.ts';
import { RIGHTS } from './words.ts';
import { emailChangeBody, requestEmailChange } from '../../../features/accounts/index.ts';
import {
  choiceQuery,
  deleteAccount,
  exportAccount,
  exportHeaders,
  planDeletion,
} from '../../../features/rights/index.ts';
import { NO_INPUT } from '../../kit/form-page.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

const EXPORT = 'account/export';
const OWN = { back: 'account', permission: 'organization:read', recent: 'always' } as const;

/** A new email address, a copy of one's data, and the deletion of the account: each after a recent password. */
export function rightsPages(dashboard: Dashboard): PageRoute[] {
  return [
    ...emailStep(dashboard),
    ...exportStep(dashboard),
    ...dashboardRoute(dashboard, {
      method: 'GET',
      path: `${EXPORT}/file`,
      permission: 'organization:read',
      rateLimit: 'export',
      handler: (visit) => exportFile(dashboard, visit),
    }),
    ...deleteStep(dashboard),
  ];
}

function emailStep(dashboard: Dashboard): PageRoute[] {
  return confirmStep(dashboard, {
    path: 'account/email',
    ...OWN,
    rateLimit: 'account_mail',
    fields: ['email'],
    schema: emailChangeBody,
    run: async ({ email }, { caller, done }) => {
      await requestEmailChange(dashboard.services.accounts, caller, email);
      return done('account', 'email_change_sent');
    },
    describe: ({ frame }, form) => {
      const { language } = frame.shell;
      const words = RIGHTS[language].email;
      return {
        title: words.title,
        subject: <ShownText text={frame.account.email} />,
        text: words.text,
        button: words.submit,
        isDanger: false,
        asks: <EmailField form={form} language={language} label={words.field} autocomplete="email" />,
      };
    },
  });
}

function exportStep(dashboard: Dashboard): PageRoute[] {
  return confirmStep(dashboard, {
    path: EXPORT,
    ...OWN,
    ...NO_INPUT,
    run: async (_, { frame }) => redirect(dashboardPath(frame, EXPORT)),
    describe: ({ frame, member }) => {
      const { language } = frame.shell;
      if (member.isRecentlyAuthenticated) return privatePage(<ExportPage frame={frame} />, language);
      const words = RIGHTS[language].export;
      return {
        title: words.title,
        subject: <ShownText text={frame.account.email} />,
        text: words.text,
        button: words.submit,
        isDanger: false,
        about: <ExportContents frame={frame} />,
      };
    },
  });
}

/** People who follow the link late enter the password once more. */
async function exportFile({ services }: Dashboard, { frame, member, caller }: Visit): Promise<PageAnswer> {
  if (!member.isRecentlyAuthenticated) return redirect(dashboardPath(frame, EXPORT));
  return {
    headers: exportHeaders(services.clock.now()),
    body: await exportAccount(services.rights, caller),
  };
}

function deleteStep(dashboard: Dashboard): PageRoute[] {
  const { services } = dashboard;
  return confirmStep(dashboard, {
    path: 'account/delete',
    ...OWN,
    fields: ['credentials', 'address'],
    schema: choiceQuery,
    check: (form, { context, frame }) =>
      form.get('address')?.trim().toLowerCase() === frame.account.email.toLowerCase()
        ? []
        : [{ field: 'address', text: RIGHTS[context.language].delete.wrongAddress }],
    run: async ({ credentials }, { context, caller }) => {
      await deleteAccount(services.rights, caller, credentials);
      const headers = { 'set-cookie': sessionCookies('', 0) };
      return redirect(`${pagePath(context.language, 'login')}?done=account_deleted`, { headers });
    },
    describe: async ({ frame, member }, form) => {
      const plan = await planDeletion(services.db, member.accountId);
      return isBlocked(plan)
        ? privatePage(<BlockedDeletionPage frame={frame} plan={plan} />, frame.shell.language)
        : deletionStep(frame, plan, form);
    },
  });
}
