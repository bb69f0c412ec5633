import type { Role } from '../../shared/permissions.ts';
import { bytes, computed, createdAt, nullable, text, time, type Table } from './column.ts';

export type OrganizationKind = 'personal' | 'team';

export const organization = {
  id: text(),
  name: text(),
  kind: text<OrganizationKind>(),
  provider_code: nullable(text()),
  suspended_at: nullable(time()),
  /** Closed for good: nobody is a member any more. */
  closed_at: nullable(time()),
  created_at: createdAt(),
};
export type OrganizationTable = Table<typeof organization>;

export const membership = {
  organization_id: text(),
  account_id: text(),
  role: text<Role>(),
  created_at: createdAt(),
};

export const invitation = {
  id: text(),
  organization_id: text(),
  email: text(),
  email_key: computed(text()),
  role: text<Role>(),
  token_sha256: bytes(),
  invited_by: nullable(text()),
  created_at: createdAt(),
  expires_at: time(),
  accepted_at: nullable(time()),
  revoked_at: nullable(time()),
};
export type InvitationTable = Table<typeof invitation>;
