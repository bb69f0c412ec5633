import type { Db } from '../../platform/database.ts';
import type { AccountPrincipal, MemberPrincipal } from '../../shared/principal.ts';
import { hashSecretToken } from '../../shared/session-token.ts';
import { findMembershipRow, findUsableSession, touchSession } from './queries.ts';

/** Whose session it is; `invalid` when it is unknown or has ended. */
export async function authenticateSession(db: Db, token: string): Promise<AccountPrincipal | 'invalid'> {
  const row = await findUsableSession(db, hashSecretToken(token));
  if (row === undefined) return 'invalid';
  await touchSession(db, row.id);
  return {
    kind: 'account',
    accountId: row.account_id,
    sessionId: row.id,
    isEmailVerified: row.email_verified_at !== null,
    isAdmin: row.is_admin,
    hasSecondFactor: row.totp_enabled_at !== null,
    isRecentlyAuthenticated: row.is_recently_authenticated,
  };
}

/** The organization that an account acts in, and its role; undefined when it is not a member. */
export async function findMembership(
  db: Db,
  accountId: string,
  organizationId: string | null,
): Promise<Pick<MemberPrincipal, 'organizationId' | 'role' | 'organizationStatus'> | undefined> {
  const row = await findMembershipRow(db, accountId, organizationId);
  if (row === undefined) return undefined;
  const organizationStatus = row.suspended_at === null ? 'active' : 'suspended';
  return { organizationId: row.organization_id, role: row.role, organizationStatus };
}
