import type { AdminAccount, AdminOrganization } from '@revera/server';
import { table } from './table.ts';

export function accountTable(accounts: readonly AdminAccount[]): string[] {
  const headings = ['ID', 'EMAIL', 'ADMIN', 'STATE', 'SECOND FACTOR', 'CREATED', 'LAST SEEN', 'ORGANIZATIONS'];
  return table(headings, accounts.map(accountCells));
}

function accountCells(account: AdminAccount): string[] {
  return [
    account.id,
    account.email,
    account.is_admin ? 'yes' : 'no',
    accountState(account),
    account.totp_enabled ? 'on' : 'off',
    account.created_at,
    account.last_seen_at ?? 'never',
    account.organizations.map(({ id, role }) => `${id} (${role})`).join(', '),
  ];
}

function accountState({ must_change_password, email_verified_at }: AdminAccount): string {
  if (must_change_password) return 'one-time password';
  return email_verified_at === null ? 'address not confirmed' : 'active';
}

export function organizationTable(organizations: readonly AdminOrganization[]): string[] {
  const headings = ['ID', 'NAME', 'KIND', 'STATE', 'MEMBERS', 'KEYS', 'CREATED', 'OWNERS'];
  return table(headings, organizations.map(organizationCells));
}

function organizationCells(organization: AdminOrganization): string[] {
  const { suspended_at, suspension_reason } = organization;
  return [
    organization.id,
    organization.name,
    organization.kind,
    suspended_at === null ? 'active' : `suspended ${suspended_at}: ${suspension_reason ?? ''}`,
    String(organization.member_count),
    String(organization.active_key_count),
    organization.created_at,
    organization.owners.map(({ email }) => email).join(', '),
  ];
}
