import { redirect, type PageAnswer, type PageRoute } from '../../../http/page-route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { TextField } from '../../kit/components/fields.tsx';
import { EMPTY_FORM, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { ConfirmPage } from '../kit/confirm-page.tsx';
import { CredentialsChoice } from '../rights/credentials-choice.tsx';
import { dashboardPath } from '../kit/frame.ts';
import { ORGANIZATION } from './words.ts';
import { choiceQuery, closeOrganization } from '../../../features/rights/index.ts';
import { formState, readForm, tryForm, typedValues } from '../../kit/read-form.ts';
import { explainRefusal } from '../../kit/recent.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

const PATH = 'organization/close';
const FIELDS = ['credentials', 'name'];

/** The end of an organization, for its owners. */
export function closePages(dashboard: Dashboard): PageRoute[] {
  const route = { path: PATH, permission: 'organization:close' } as const;
  return [
    ...dashboardRoute(dashboard, { ...route, method: 'GET', handler: (visit) => closePage(visit) }),
    ...dashboardRoute(dashboard, {
      ...route,
      method: 'POST',
      recent: 'always',
      refused: (visit, { status, problems }) =>
        closePage(visit, { status, state: formState(typedValues(visit.context.form, FIELDS), problems) }),
      handler: (visit) => close(dashboard, visit),
    }),
  ];
}

interface Refusal {
  status: number;
  state: FormState;
}

/** @throws {AppError} NOT_FOUND: a personal one closes with its account */
function closePage({ frame, member }: Visit, refused?: Refusal): PageAnswer {
  if (frame.organization.kind === 'personal') throw new AppError('NOT_FOUND');
  const { language } = frame.shell;
  const words = ORGANIZATION[language].close;
  const state = refused?.state ?? EMPTY_FORM;
  const form = { id: 'confirm', state };
  return privatePage(
    <ConfirmPage
      frame={frame}
      title={words.title}
      subject={<ShownText text={frame.organization.name} />}
      text={words.text}
      action={dashboardPath(frame, PATH)}
      back={dashboardPath(frame, 'organization')}
      button={words.submit}
      state={state}
      asksPassword={!member.isRecentlyAuthenticated}
    >
      <CredentialsChoice form={form} language={language} label={words.credentials} />
      <TextField form={form} language={language} name="name" label={words.name} maxLength={200} />
    </ConfirmPage>,
    language,
    refused === undefined ? {} : { status: refused.status },
  );
}

async function close({ services }: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { context, member, by, frame } = visit;
  const { language } = context;
  const { accountId, organizationId } = member;
  const typed = typedValues(context.form, FIELDS);
  const refuse = (status: number, problems: FormState['problems']): PageAnswer =>
    closePage(visit, { status, state: formState(typed, problems) });
  const read = readForm(choiceQuery, typed, language);
  const isName = typed['name']?.trim() === frame.organization.name.trim();
  const wrongName = { field: 'name', text: ORGANIZATION[language].close.wrongName };
  if (read.kind === 'bad') return refuse(422, isName ? read.problems : [...read.problems, wrongName]);
  if (!isName) return refuse(422, [wrongName]);
  const { credentials } = read.data;
  const outcome = await tryForm(
    async () => closeOrganization(services.rights, { organizationId, accountId, by, credentials }),
    (error) => explainRefusal(error, visit),
    language,
  );
  if (outcome.kind === 'refused') return refuse(outcome.status, outcome.problems);
  // Nobody is a member any more: what the page shows next is the person's own organization.
  return redirect(dashboardPath({ shell: frame.shell, org: null }, '', { done: 'organization_closed' }));
}
