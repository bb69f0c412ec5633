import type { Invitation, Member, OwnOrganization } from './queries.ts';
import type { InvitationResult, MemberResult, OrganizationResult } from './schemas.ts';

export function presentOrganization(row: OwnOrganization): OrganizationResult {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    role: row.role,
    status: row.suspended_at === null ? 'active' : 'suspended',
    provider_code: row.provider_code,
    created_at: row.created_at.toISOString(),
  };
}

export function presentMember(row: Member): MemberResult {
  return {
    account_id: row.account_id,
    email: row.email,
    name: row.name,
    role: row.role,
    joined_at: row.created_at.toISOString(),
  };
}

export function presentInvitation(row: Invitation): InvitationResult {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invited_by: row.invited_by,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
