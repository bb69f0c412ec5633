import type { TrustStatus } from '@revera/provenance';
import type { Links } from '../../shared/links.ts';
import { TRUST_STATUSES } from '../../shared/verification-result.ts';
import type { OwnedCredential } from './queries.ts';
import { isPublic, statusAt } from './rules.ts';
import type { CredentialResult, PublicCredential } from './schemas.ts';

export function presentCredential(row: OwnedCredential, links: Links, now: Date): CredentialResult {
  return {
    ...common(row, links, now),
    organization: row.display_organization === '' ? row.organization_name : row.display_organization,
    asset_url: links.asset(row.id),
    created_at: row.created_at.toISOString(),
    revocation_reason: row.revocation_reason,
    asset_size: row.asset_size,
    timestamp_present: row.timestamp_at !== null,
    filename: row.filename,
  };
}

export function presentPublicly(row: OwnedCredential, links: Links, now: Date): PublicCredential {
  return {
    ...common(row, links, now),
    generator: orNull([row.generator_name, row.generator_version].join(' ').trim()),
    model: orNull(row.model),
    signed_at: row.created_at.toISOString(),
    timestamp: row.timestamp_at?.toISOString() ?? null,
    asset_url: isPublic(row) ? links.publicAsset(row.id) : null,
  };
}

function common(row: OwnedCredential, links: Links, now: Date) {
  return {
    credential_id: row.id,
    status: statusAt(row, now),
    declared_organization: orNull(row.display_organization),
    service_identity: row.service_identity,
    c2pa_trust_status: decodeTrustStatus(row.c2pa_trust_status),
    verify_url: links.credential(row.id),
    content_type: row.content_type,
    media_type: row.media_type,
    sha256: row.sha256,
    suspended_at: row.suspended_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    sandbox: row.sandbox,
    aigc_label_present: row.aigc_label_present,
    public_download: row.public_download,
  };
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

/** Written by this program; words of other versions are refused. */
function decodeTrustStatus(text: string): TrustStatus {
  return TRUST_STATUSES.find((status) => status === text) ?? 'unknown';
}
