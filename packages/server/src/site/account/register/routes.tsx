import { redirect, type PageAnswer, type PageContext, type PageRoute } from '../../../http/page-route.ts';
import type { Language } from '../../../shared/language.ts';
import { RegisterPage } from './page.tsx';
import { EMPTY_FORM, type FormState } from '../../kit/components/form.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { registerAccount, registerBody } from '../../../features/accounts/index.ts';
import { callerOf } from '../../kit/callers.ts';
import { formState, orAbsent, readForm, refused, tryForm, typedValues, type Refused } from '../../kit/read-form.ts';
import type { PageServices } from '../../services.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import { frameOf, nextOf, nextQuery, refusedAnswer } from '../kit/frame.ts';

const PATH = 'register';

/** Becoming known. Whether the address has an account shows nowhere. */
export function registerRoutes(services: PageServices, site: Site, language: Language): PageRoute[] {
  const path = pagePath(language, PATH);
  return [
    {
      method: 'GET',
      path,
      auth: { kind: 'optional_session' },
      rateLimit: 'none',
      handler: (context) =>
        context.account === null
          ? privatePage(registerPage(site, context, EMPTY_FORM), language)
          : redirect(nextOf(context) ?? pagePath(language, 'dashboard')),
    },
    {
      method: 'POST',
      path,
      auth: { kind: 'optional_session' },
      rateLimit: 'account_mail',
      handler: async (context) => {
        const refusal = await register(services, context);
        if (refusal === null) return sent(context);
        const state = formState(typedValues(context.form, ['email', 'name']), refusal.problems);
        return privatePage(registerPage(site, context, state), language, refusedAnswer(refusal));
      },
    },
  ];
}

/** Null: a mail is on its way. */
async function register({ accounts }: PageServices, context: PageContext): Promise<Refused | null> {
  const { language, form } = context;
  const given = {
    email: form.get('email')?.trim(),
    password: orAbsent(form.get('password')),
    name: orAbsent(form.get('name')),
  };
  const read = readForm(registerBody, given, language);
  if (read.kind === 'bad') return refused(read.problems);
  const { email, password, name = '' } = read.data;
  const input = { email, password, name, language, caller: callerOf(context) };
  const outcome = await tryForm(
    () => registerAccount(accounts, input),
    () => null,
    language,
  );
  return outcome.kind === 'done' ? null : outcome;
}

function registerPage(site: Site, context: PageContext, state: FormState) {
  const query = nextQuery(nextOf(context));
  return <RegisterPage {...frameOf(site, context, PATH, query)} state={state} query={query} />;
}

function sent(context: PageContext): PageAnswer {
  const next = nextOf(context);
  const after = next === null ? '' : `&next=${encodeURIComponent(next)}`;
  return redirect(`${pagePath(context.language, 'verify-email')}?done=sent${after}`);
}
