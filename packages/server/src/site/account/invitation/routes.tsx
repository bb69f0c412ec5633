import { redirect, type PageContext, type PageRoute } from '../../../http/page-route.ts';
import type { AppError } from '../../../shared/app-error.ts';
import type { Language } from '../../../shared/language.ts';
import { hashSecretToken, isSecretToken } from '../../../shared/session-token.ts';
import type { FormProblem } from '../../kit/components/form.tsx';
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
import { formPage } from '../../kit/form-page.ts';
import type { PageServices } from '../../services.ts';
import { signInAddress } from '../../kit/sign-in-address.ts';
import { privatePage, type Site } from '../../kit/site.ts';
import { deadLinkStatus, explainDeadLink, frameOf, LINK_FORM, tokenOf } from '../kit/frame.ts';
import { maskAddress } from '../kit/mask-address.ts';

const PATH = 'invitation';

/** Shows what an invitation offers, and accepts it with a button. */
export function invitationRoutes({ accounts, db }: PageServices, site: Site, language: Language): PageRoute[] {
  const path = pagePath(language, PATH);
  return formPage({
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
      const by = byOf({ principal: account, address, requestId });
      const { id } = await acceptInvitation(accounts, { token, accountId, isEmailVerified, by });
      return redirect(dashboardOf(language, id));
    },
    page: async ({ context }, { answer }) => {
      const token = tokenOf(context) ?? '';
      const offered = isSecretToken(token) ? await findInvitationByToken(db, hashSecretToken(token)) : undefined;
      const step: InvitationStep =
        offered === undefined ? { kind: 'invalid' } : await stepOf(db, context, offered, token);
      const isShown = offered !== undefined && step.kind !== 'invalid';
      const page = (
        <InvitationPage
          {...frameOf(site, context, PATH, isShown ? `?token=${token}` : '')}
          action={path}
          invitation={isShown ? viewOf(offered) : null}
          step={step}
          token={token}
        />
      );
      return privatePage(page, language, { status: isShown ? 200 : deadLinkStatus(token), ...answer });
    },
  });
}

/** The page itself says what is in the way. */
function explain(error: AppError): FormProblem | null {
  const { code } = error;
  const isOnPage = code === 'ACCOUNT_EMAIL_NOT_VERIFIED' || code === 'WORKSPACE_SUSPENDED';
  return isOnPage ? { field: '', text: '' } : explainDeadLink(error);
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
