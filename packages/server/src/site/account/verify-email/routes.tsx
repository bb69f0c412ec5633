import { definePage, redirect, type PageAnswer, type PageContext, type PageRoute } from '../../../http/page-route.ts';
import { reasonOf, type AppError } from '../../../shared/app-error.ts';
import type { Language } from '../../../shared/language.ts';
import { VerifyEmailPage, type VerifyEmailState } from './page.tsx';
import type { FormProblem } from '../../kit/components/form.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { confirmEmail, findLinkOwner, getAccount, requestVerification } from '../../../features/accounts/index.ts';
import { callerOf, signedInCallerOf } from '../../kit/callers.ts';
import { withNext } from '../../kit/next-path.ts';
import { formState, tryForm } from '../../kit/read-form.ts';
import type { PageServices } from '../../services.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import { deadLinkStatus, doneOf, frameOf, nextOf, nextQuery, refusedAnswer } from '../kit/frame.ts';

const PATH = 'verify-email';
const SEND = `${PATH}/send`;

/** The confirmation of an address: by a button, because programs that look at the links in mails press none. */
export function verifyEmailRoutes(services: PageServices, site: Site, language: Language): PageRoute[] {
  const path = pagePath(language, PATH);
  return [
    {
      method: 'GET',
      path,
      auth: { kind: 'optional_session' },
      rateLimit: 'public_read',
      handler: (context) => show(services, site, context),
    },
    {
      method: 'POST',
      path,
      auth: { kind: 'optional_session' },
      rateLimit: 'sign_in',
      handler: (context) => confirm(services, site, context),
    },
    definePage({
      method: 'POST',
      path: pagePath(language, SEND),
      auth: { kind: 'session', otherwise: 'sign_in', next: path },
      rateLimit: 'account_mail',
      handler: (context) => send(services, site, context),
    }),
  ];
}

async function show(services: PageServices, site: Site, context: PageContext): Promise<PageAnswer> {
  const token = context.query.get('token');
  const state = token === null ? await ownState(services, context) : await linkState(services, token);
  const status = state.kind === 'invalid' ? deadLinkStatus(token ?? '') : 200;
  return page(services, site, context, {
    state,
    status,
    query: state.kind === 'confirm' ? `?token=${state.token}` : '',
  });
}

async function linkState({ accounts }: PageServices, token: string): Promise<VerifyEmailState> {
  const owner = await findLinkOwner(accounts.db, 'email_verification', token);
  return owner === undefined ? { kind: 'invalid' } : { kind: 'confirm', token, email: owner.email };
}

/** What there is to say to whoever has come without a link. */
async function ownState({ accounts }: PageServices, context: PageContext): Promise<VerifyEmailState> {
  const { account } = context;
  if (account === null) return { kind: doneOf(context, ['sent']) === null ? 'no_link' : 'sent' };
  if (account.isEmailVerified) return { kind: 'verified' };
  const { email } = await getAccount(accounts.db, account.accountId);
  return { kind: 'needed', email };
}

async function confirm(services: PageServices, site: Site, context: PageContext): Promise<PageAnswer> {
  const { language, form, account } = context;
  const work = () => confirmEmail(services.accounts, form.get('token') ?? '', callerOf(context));
  const outcome = await tryForm(work, explain, language);
  if (outcome.kind === 'refused') {
    const { status, headers } = outcome;
    return page(services, site, context, { state: { kind: 'invalid' }, status, headers });
  }
  return redirect(`${pagePath(language, account === null ? 'login' : PATH)}?done=email_verified`);
}

type SignedIn = PageContext<{ kind: 'session'; otherwise: 'sign_in' }>;

async function send(services: PageServices, site: Site, context: SignedIn): Promise<PageAnswer> {
  const { language } = context;
  const path = pagePath(language, PATH);
  const caller = signedInCallerOf(context, context.principal);
  const outcome = await tryForm(() => requestVerification(services.accounts, caller), explain, language);
  if (outcome.kind === 'done')
    return redirect(`${path}?done=sent_again${nextQuery(nextOf(context)).replace('?', '&')}`);
  const state = await ownState(services, context);
  return page(services, site, context, { ...refusedAnswer(outcome), state, problems: outcome.problems });
}

/** The page by itself says what it is like now. */
function explain(error: AppError): FormProblem | null {
  const reason = reasonOf(error);
  return reason === 'token_invalid' || reason === 'already_verified' ? { field: '', text: '' } : null;
}

interface Shown extends Omit<PageAnswer, 'body'> {
  state: VerifyEmailState;
  problems?: readonly FormProblem[];
  query?: string;
}

function page({ mails }: PageServices, site: Site, context: PageContext, shown: Shown): PageAnswer {
  const { state, problems = [], query = '', ...answer } = shown;
  const { language, account } = context;
  const next = nextOf(context);
  const frame = { ...frameOf(site, context, PATH, query === '' ? nextQuery(next) : query) };
  const onward =
    account === null
      ? withNext(pagePath(language, 'login'), state.kind === 'no_link' ? pagePath(language, PATH) : next)
      : (next ?? pagePath(language, 'dashboard'));
  const body = (
    <VerifyEmailPage
      {...frame}
      action={pagePath(language, PATH)}
      sendAction={`${pagePath(language, SEND)}${nextQuery(next)}`}
      state={state}
      form={formState({}, state.kind === 'needed' ? problems : [])}
      done={doneOf(context, ['sent_again', 'email_verified'])}
      mails={mails}
      onward={onward}
      isSignedIn={account !== null}
    />
  );
  return privatePage(body, language, answer);
}
