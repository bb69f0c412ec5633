import { definePage, redirect, type PageAnswer, type PageContext, type PageRoute } from '../../../http/page-route.ts';
import { reasonOf, type AppError } from '../../../shared/app-error.ts';
import type { Language } from '../../../shared/language.ts';
import { VerifyEmailPage, type VerifyEmailState } from './page.tsx';
import { EMPTY_FORM, type FormProblem } from '../../kit/components/form.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { confirmEmail, findLinkOwner, getAccount, requestVerification } from '../../../features/accounts/index.ts';
import { SESSION_LIFETIME_MS } from '../../../features/sessions/index.ts';
import { sessionCookies } from '../../../shared/session-token.ts';
import { callerOf, signedInCallerOf } from '../../kit/callers.ts';
import { withNext } from '../../kit/next-path.ts';
import { answerForm, NO_INPUT, formPage, type ShownForm } from '../../kit/form-page.ts';
import type { PageServices } from '../../services.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import {
  deadLinkStatus,
  doneOf,
  explainDeadLink,
  frameOf,
  LINK_FORM,
  nextOf,
  nextQuery,
  tokenOf,
} from '../kit/frame.ts';
import { FORGET_REGISTERED, registeredHere } from '../kit/registered-here.ts';

const PATH = 'verify-email';
const SEND = `${PATH}/send`;

/** Confirms an address with a button, because programs that scan the links in emails press none. */
export function verifyEmailRoutes(services: PageServices, site: Site, language: Language): PageRoute[] {
  const { accounts } = services;
  const path = pagePath(language, PATH);
  const page = ({ context }: { context: PageContext }, shown: ShownForm) => showPage(services, site, context, shown);
  const resend = {
    ...NO_INPUT,
    explain: explainVerified,
    run: async (_: unknown, { context }: { context: SignedIn }) => {
      await requestVerification(accounts, signedInCallerOf(context, context.principal));
      return redirect(`${path}?done=sent_again${nextQuery(nextOf(context)).replace('?', '&')}`);
    },
    page,
  };
  return [
    ...formPage({
      ...LINK_FORM,
      path,
      auth: { kind: 'optional_session' },
      rateLimit: { page: 'public_read', form: 'sign_in' },
      open: (context) => ({ context }),
      explain: explainDeadLink,
      run: async ({ token }, { context }) => {
        const { account } = context;
        const registered = account === null ? await registeredHere(accounts, context) : null;
        const session = await confirmEmail(accounts, token, callerOf(context), registered?.account);
        if (session !== null)
          return welcomed(session, registered?.next ?? `${pagePath(language, 'dashboard')}?done=email_verified`);
        return redirect(`${pagePath(language, account === null ? 'login' : PATH)}?done=email_verified`);
      },
      page,
    }),
    definePage({
      method: 'POST',
      path: pagePath(language, SEND),
      auth: { kind: 'session', otherwise: 'sign_in', next: path },
      rateLimit: 'account_mail',
      handler: (context) => answerForm(resend, { context }),
    }),
  ];
}

/** Signed in for the first time: on to what the account was made for. */
function welcomed(session: string, onward: string): PageAnswer {
  const cookies = [...sessionCookies(session, SESSION_LIFETIME_MS / 1000), FORGET_REGISTERED];
  return redirect(onward, { headers: { 'set-cookie': cookies } });
}

type SignedIn = PageContext<{ kind: 'session'; otherwise: 'sign_in' }>;

/** The page itself says that the address is confirmed already. */
function explainVerified(error: AppError): FormProblem | null {
  return reasonOf(error) === 'already_verified' ? { field: '', text: '' } : null;
}

async function linkState({ accounts }: PageServices, token: string): Promise<VerifyEmailState> {
  const owner = await findLinkOwner(accounts.db, 'email_verification', token);
  return owner === undefined ? { kind: 'invalid' } : { kind: 'confirm', token, email: owner.email };
}

/** What the page says to a visitor who comes without a link. */
async function ownState({ accounts }: PageServices, context: PageContext): Promise<VerifyEmailState> {
  const { account } = context;
  if (account === null) return { kind: doneOf(context, ['sent']) === null ? 'no_link' : 'sent' };
  if (account.isEmailVerified) return { kind: 'verified' };
  const { email } = await getAccount(accounts.db, account.accountId);
  return { kind: 'needed', email };
}

async function showPage(
  services: PageServices,
  site: Site,
  context: PageContext,
  shown: ShownForm,
): Promise<PageAnswer> {
  const { language, account } = context;
  const token = tokenOf(context);
  const state = token === null ? await ownState(services, context) : await linkState(services, token);
  const next = nextOf(context);
  const query = state.kind === 'confirm' ? `?token=${state.token}` : nextQuery(next);
  const onward =
    account === null
      ? withNext(pagePath(language, 'login'), state.kind === 'no_link' ? pagePath(language, PATH) : next)
      : (next ?? pagePath(language, 'dashboard'));
  const body = (
    <VerifyEmailPage
      {...frameOf(site, context, PATH, query)}
      action={pagePath(language, PATH)}
      sendAction={`${pagePath(language, SEND)}${nextQuery(next)}`}
      state={state}
      form={state.kind === 'needed' ? shown.state : EMPTY_FORM}
      done={doneOf(context, ['sent_again', 'email_verified'])}
      mails={services.mails}
      onward={onward}
      isSignedIn={account !== null}
    />
  );
  const status = state.kind === 'invalid' ? deadLinkStatus(token ?? '') : 200;
  return privatePage(body, language, { status, ...shown.answer });
}
