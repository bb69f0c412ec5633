import type { Session } from '../sessions/index.ts';
import type { Account } from './queries.ts';
import type { PresentedAccount, PresentedSession } from './schemas.ts';

export function presentAccount(row: Account, recoveryCodesLeft: number): PresentedAccount {
  return {
    id: row.id,
    email: row.email,
    email_verified: row.email_verified_at !== null,
    name: row.name,
    language: row.language,
    is_admin: row.is_admin,
    totp_enabled: row.totp_enabled_at !== null,
    recovery_codes_left: recoveryCodesLeft,
    password_changed_at: row.password_changed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export function presentSession(row: Session, currentId: string): PresentedSession {
  return {
    id: row.id,
    device: row.user_agent,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    current: row.id === currentId,
  };
}
