import { redirect, type PageAnswer, type PageContext, type PageRoute } from '../../../http/page-route.ts';
import type { Language } from '../../../shared/language.ts';
import { sessionCookies } from '../../../shared/session-token.ts';
import { LoginPage, type LoginNotice } from './page.tsx';
import { PasswordChangePage, SecondFactorPage } from './step-pages.tsx';
import { EMPTY_FORM, type FormState } from '../../kit/components/form.tsx';
import { pagePath } from '../../kit/site-map.ts';
import type { SignedIn } from '../../../features/accounts/index.ts';
import { SESSION_LIFETIME_MS } from '../../../features/sessions/index.ts';
import { withNext } from '../../kit/next-path.ts';
import { formState } from '../../kit/read-form.ts';
import type { PageServices } from '../../services.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import { doneOf, frameOf, nextOf, nextQuery, refusedAnswer } from '../kit/frame.ts';
import { sealPending, type Pending } from './pending.ts';
import { takeStep, type Step } from './sign-in-steps.ts';

const PATH = 'login';
const NOTICES = [
  'signed_out',
  'email_verified',
  'email_changed',
  'password_set',
  'account_deleted',
] as const satisfies readonly LoginNotice[];

/** Signing in: address and password, and what the account asks for besides. */
export function loginRoutes(services: PageServices, site: Site, language: Language): PageRoute[] {
  const path = pagePath(language, PATH);
  return [
    {
      method: 'GET',
      path,
      auth: { kind: 'optional_session' },
      rateLimit: 'none',
      handler: (context) => {
        if (context.account !== null) return redirect(nextOf(context) ?? pagePath(language, 'dashboard'));
        const notice = doneOf(context, NOTICES);
        return privatePage(loginPage(site, context, EMPTY_FORM, notice), language);
      },
    },
    {
      method: 'POST',
      path,
      auth: { kind: 'optional_session' },
      rateLimit: 'sign_in',
      handler: (context) => answerStep(services, site, context),
    },
  ];
}

async function answerStep(services: PageServices, site: Site, context: PageContext): Promise<PageAnswer> {
  const { language } = context;
  const outcome = await takeStep(services, context);
  switch (outcome.kind) {
    case 'signed_in':
      return welcome(context, outcome);
    case 'next':
      return privatePage(await stepPage(services, site, context, { ...outcome, state: EMPTY_FORM }), language);
    case 'refused': {
      const { step, given, problems } = outcome;
      const answer = refusedAnswer(outcome);
      if (step !== 'credentials' && given !== null) {
        const state = formState({}, problems);
        return privatePage(await stepPage(services, site, context, { step, given, state }), language, answer);
      }
      const state = formState({ email: given?.email ?? '' }, problems);
      return privatePage(loginPage(site, context, state, null), language, answer);
    }
  }
}

function loginPage(site: Site, context: PageContext, state: FormState, notice: LoginNotice | null) {
  const query = nextQuery(nextOf(context));
  return <LoginPage {...frameOf(site, context, PATH, query)} state={state} notice={notice} query={query} />;
}

interface NextStep {
  step: Exclude<Step, 'credentials'>;
  given: Pending;
  state: FormState;
}

async function stepPage(services: PageServices, site: Site, context: PageContext, { step, given, state }: NextStep) {
  const { email, password } = given;
  // A new password that was refused is typed again.
  const kept = step === 'password_change' ? { email, password } : { email, password, new_password: given.new_password };
  const props = {
    ...frameOf(site, context, PATH, nextQuery(nextOf(context))),
    state,
    pending: await sealPending(services.accounts, kept),
  };
  return step === 'second_factor' ? <SecondFactorPage {...props} /> : <PasswordChangePage {...props} email={email} />;
}

/** With the cookies of the new session, to where the person was going. */
function welcome(context: PageContext, { account, token }: SignedIn): PageAnswer {
  const { language } = context;
  const next = nextOf(context);
  const confirm = pagePath(language, 'verify-email');
  const isConfirming = next !== null && (next === confirm || next.startsWith(`${confirm}?`));
  const location =
    account.email_verified_at === null && !isConfirming
      ? withNext(confirm, next)
      : (next ?? pagePath(language, 'dashboard'));
  return redirect(location, { headers: { 'set-cookie': sessionCookies(token, SESSION_LIFETIME_MS / 1000) } });
}
