import { redirect, type PageAnswer, type PageContext, type PageRoute } from '../../../http/page-route.ts';
import type { Language } from '../../../shared/language.ts';
import { sessionCookies } from '../../../shared/session-token.ts';
import { ValidationFailure } from '../../../shared/validation-failure.ts';
import { LoginPage, type LoginNotice } from './page.tsx';
import { PasswordChangePage, SecondFactorPage } from './step-pages.tsx';
import { EMPTY_FORM, type FormState } from '../../kit/components/form.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { loginBody, signIn, type SignedIn } from '../../../features/accounts/index.ts';
import { SESSION_LIFETIME_MS } from '../../../features/sessions/index.ts';
import { callerOf } from '../../kit/callers.ts';
import { formPage } from '../../kit/form-page.ts';
import { withNext } from '../../kit/next-path.ts';
import { formState } from '../../kit/read-form.ts';
import type { PageServices } from '../../services.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import { doneOf, frameOf, nextOf, nextQuery } from '../kit/frame.ts';
import { sealPending } from './pending.ts';
import { explainerFor, nextStep, readAttempt, type SignInAttempt } from './sign-in-steps.ts';
import { LOGIN } from './words.ts';

const PATH = 'login';
const NOTICES = [
  'signed_out',
  'email_verified',
  'email_changed',
  'password_set',
  'account_deleted',
] as const satisfies readonly LoginNotice[];

/** Signing in with address and password, and with whatever else the account requires. Every step is sent to the same address. */
export function loginRoutes(services: PageServices, site: Site, language: Language): PageRoute[] {
  return formPage({
    path: pagePath(language, PATH),
    auth: { kind: 'optional_session' },
    rateLimit: { page: 'none', form: 'sign_in' },
    schema: loginBody,
    fields: ['email'],
    input: (_, { given }) => given,
    open: async (context) => {
      const attempt = await readAttempt(services, context);
      if (attempt !== null) return attempt;
      const state = formState({}, [{ field: '', text: LOGIN[language].stale }]);
      return privatePage(loginPage(site, context, state), language, { status: 422 });
    },
    explain: explainerFor(site.shell(language).operator),
    run: (_, attempt) => takeStep(services, site, attempt),
    page: async (attempt, { state, answer }) => {
      const { context, step } = attempt;
      if (answer.status === undefined && context.account !== null) {
        return redirect(nextOf(context) ?? pagePath(language, 'dashboard'));
      }
      const page =
        step === 'credentials'
          ? loginPage(site, context, state)
          : await stepPage(services, site, { ...attempt, step }, state);
      return privatePage(page, language, answer);
    },
  });
}

function loginPage(site: Site, context: PageContext, state: FormState) {
  const query = nextQuery(nextOf(context));
  const notice = doneOf(context, NOTICES);
  return <LoginPage {...frameOf(site, context, PATH, query)} state={state} notice={notice} query={query} />;
}

/** Signs in with everything given so far, or asks for more. */
async function takeStep(services: PageServices, site: Site, attempt: SignInAttempt): Promise<PageAnswer> {
  const { context, given } = attempt;
  const { email, password, new_password, totp_code, recovery_code } = given;
  if (attempt.step === 'second_factor' && totp_code === undefined && recovery_code === undefined) {
    throw new ValidationFailure([{ loc: ['body', 'totp_code'], type: 'missing' }]);
  }
  try {
    const signedIn = await signIn(services.accounts, {
      email,
      password,
      totpCode: totp_code,
      recoveryCode: recovery_code,
      newPassword: new_password,
      presented: context.account ?? { kind: 'anonymous' },
      caller: callerOf(context),
    });
    return welcome(context, signedIn);
  } catch (error) {
    const step = nextStep(error);
    if (step === null) throw error;
    // A new password that the account has no use for yet is kept for the next step.
    return privatePage(await stepPage(services, site, { ...attempt, step }, EMPTY_FORM), context.language);
  }
}

async function stepPage(
  services: PageServices,
  site: Site,
  { context, step, given }: SignInAttempt & { step: 'second_factor' | 'password_change' },
  state: FormState,
) {
  const { email, password } = given;
  // A new password that was refused has to be typed again.
  const kept = step === 'password_change' ? { email, password } : { email, password, new_password: given.new_password };
  const props = {
    ...frameOf(site, context, PATH, nextQuery(nextOf(context))),
    state,
    pending: await sealPending(services.accounts, kept),
  };
  return step === 'second_factor' ? <SecondFactorPage {...props} /> : <PasswordChangePage {...props} email={email} />;
}

/** Sets the cookies of the new session and goes on to where the person was going. */
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
