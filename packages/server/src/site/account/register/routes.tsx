import { redirect, type PageAnswer, type PageContext, type PageRoute } from '../../../http/page-route.ts';
import type { Language } from '../../../shared/language.ts';
import { RegisterPage } from './page.tsx';
import type { FormState } from '../../kit/components/form.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { registerAccount, registerBody } from '../../../features/accounts/index.ts';
import { callerOf } from '../../kit/callers.ts';
import { formPage } from '../../kit/form-page.ts';
import { orAbsent } from '../../kit/read-form.ts';
import type { PageServices } from '../../services.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import { frameOf, nextOf, nextQuery } from '../kit/frame.ts';
import { registeredCookie } from '../kit/registered-here.ts';

const PATH = 'register';

/** Registers an account. Nothing shows whether the address already has one. */
export function registerRoutes({ accounts }: PageServices, site: Site, language: Language): PageRoute[] {
  return formPage({
    path: pagePath(language, PATH),
    auth: { kind: 'optional_session' },
    rateLimit: { page: 'none', form: 'account_mail' },
    fields: ['email', 'name'],
    schema: registerBody,
    input: (form) => ({
      email: form.get('email')?.trim(),
      password: orAbsent(form.get('password')),
      name: orAbsent(form.get('name')),
    }),
    open: (context) => ({ context }),
    run: async ({ email, password, name = '' }, { context }) => {
      const id = await registerAccount(accounts, { email, password, name, language, caller: callerOf(context) });
      return sent(context, await registeredCookie(accounts, { account: id, next: nextOf(context) }));
    },
    page: ({ context }, { state, answer }) =>
      context.account === null
        ? privatePage(registerPage(site, context, state), language, answer)
        : redirect(nextOf(context) ?? pagePath(language, 'dashboard')),
  });
}

function registerPage(site: Site, context: PageContext, state: FormState) {
  const query = nextQuery(nextOf(context));
  return <RegisterPage {...frameOf(site, context, PATH, query)} state={state} query={query} />;
}

function sent(context: PageContext, cookie: string): PageAnswer {
  const next = nextOf(context);
  const after = next === null ? '' : `&next=${encodeURIComponent(next)}`;
  return redirect(`${pagePath(context.language, 'verify-email')}?done=sent${after}`, {
    headers: { 'set-cookie': cookie },
  });
}
