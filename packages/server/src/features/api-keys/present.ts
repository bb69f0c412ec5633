import type { ApiKey } from './queries.ts';

/** A key as it is shown: everything but the secret. */
export interface PresentedKey {
  id: string;
  organization_id: string;
  name: string;
  prefix: string;
  mode: 'test' | 'live';
  scopes: string[];
  created_by: string | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

export function presentKey(row: ApiKey): PresentedKey {
  return {
    id: row.id,
    organization_id: row.organization_id,
    name: row.name,
    prefix: row.prefix,
    mode: row.mode,
    scopes: row.scopes,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
