import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { requireRecentAuthentication } from '../../../shared/require-recent.ts';
import { EMPTY_FORM, type FormProblem, type FormState } from '../../kit/components/form.tsx';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { ConfirmPage } from '../kit/confirm-page.tsx';
import { dashboardPath } from '../kit/frame.ts';
import { RecoveryCodesPage, TotpSetupPage } from './page.tsx';
import { ACCOUNT } from '../../account/words.ts';
import { DASHBOARD } from '../words.ts';
import { beginTotp, disableTotp, enableTotp, totpBody } from '../../../features/accounts/index.ts';
import { reasonOf } from '../../../shared/app-error.ts';
import { formState, readForm, tryForm, typedValues } from '../../kit/read-form.ts';
import { explainRefusal, givenFactors } from '../../kit/recent.ts';
import { privatePage } from '../../kit/site.ts';
import { dashboardRoute, type Dashboard, type Visit } from '../kit/visit.ts';

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
      recent: 'always',
      refused: (visit, refusal) => (isConfirmation(visit) ? setupAgain(visit, refusal) : askToBegin(visit, refusal)),
      handler: (visit) => (isConfirmation(visit) ? confirm : begin)(dashboard, visit),
    }),
    ...dashboardRoute(dashboard, { ...disable, method: 'GET', handler: (visit) => askToDisable(visit) }),
    ...dashboardRoute(dashboard, {
      ...disable,
      method: 'POST',
      // One code is enough for who has to show both again.
      recent: 'by_input',
      handler: (visit) => turnOff(dashboard, visit),
    }),
  ];
}

const isConfirmation = ({ context }: Visit): boolean => context.form.get('action') === 'confirm';

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
    () => beginTotp(services.accounts, visit.caller),
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

function setupAgain(visit: Visit, { status, problems }: Refusal): PageAnswer {
  const secret = secretOf(visit.context.form.get('secret'));
  const asksPassword = !visit.member.isRecentlyAuthenticated;
  return setupPage(visit, { secret, uri: null, state: formState({}, problems), asksPassword, status });
}

async function confirm(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { services } = dashboard;
  const { context, caller, frame } = visit;
  const { form, language } = context;
  const read = readForm(totpBody, typedValues(form, ['code']), language);
  if (read.kind === 'bad') return setupAgain(visit, { status: 422, problems: read.problems });
  const outcome = await tryForm(
    () => enableTotp(services.accounts, caller, read.data.code),
    (error) =>
      reasonOf(error) === 'wrong_credentials'
        ? { field: 'code', text: ACCOUNT[language].secondFactor.wrong }
        : explainRefusal(error, visit),
    language,
  );
  if (outcome.kind === 'refused') return setupAgain(visit, outcome);
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
      asksCode={frame.account.hasSecondFactor}
    />,
    language,
    refused === undefined ? {} : { status: refused.status },
  );
}

async function turnOff(dashboard: Dashboard, visit: Visit): Promise<PageAnswer> {
  const { services } = dashboard;
  const outcome = await tryForm(
    async () => {
      const given = givenFactors(visit.context);
      if (given.password === undefined) requireRecentAuthentication(visit.member);
      await disableTotp(services.accounts, visit.caller, given);
    },
    (error) => explainRefusal(error, visit),
    visit.context.language,
  );
  return outcome.kind === 'refused' ? askToDisable(visit, outcome) : visit.done('account', 'totp_off');
}
