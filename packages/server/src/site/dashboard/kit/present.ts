import { ERROR_CODES } from '../../../shared/error-codes.ts';
import type { Language } from '../../../shared/language.ts';
import type { CredentialRow, JobRow, KeyRow } from './rows.ts';
import { presentKey, type ListedKey } from '../../../features/api-keys/index.ts';
import type { CredentialResult } from '../../../features/credentials/index.ts';
import type { JobSummary } from '../../../features/jobs/index.ts';

export function jobRow(job: JobSummary, language: Language): JobRow {
  const { id, kind, status, filename, provenance_status: verdict, error } = job;
  return {
    id,
    kind,
    status,
    filename,
    verdict,
    problem: error === null ? null : ERROR_CODES[error].message[language],
    createdAt: job.created_at.toISOString(),
    expiresAt: job.expires_at?.toISOString() ?? null,
  };
}

export function keyRow(row: ListedKey): KeyRow {
  const { id, name, prefix, mode, scopes, created_at, last_used_at, expires_at, revoked_at } = presentKey(row);
  return {
    id,
    name,
    prefix,
    mode,
    scopes,
    state: revoked_at !== null ? 'revoked' : row.is_over ? 'expired' : 'active',
    createdAt: created_at,
    lastUsedAt: last_used_at,
    expiresAt: expires_at,
    revokedAt: revoked_at,
  };
}

export function credentialRow(result: CredentialResult): CredentialRow {
  return {
    id: result.credential_id,
    status: result.status,
    contentType: result.content_type,
    mediaType: result.media_type,
    size: result.asset_size,
    sha256: result.sha256,
    identity: result.service_identity,
    organization: result.organization,
    trust: result.c2pa_trust_status,
    isSandbox: result.sandbox,
    hasTimestamp: result.timestamp_present,
    createdAt: result.created_at,
    suspendedAt: result.suspended_at,
    revokedAt: result.revoked_at,
    reason: result.revocation_reason,
  };
}
