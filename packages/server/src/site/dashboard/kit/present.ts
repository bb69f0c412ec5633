import { ERROR_CODES } from '../../../shared/error-codes.ts';
import type { Language } from '../../../shared/language.ts';
import type { CredentialRow, JobRow, KeyRow } from './rows.ts';
import { presentKey, type ListedKey } from '../../../features/api-keys/index.ts';
import type { CredentialResult } from '../../../features/credentials/index.ts';
import type { JobSummary } from '../../../features/jobs/index.ts';

/** What a list shows of jobs besides: which have a picture, and the names of the keys that they were sent with. */
export interface JobsBeside {
  readonly previewed: ReadonlySet<string>;
  readonly keys: ReadonlyMap<string, string>;
}

export function jobRow(job: JobSummary, language: Language, { previewed, keys }: JobsBeside): JobRow {
  const { id, kind, status, filename, provenance_status: verdict, error, api_key_id: key } = job;
  return {
    id,
    kind,
    status,
    filename,
    hasPreview: previewed.has(id),
    verdict,
    problem: error === null ? null : ERROR_CODES[error].message[language],
    key: key === null ? null : (keys.get(key) ?? null),
    isByKey: key !== null,
    credential: job.credential_id,
    tookMs: job.took_ms === null ? null : Math.max(0, Math.round(job.took_ms)),
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

/** @param pictured the job whose result has a picture of it */
export function credentialRow(result: CredentialResult, pictured: string | null = null): CredentialRow {
  return {
    id: result.credential_id,
    pictured,
    status: result.status,
    contentType: result.content_type,
    mediaType: result.media_type,
    size: result.asset_size,
    sha256: result.sha256,
    identity: result.service_identity,
    organization: result.declared_organization,
    filename: result.filename,
    hasLabel: result.aigc_label_present,
    isDownloadPublic: result.public_download,
    trust: result.c2pa_trust_status,
    isSandbox: result.sandbox,
    hasTimestamp: result.timestamp_present,
    createdAt: result.created_at,
    suspendedAt: result.suspended_at,
    revokedAt: result.revoked_at,
    reason: result.revocation_reason,
  };
}
