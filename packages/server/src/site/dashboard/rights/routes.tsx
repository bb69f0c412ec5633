import { redirect, type PageAnswer, type PageRoute } from '../../../http/page-route.ts';
import { sessionCookies } from '../../../shared/session-token.ts';
import { EmailField } from '../../kit/components/fields.tsx';
import { EMPTY_FORM, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { ConfirmPage } from '../kit/confirm-page.tsx';
import { DeleteAccountPage } from './delete-page.tsx';
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
import { formState, readForm, tryForm, typedValues } from '../../kit/read-form.ts';
import { explainRefusal } from '../../kit/recent.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

const EMAIL = 'account/email';
const EXPORT = 'account/export';
const DELETE = 'account/delete';
const DELETE_FIELDS = ['credentials', 'address'];

/** Another address, a copy of one's data, and the end of the account: each after a recent password. */
export function rightsPages(dashboard: Dashboard): PageRoute[] {
  const permission = 'organization:read';
  const at = (path: string) => ({ path, permission }) as const;
  return [
    ...dashboardRoute(dashboard, { ...at(EMAIL), method: 'GET', handler: (visit) => emailPage(visit) }),
    ...dashboardRoute(dashboard, {
      ...at(EMAIL),
      method: 'POST',
      rateLimit: 'account_mail',
      recent: 'always',
      refused: (visit, { status, problems }) =>
        emailPage(visit, { status, state: formState(typedValues(visit.context.form, ['email']), problems) }),
      handler: (visit) => changeEmail(dashboard, visit),
    }),
    ...dashboardRoute(dashboard, { ...at(EXPORT), method: 'GET', handler: (visit) => exportPage(visit) }),
    ...dashboardRoute(dashboard, {
      ...at(EXPORT),
      method: 'POST',
      recent: 'always',
      refused: (visit, { status, problems }) => exportPage(visit, { status, state: formState({}, problems) }),
      handler: ({ frame }) => redirect(dashboardPath(frame, EXPORT)),
    }),
    ...dashboardRoute(dashboard, {
      ...at(`${EXPORT}/file`),
      method: 'GET',
      rateLimit: 'export',
      handler: (visit) => exportFile(dashboard, visit),
    }),
    ...dashboardRoute(dashboard, { ...at(DELETE), method: 'GET', handler: (visit) => deletePage(dashboard, visit) }),
    ...dashboardRoute(dashboard, {
      ...at(DELETE),
      method: 'POST',
      recent: 'always',
      refused: (visit, { status, problems }) =>
        deletePage(dashboard, visit, {
          status,
          state: formState(typedValues(visit.context.form, DELETE_FIELDS), problems),
        }),
      handler: (visit) => deleteIt(dashboard, visit),
    }),
  ];
}

interface Refusal {
  status: number;
  state: FormState;
}

const statusOf = (refused: Refusal | undefined) => (refused === undefined ? {} : { status: refused.status });

function emailPage({ frame, member }: Visit, refused?: Refusal): PageAnswer {
  const { language } = frame.shell;
  const words = RIGHTS[language].email;
  const state = refused?.state ?? EMPTY_FORM;
  return privatePage(
    <ConfirmPage
      frame={frame}
      title={words.title}
      subject={<ShownText text={frame.account.email} />}
      text={words.text}
      action={dashboardPath(frame, EMAIL)}
      back={dashboardPath(frame, 'account')}
      button={words.submit}
      isDanger={false}
      state={state}
      asksPassword={!member.isRecentlyAuthenticated}
    >
      <EmailField form={{ id: 'confirm', state }} language={language} label={words.field} autocomplete="email" />
    </ConfirmPage>,
    language,
    statusOf(refused),
  );
}

async function changeEmail({ services }: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { context, caller, done } = visit;
  const typed = typedValues(context.form, ['email']);
  const read = readForm(emailChangeBody, typed, context.language);
  if (read.kind === 'bad') return emailPage(visit, { status: 422, state: formState(typed, read.problems) });
  const outcome = await tryForm(
    async () => requestEmailChange(services.accounts, caller, read.data.email),
    (error) => explainRefusal(error, visit),
    context.language,
  );
  return outcome.kind === 'refused'
    ? emailPage(visit, { status: outcome.status, state: formState(typed, outcome.problems) })
    : done('account', 'email_change_sent');
}

function exportPage({ frame, member }: Visit, refused?: Refusal): PageAnswer {
  const { language } = frame.shell;
  if (member.isRecentlyAuthenticated) return privatePage(<ExportPage frame={frame} />, language);
  const words = RIGHTS[language].export;
  return privatePage(
    <ConfirmPage
      frame={frame}
      title={words.title}
      subject={<ShownText text={frame.account.email} />}
      text={words.text}
      action={dashboardPath(frame, EXPORT)}
      back={dashboardPath(frame, 'account')}
      button={words.submit}
      isDanger={false}
      state={refused?.state ?? EMPTY_FORM}
      asksPassword
      about={<ExportContents frame={frame} />}
    />,
    language,
    statusOf(refused),
  );
}

/** Whoever comes late with the link gives the password once more. */
async function exportFile({ services }: Dashboard, { frame, member, caller }: Visit): Promise<PageAnswer> {
  if (!member.isRecentlyAuthenticated) return redirect(dashboardPath(frame, EXPORT));
  return {
    headers: exportHeaders(services.clock.now()),
    body: await exportAccount(services.rights, caller),
  };
}

async function deletePage({ services }: Dashboard, { frame, member }: Visit, refused?: Refusal): Promise<PageAnswer> {
  const plan = await planDeletion(services.db, member.accountId);
  return privatePage(
    <DeleteAccountPage
      frame={frame}
      plan={plan}
      state={refused?.state ?? EMPTY_FORM}
      asksPassword={!member.isRecentlyAuthenticated}
    />,
    frame.shell.language,
    statusOf(refused),
  );
}

async function deleteIt(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { services } = dashboard;
  const { context, caller, frame } = visit;
  const { language } = context;
  const typed = typedValues(context.form, DELETE_FIELDS);
  const refuse = (status: number, problems: FormState['problems']): Promise<PageAnswer> =>
    deletePage(dashboard, visit, { status, state: formState(typed, problems) });
  const read = readForm(choiceQuery, typed, language);
  const isOwnAddress = typed['address']?.trim().toLowerCase() === frame.account.email.toLowerCase();
  const wrongAddress = { field: 'address', text: RIGHTS[language].delete.wrongAddress };
  if (read.kind === 'bad') return refuse(422, isOwnAddress ? read.problems : [...read.problems, wrongAddress]);
  if (!isOwnAddress) return refuse(422, [wrongAddress]);
  const outcome = await tryForm(
    async () => deleteAccount(services.rights, caller, read.data.credentials),
    (error) => explainRefusal(error, visit),
    language,
  );
  if (outcome.kind === 'refused') return refuse(outcome.status, outcome.problems);
  const headers = { 'set-cookie': sessionCookies('', 0) };
  return redirect(`${pagePath(language, 'login')}?done=account_deleted`, { headers });
}
