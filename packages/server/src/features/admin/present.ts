import type { AccountRow, OrganizationRow } from './queries.ts';
import type { AdminAccount, AdminOrganization } from './schemas.ts';

export function presentAccount(row: AccountRow): AdminAccount {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    language: row.language,
    status: row.suspended_at === null ? 'active' : 'suspended',
    suspended_at: row.suspended_at?.toISOString() ?? null,
    suspension_reason: row.suspension_reason,
    email_verified_at: row.email_verified_at?.toISOString() ?? null,
    is_admin: row.is_admin,
    must_change_password: row.must_change_password,
    totp_enabled: row.totp_enabled_at !== null,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    organizations: row.organizations,
  };
}

export function presentOrganization(row: OrganizationRow): AdminOrganization {
  const isSuspended = row.suspended_at !== null;
  const status = isSuspended ? 'suspended' : 'active';
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    status: row.closed_at === null ? status : 'closed',
    suspended_at: row.suspended_at?.toISOString() ?? null,
    suspension_reason: isSuspended ? row.last_suspension_reason : null,
    closed_at: row.closed_at?.toISOString() ?? null,
    provider_code: row.provider_code,
    created_at: row.created_at.toISOString(),
    member_count: row.member_count ?? 0,
    active_key_count: row.active_key_count ?? 0,
    owners: row.owners,
  };
}
