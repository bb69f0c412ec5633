import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { requireRecentAuthentication } from '../../../shared/require-recent.ts';
import { ShownText } from '../../kit/components/shown-text.tsx';
import { NO_INPUT, UNTOUCHED, type ShownForm } from '../../kit/form-page.ts';
import { confirmStep, stepPage } from '../kit/confirm-routes.tsx';
import { dashboardForms, sentForm, type SentForm } from '../kit/form.ts';
import { RecoveryCodesPage, TotpSetupPage } from './page.tsx';
import { FORM_WORDS } from '../../kit/words/form.ts';
import { TOTP } from './words.ts';
import { beginTotp, disableTotp, enableTotp, totpBody } from '../../../features/accounts/index.ts';
import { reasonOf } from '../../../shared/app-error.ts';
import { typedValues } from '../../kit/read-form.ts';
import { explainRefusal, givenFactors } from '../../kit/recent.ts';
import { privatePage } from '../../kit/site.ts';
import type { Dashboard, Visit } from '../kit/visit.ts';

const SET_UP = { path: 'account/totp', back: 'account', recent: 'always' } as const;
const NO_STORE = { 'cache-control': 'no-store' };

/** The second factor is set up in two steps, and turned off after the password. */
export function totpPages(dashboard: Dashboard): PageRoute[] {
  const begin = beginForm(dashboard);
  const confirm = confirmForm(dashboard);
  return [
    ...dashboardForms(dashboard, {
      ...SET_UP,
      permission: 'organization:read',
      page: (visit) => beginPage(visit, UNTOUCHED),
      choose: ({ context }) => (context.form.get('action') === 'confirm' ? confirm : begin),
    }),
    ...disableStep(dashboard),
  ];
}

function beginForm(dashboard: Dashboard): SentForm {
  return sentForm({
    ...NO_INPUT,
    run: async (_, visit) => {
      const setup = await beginTotp(dashboard.services.accounts, visit.caller);
      return setupPage(visit, setup, UNTOUCHED);
    },
    page: beginPage,
  });
}

function beginPage(visit: Visit, shown: ShownForm): PageAnswer {
  const { frame } = visit;
  const words = TOTP[frame.shell.language];
  const step = {
    title: words.title,
    subject: <ShownText text={frame.account.email} />,
    text: words.off,
    button: words.begin,
    isDanger: false,
  };
  return stepPage(visit, shown, { ...SET_UP, step });
}

function confirmForm(dashboard: Dashboard): SentForm {
  return sentForm({
    fields: [],
    schema: totpBody,
    input: (form) => typedValues(form, ['code']),
    explain: (error, visit) =>
      reasonOf(error) === 'wrong_credentials'
        ? { field: 'code', text: FORM_WORDS[visit.context.language].secondFactor.wrongCode }
        : explainRefusal(error, visit),
    run: async ({ code }, { caller, frame }) => {
      const codes = await enableTotp(dashboard.services.accounts, caller, code);
      const page = <RecoveryCodesPage frame={frame} codes={codes} />;
      return privatePage(page, frame.shell.language, { headers: NO_STORE });
    },
    page: (visit, shown) => setupPage(visit, { secret: secretOf(visit.context.form.get('secret')), uri: null }, shown),
  });
}

function setupPage(
  { frame, member }: Visit,
  setup: { secret: string; uri: string | null },
  { state, answer }: ShownForm,
): PageAnswer {
  return privatePage(
    <TotpSetupPage frame={frame} {...setup} state={state} asksPassword={!member.isRecentlyAuthenticated} />,
    frame.shell.language,
    { ...answer, headers: { ...answer.headers, ...NO_STORE } },
  );
}

/** The secret that the form carried, so that it can be shown again; empty if it cannot be one. */
function secretOf(text: string | undefined): string {
  return text !== undefined && /^[A-Z2-7]{16,64}$/.test(text) ? text : '';
}

function disableStep(dashboard: Dashboard): PageRoute[] {
  return confirmStep(dashboard, {
    path: 'account/totp/disable',
    back: 'account',
    permission: 'organization:read',
    // One code is enough for people who have to enter both again.
    recent: 'by_input',
    ...NO_INPUT,
    run: async (_, { context, member, caller, done }) => {
      const given = givenFactors(context);
      if (given.password === undefined) requireRecentAuthentication(member);
      await disableTotp(dashboard.services.accounts, caller, given);
      return done('account', 'totp_off');
    },
    describe: ({ frame }) => {
      const words = TOTP[frame.shell.language];
      return {
        title: words.disableTitle,
        subject: <ShownText text={frame.account.email} />,
        text: words.disableText,
        button: words.disable,
        asksCode: frame.account.hasSecondFactor,
      };
    },
  });
}
