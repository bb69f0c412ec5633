import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { EMPTY_FORM, type FormProblem, type FormState } from '../../../web/components/form.tsx';
import { ShownText } from '../../../web/components/shown-text.tsx';
import { ConfirmPage } from '../../../web/dashboard/confirm-page.tsx';
import { dashboardPath } from '../../../web/dashboard/frame.ts';
import { RecoveryCodesPage, TotpSetupPage } from '../../../web/dashboard/totp-pages.tsx';
import { DASHBOARD } from '../../../web/words/dashboard.ts';
import { beginTotp, disableTotp, enableTotp, totpBody } from '../../accounts/index.ts';
import { requireRecentAuthentication } from '../../sessions/index.ts';
import { formState, readForm, reasonOf, tryForm, typedValues } from '../read-form.ts';
import { privatePage } from '../site.ts';
import { explainRefusal, takePassword } from './recent.ts';
import { dashboardRoute, type Dashboard, type Visit } from './visit.ts';

const NO_STORE = { 'cache-control': 'no-store' };

/** The second factor is set up in two steps, and taken away after the password. */
export function totpPages(dashboard: Dashboard): PageRoute[] {
  const permission = 'organization:read';
  const setUp = { path: 'account/totp', permission } as const;
  const disable = { path: 'account/totp/disable', permission } as const;
  return [
    ...dashboardRoute(dashboard, { ...setUp, method: 'GET', handler: (visit) => askToBegin(visit) }),
    ...dashboardRoute(dashboard, {
      ...setUp,
      method: 'POST',
      handler: (visit) => (visit.context.form.get('action') === 'confirm' ? confirm : begin)(dashboard, visit),
    }),
    ...dashboardRoute(dashboard, { ...disable, method: 'GET', handler: (visit) => askToDisable(visit) }),
    ...dashboardRoute(dashboard, { ...disable, method: 'POST', handler: (visit) => turnOff(dashboard, visit) }),
  ];
}

interface Refusal {
  status: number;
  problems: readonly FormProblem[];
}

const stateOf = (refused: Refusal | undefined): FormState =>
  refused === undefined ? EMPTY_FORM : formState({}, refused.problems);

function askToBegin({ frame, member }: Visit, refused?: Refusal): PageAnswer {
  const { language } = frame.shell;
  const words = DASHBOARD[language];
  return privatePage(
    <ConfirmPage
      frame={frame}
      title={words.totp.title}
      subject={<ShownText text={frame.account.email} />}
      text={words.account.totpOff}
      action={dashboardPath(frame, 'account/totp')}
      back={dashboardPath(frame, 'account')}
      button={words.account.begin}
      isDanger={false}
      state={stateOf(refused)}
      asksPassword={!member.isRecentlyAuthenticated}
    />,
    language,
    refused === undefined ? {} : { status: refused.status },
  );
}

async function begin(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { services } = dashboard;
  const outcome = await tryForm(
    async () => {
      requireRecentAuthentication({ isRecentlyAuthenticated: await takePassword(services, visit) });
      return beginTotp(services.accounts, visit.caller);
    },
    (error) => explainRefusal(error, visit),
    visit.context.language,
  );
  if (outcome.kind === 'refused') return askToBegin(visit, outcome);
  const { secret, uri } = outcome.value;
  return setupPage(visit, { secret, uri, state: EMPTY_FORM, asksPassword: false, status: 200 });
}

interface Setup {
  secret: string;
  uri: string | null;
  state: FormState;
  asksPassword: boolean;
  status: number;
}

function setupPage({ frame }: Visit, { status, ...setup }: Setup): PageAnswer {
  return privatePage(<TotpSetupPage frame={frame} {...setup} />, frame.shell.language, { status, headers: NO_STORE });
}

async function confirm(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { services } = dashboard;
  const { context, caller, frame, member } = visit;
  const { form, language } = context;
  let { isRecentlyAuthenticated } = member;
  // What is wrong after it is the code.
  let isPasswordTaken = false;
  const refuse = (status: number, problems: readonly FormProblem[]): PageAnswer => {
    const setup = { secret: secretOf(form.get('secret')), uri: null, state: formState({}, problems), status };
    return setupPage(visit, { ...setup, asksPassword: !isRecentlyAuthenticated });
  };
  const read = readForm(totpBody, typedValues(form, ['code']), language);
  if (read.kind === 'bad') return refuse(422, read.problems);
  const outcome = await tryForm(
    async () => {
      isRecentlyAuthenticated = await takePassword(services, visit);
      requireRecentAuthentication({ isRecentlyAuthenticated });
      isPasswordTaken = true;
      return enableTotp(services.accounts, caller, read.data.code);
    },
    (error) =>
      isPasswordTaken && reasonOf(error) === 'wrong_credentials'
        ? { field: 'code', text: DASHBOARD[language].refused.wrong_credentials }
        : explainRefusal(error, visit),
    language,
  );
  if (outcome.kind === 'refused') return refuse(outcome.status, outcome.problems);
  return privatePage(<RecoveryCodesPage frame={frame} codes={outcome.value} />, language, { headers: NO_STORE });
}

/** What the form was given to carry, or nothing: it is only shown again. */
function secretOf(text: string | undefined): string {
  return text !== undefined && /^[A-Z2-7]{16,64}$/.test(text) ? text : '';
}

function askToDisable({ frame, member }: Visit, refused?: Refusal): PageAnswer {
  const { language } = frame.shell;
  const words = DASHBOARD[language].account;
  return privatePage(
    <ConfirmPage
      frame={frame}
      title={words.disableTitle}
      subject={<ShownText text={frame.account.email} />}
      text={words.disableText}
      action={dashboardPath(frame, 'account/totp/disable')}
      back={dashboardPath(frame, 'account')}
      button={words.disable}
      state={stateOf(refused)}
      asksPassword={!member.isRecentlyAuthenticated}
    />,
    language,
    refused === undefined ? {} : { status: refused.status },
  );
}

async function turnOff(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { services } = dashboard;
  const outcome = await tryForm(
    async () => {
      requireRecentAuthentication({ isRecentlyAuthenticated: await takePassword(services, visit) });
      return disableTotp(services.accounts, visit.caller);
    },
    (error) => explainRefusal(error, visit),
    visit.context.language,
  );
  return outcome.kind === 'refused' ? askToDisable(visit, outcome) : visit.done('account', 'totp_off');
}
