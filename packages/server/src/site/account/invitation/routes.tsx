import { redirect, type PageAnswer, type PageContext, type PageRoute } from '../../../http/page-route.ts';
import { AppError, reasonOf } from '../../../shared/app-error.ts';
import type { Language } from '../../../shared/language.ts';
import { hashSecretToken, isSecretToken } from '../../../shared/session-token.ts';
import { InvitationPage, type InvitationStep, type InvitationView } from './page.tsx';
import { pagePath } from '../../kit/site-map.ts';
import { getAccount } from '../../../features/accounts/index.ts';
import {
  acceptInvitation,
  byOf,
  findInvitationByToken,
  findMember,
  type OfferedInvitation,
} from '../../../features/organizations/index.ts';
import { withNext } from '../../kit/next-path.ts';
import type { PageServices } from '../../services.ts';
import { signInAddress } from '../../kit/sign-in-address.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import { deadLinkStatus, frameOf } from '../kit/frame.ts';
import { maskAddress } from '../kit/mask-address.ts';

const PATH = 'invitation';

/** What an invitation offers; accepting it is a button. */
export function invitationRoutes(services: PageServices, site: Site, language: Language): PageRoute[] {
  const path = pagePath(language, PATH);
  return [
    {
      method: 'GET',
      path,
      auth: { kind: 'optional_session' },
      rateLimit: 'public_read',
      handler: (context) => show(services, site, context, context.query.get('token') ?? ''),
    },
    {
      method: 'POST',
      path,
      auth: { kind: 'optional_session' },
      rateLimit: 'api',
      handler: (context) => accept(services, site, context),
    },
  ];
}

async function accept(services: PageServices, site: Site, context: PageContext): Promise<PageAnswer> {
  const { form, language, address, requestId, account } = context;
  const token = form.get('token') ?? '';
  // The guard cannot do this: the way back holds the token, which is in the form.
  if (account === null) return redirect(signInAddress(language, addressOf(language, token)));
  const { accountId, isEmailVerified } = account;
  const by = byOf({ principal: account, address, requestId });
  try {
    const { id } = await acceptInvitation(services.accounts, { token, accountId, isEmailVerified, by });
    return redirect(dashboardOf(language, id));
  } catch (error) {
    // The page, made anew, says what stands in the way.
    if (error instanceof AppError && isToldByPage(error)) return show(services, site, context, token, error.status);
    throw error;
  }
}

function isToldByPage(error: AppError): boolean {
  const { code } = error;
  return code === 'ACCOUNT_EMAIL_NOT_VERIFIED' || code === 'WORKSPACE_SUSPENDED' || reasonOf(error) === 'token_invalid';
}

async function show(
  { db }: PageServices,
  site: Site,
  context: PageContext,
  token: string,
  status?: number,
): Promise<PageAnswer> {
  const { language } = context;
  const offered = isSecretToken(token) ? await findInvitationByToken(db, hashSecretToken(token)) : undefined;
  const step: InvitationStep = offered === undefined ? { kind: 'invalid' } : await stepOf(db, context, offered, token);
  const isShown = offered !== undefined && step.kind !== 'invalid';
  const body = (
    <InvitationPage
      {...frameOf(site, context, PATH, isShown ? `?token=${token}` : '')}
      action={pagePath(language, PATH)}
      invitation={isShown ? viewOf(offered) : null}
      step={step}
      token={token}
    />
  );
  return privatePage(body, language, { status: status ?? (isShown ? 200 : deadLinkStatus(token)) });
}

async function stepOf(
  db: PageServices['db'],
  { account, language }: PageContext,
  offered: OfferedInvitation,
  token: string,
): Promise<InvitationStep> {
  if (account === null) {
    if (!offered.is_open) return { kind: 'invalid' };
    const next = addressOf(language, token);
    const [login, register] = [pagePath(language, 'login'), pagePath(language, 'register')];
    return { kind: 'sign_in', login: withNext(login, next), register: withNext(register, next) };
  }
  const { email } = await getAccount(db, account.accountId);
  const isInvited = email.toLowerCase() === offered.email.toLowerCase();
  const member = await findMember(db, offered.organization_id, account.accountId);
  if (member !== undefined && isInvited && (offered.is_open || offered.is_accepted))
    return { kind: 'member', dashboard: dashboardOf(language, offered.organization_id) };
  if (!offered.is_open) return { kind: 'invalid' };
  if (!isInvited) return { kind: 'other_address', email };
  if (!account.isEmailVerified)
    return { kind: 'not_verified', confirm: withNext(pagePath(language, 'verify-email'), addressOf(language, token)) };
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
