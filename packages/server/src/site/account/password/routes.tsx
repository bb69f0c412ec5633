import { redirect, type PageAnswer, type PageContext, type PageRoute } from '../../../http/page-route.ts';
import { reasonOf, type AppError } from '../../../shared/app-error.ts';
import type { Language } from '../../../shared/language.ts';
import { ForgotPasswordPage, ResetPasswordPage, type ResetLink } from './page.tsx';
import { EMPTY_FORM, type FormState } from '../../kit/components/form.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { findLinkOwner, forgotBody, requestReset, resetBody, resetPassword } from '../../../features/accounts/index.ts';
import { callerOf } from '../../kit/callers.ts';
import { formState, orAbsent, readForm, refused, tryForm, typedValues, type Refused } from '../../kit/read-form.ts';
import type { PageServices } from '../../services.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import { deadLinkStatus, doneOf, frameOf, refusedAnswer } from '../kit/frame.ts';

const FORGOT = 'forgot-password';
const RESET = 'reset-password';

/** Getting in again after forgetting how. */
export function passwordRoutes(services: PageServices, site: Site, language: Language): PageRoute[] {
  return [...forgotRoutes(services, site, language), ...resetRoutes(services, site, language)];
}

function forgotRoutes({ accounts, mails }: PageServices, site: Site, language: Language): PageRoute[] {
  const path = pagePath(language, FORGOT);
  const page = (context: PageContext, state: FormState, wasSent: boolean) => (
    <ForgotPasswordPage {...frameOf(site, context, FORGOT)} state={state} wasSent={wasSent} mails={mails} />
  );
  return [
    {
      method: 'GET',
      path,
      auth: { kind: 'optional_session' },
      rateLimit: 'none',
      handler: (context) => privatePage(page(context, EMPTY_FORM, doneOf(context, ['sent']) !== null), language),
    },
    {
      method: 'POST',
      path,
      auth: { kind: 'optional_session' },
      rateLimit: 'account_mail',
      handler: async (context) => {
        const read = readForm(forgotBody, { email: context.form.get('email')?.trim() }, language);
        const ask = (email: string) => requestReset(accounts, email, callerOf(context));
        const outcome =
          read.kind === 'bad'
            ? refused(read.problems)
            : await tryForm(
                () => ask(read.data.email),
                () => null,
                language,
              );
        if (outcome.kind === 'done') return redirect(`${path}?done=sent`);
        const state = formState(typedValues(context.form, ['email']), outcome.problems);
        return privatePage(page(context, state, false), language, refusedAnswer(outcome));
      },
    },
  ];
}

function resetRoutes(services: PageServices, site: Site, language: Language): PageRoute[] {
  const path = pagePath(language, RESET);
  return [
    {
      method: 'GET',
      path,
      auth: { kind: 'optional_session' },
      rateLimit: 'public_read',
      handler: (context) => showReset(services, site, context, context.query.get('token') ?? ''),
    },
    {
      method: 'POST',
      path,
      auth: { kind: 'optional_session' },
      rateLimit: 'sign_in',
      handler: (context) => reset(services, site, context),
    },
  ];
}

async function showReset(
  { accounts }: PageServices,
  site: Site,
  context: PageContext,
  token: string,
  refusal: Refused | null = null,
): Promise<PageAnswer> {
  const owner = await findLinkOwner(accounts.db, 'password_reset', token);
  const link: ResetLink | null = owner === undefined ? null : { token, email: owner.email };
  const query = link === null ? '' : `?token=${token}`;
  const state = formState({}, refusal?.problems ?? []);
  const frame = { ...frameOf(site, context, RESET, query), action: pagePath(context.language, RESET) };
  const shown = { status: link === null ? deadLinkStatus(token) : 200 };
  const answer = refusal === null ? shown : refusedAnswer(refusal);
  return privatePage(<ResetPasswordPage {...frame} state={state} link={link} />, context.language, answer);
}

async function reset(services: PageServices, site: Site, context: PageContext): Promise<PageAnswer> {
  const { form, language } = context;
  const token = form.get('token') ?? '';
  const read = readForm(resetBody, { token, password: orAbsent(form.get('password')) }, language);
  if (read.kind === 'bad') return showReset(services, site, context, token, refused(read.problems));
  const work = () => resetPassword(services.accounts, { ...read.data, caller: callerOf(context) });
  const outcome = await tryForm(work, wornOut, language);
  if (outcome.kind === 'refused') return showReset(services, site, context, token, outcome);
  return redirect(`${pagePath(language, 'login')}?done=password_set`);
}

/** The page without its form says it all. */
function wornOut(error: AppError) {
  return reasonOf(error) === 'token_invalid' ? { field: '', text: '' } : null;
}
