import { z } from 'zod';
import { definePage, redirect, type PageAnswer, type PageContext, type PageRoute } from '../../../http/page-route.ts';
import type { AppError } from '../../../shared/app-error.ts';
import type { Language } from '../../../shared/language.ts';
import { hashSecretToken, isSecretToken, sessionCookies } from '../../../shared/session-token.ts';
import type { FormProblem } from '../../kit/components/form.tsx';
import { InvitationPage, type InvitationStep, type InvitationView } from './page.tsx';
import { pagePath } from '../../kit/site-map.ts';
import {
  getAccount,
  isRegistered,
  joinUnconfirmed,
  registerBody,
  registerByInvitation,
  type Joined,
} from '../../../features/accounts/index.ts';
import {
  acceptInvitation,
  byOf,
  findInvitationByToken,
  findMember,
  type OfferedInvitation,
} from '../../../features/organizations/index.ts';
import { withNext } from '../../kit/next-path.ts';
import { SESSION_LIFETIME_MS } from '../../../features/sessions/index.ts';
import { callerOf } from '../../kit/callers.ts';
import { answerForm, formPage, type Form, type ShownForm } from '../../kit/form-page.ts';
import { orAbsent } from '../../kit/read-form.ts';
import type { PageServices } from '../../services.ts';
import { signInAddress } from '../../kit/sign-in-address.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import { deadLinkStatus, explainDeadLink, frameOf, LINK_FORM, tokenOf } from '../kit/frame.ts';
import { maskAddress } from '../kit/mask-address.ts';

const PATH = 'invitation';
const REGISTER = `${PATH}/register`;

type Request = { context: PageContext };

/** Shows what an invitation offers, and accepts it with a button, or with a new account. */
export function invitationRoutes({ accounts, db }: PageServices, site: Site, language: Language): PageRoute[] {
  const path = pagePath(language, PATH);
  const page = ({ context }: Request, shown: ShownForm) => showPage({ accounts, db }, site, context, shown);
  const register: Form<Request, typeof REGISTER_FORM> = {
    schema: REGISTER_FORM,
    fields: ['name'],
    input: (form) => ({ token: form.get('token'), password: form.get('password'), name: orAbsent(form.get('name')) }),
    explain,
    run: async ({ token, password, name = '' }, { context }) => {
      const joined = await registerByInvitation(accounts, { token, password, name, caller: callerOf(context) });
      return welcome(language, joined);
    },
    page,
  };
  return [
    ...formPage({
      ...LINK_FORM,
      path,
      auth: { kind: 'optional_session' },
      rateLimit: { page: 'public_read', form: 'api' },
      open: (context) => ({ context }),
      explain,
      run: async ({ token }, { context }) => {
        const { address, requestId, account } = context;
        // The guard cannot do this: the way back needs the token, which is in the form.
        if (account === null) return redirect(signInAddress(language, addressOf(language, token)));
        const { accountId, isEmailVerified } = account;
        if (!isEmailVerified) {
          return welcome(language, await joinUnconfirmed(accounts, { token, accountId, caller: callerOf(context) }));
        }
        const by = byOf({ principal: account, address, requestId });
        const { id } = await acceptInvitation(accounts, { token, accountId, isEmailVerified, by });
        return redirect(dashboardOf(language, id));
      },
      page,
    }),
    definePage({
      method: 'POST',
      path: pagePath(language, REGISTER),
      auth: { kind: 'optional_session' },
      rateLimit: 'sign_in',
      handler: (context) => answerForm(register, { context }),
    }),
  ];
}

const REGISTER_FORM = z.object({
  ...LINK_FORM.schema.shape,
  ...registerBody.pick({ password: true, name: true }).shape,
});

function welcome(language: Language, { organization, token }: Joined): PageAnswer {
  const cookies = token === null ? {} : { 'set-cookie': sessionCookies(token, SESSION_LIFETIME_MS / 1000) };
  return redirect(dashboardOf(language, organization.id), { headers: cookies });
}

async function showPage(
  { accounts, db }: Pick<PageServices, 'accounts' | 'db'>,
  site: Site,
  context: PageContext,
  { state, answer }: ShownForm,
): Promise<PageAnswer> {
  const { language } = context;
  const token = tokenOf(context) ?? '';
  const offered = isSecretToken(token) ? await findInvitationByToken(db, hashSecretToken(token)) : undefined;
  const step: InvitationStep =
    offered === undefined ? { kind: 'invalid' } : await stepOf(accounts, context, offered, token);
  const isShown = offered !== undefined && step.kind !== 'invalid';
  const page = (
    <InvitationPage
      {...frameOf(site, context, PATH, isShown ? `?token=${token}` : '')}
      action={pagePath(language, PATH)}
      registerAction={pagePath(language, REGISTER)}
      invitation={isShown ? viewOf(offered) : null}
      step={step}
      token={token}
      state={state}
    />
  );
  return privatePage(page, language, { status: isShown ? 200 : deadLinkStatus(token), ...answer });
}

/** The page itself says what is in the way. */
function explain(error: AppError): FormProblem | null {
  return error.code === 'WORKSPACE_SUSPENDED' ? { field: '', text: '' } : explainDeadLink(error);
}

async function stepOf(
  { db }: PageServices['accounts'],
  { account, language }: PageContext,
  offered: OfferedInvitation,
  token: string,
): Promise<InvitationStep> {
  if (account === null) {
    if (!offered.is_open) return { kind: 'invalid' };
    const hasAccount = await isRegistered(db, offered.email);
    if (!hasAccount && offered.organization_suspended_at !== null) return { kind: 'suspended' };
    return hasAccount
      ? { kind: 'sign_in', login: withNext(pagePath(language, 'login'), addressOf(language, token)) }
      : { kind: 'register', email: offered.email };
  }
  const { email } = await getAccount(db, account.accountId);
  const isInvited = email.toLowerCase() === offered.email.toLowerCase();
  const member = await findMember(db, offered.organization_id, account.accountId);
  if (member !== undefined && isInvited && (offered.is_open || offered.is_accepted))
    return { kind: 'member', dashboard: dashboardOf(language, offered.organization_id) };
  if (!offered.is_open) return { kind: 'invalid' };
  if (!isInvited) return { kind: 'other_address', email };
  return offered.organization_suspended_at === null ? { kind: 'accept' } : { kind: 'suspended' };
}

function viewOf(offered: OfferedInvitation): InvitationView {
  return {
    organization: offered.organization_name,
    inviter: offered.inviter,
    role: offered.role,
    address: maskAddress(offered.email),
    expiresAt: offered.expires_at.toISOString(),
  };
}

function dashboardOf(language: Language, organizationId: string): string {
  return `${pagePath(language, 'dashboard')}?org=${organizationId}`;
}

function addressOf(language: Language, token: string): string {
  return `${pagePath(language, PATH)}?token=${encodeURIComponent(token)}`;
}
