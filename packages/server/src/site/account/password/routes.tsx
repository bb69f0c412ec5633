import { redirect, type PageRoute } from '../../../http/page-route.ts';
import type { Language } from '../../../shared/language.ts';
import { ForgotPasswordPage, ResetPasswordPage } from './page.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { findLinkOwner, forgotBody, requestReset, resetBody, resetPassword } from '../../../features/accounts/index.ts';
import { callerOf } from '../../kit/callers.ts';
import { formPage } from '../../kit/form-page.ts';
import { orAbsent } from '../../kit/read-form.ts';
import type { PageServices } from '../../services.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import { deadLinkStatus, doneOf, explainDeadLink, frameOf, tokenOf } from '../kit/frame.ts';

const FORGOT = 'forgot-password';
const RESET = 'reset-password';

/** How people who forgot their password get back in. */
export function passwordRoutes(services: PageServices, site: Site, language: Language): PageRoute[] {
  return [...forgotRoutes(services, site, language), ...resetRoutes(services, site, language)];
}

function forgotRoutes({ accounts, mails }: PageServices, site: Site, language: Language): PageRoute[] {
  const path = pagePath(language, FORGOT);
  return formPage({
    path,
    auth: { kind: 'optional_session' },
    rateLimit: { page: 'none', form: 'account_mail' },
    fields: ['email'],
    schema: forgotBody,
    input: (form) => ({ email: form.get('email')?.trim() }),
    open: (context) => ({ context }),
    run: async ({ email }, { context }) => {
      await requestReset(accounts, email, callerOf(context));
      return redirect(`${path}?done=sent`);
    },
    page: ({ context }, { state, answer }) => {
      const wasSent = doneOf(context, ['sent']) !== null;
      const frame = frameOf(site, context, FORGOT);
      const page = <ForgotPasswordPage {...frame} state={state} wasSent={wasSent} mails={mails} />;
      return privatePage(page, language, answer);
    },
  });
}

function resetRoutes({ accounts }: PageServices, site: Site, language: Language): PageRoute[] {
  const path = pagePath(language, RESET);
  return formPage({
    path,
    auth: { kind: 'optional_session' },
    rateLimit: { page: 'public_read', form: 'sign_in' },
    fields: [],
    schema: resetBody,
    input: (form) => ({ token: form.get('token') ?? '', password: orAbsent(form.get('password')) }),
    open: (context) => ({ context }),
    explain: explainDeadLink,
    run: async (given, { context }) => {
      await resetPassword(accounts, { ...given, caller: callerOf(context) });
      return redirect(`${pagePath(language, 'login')}?done=password_set`);
    },
    page: async ({ context }, { state, answer }) => {
      const token = tokenOf(context) ?? '';
      const owner = await findLinkOwner(accounts.db, 'password_reset', token);
      const link = owner === undefined ? null : { token, email: owner.email };
      const frame = { ...frameOf(site, context, RESET, link === null ? '' : `?token=${token}`), action: path };
      const status = link === null ? deadLinkStatus(token) : 200;
      return privatePage(<ResetPasswordPage {...frame} state={state} link={link} />, language, { status, ...answer });
    },
  });
}
