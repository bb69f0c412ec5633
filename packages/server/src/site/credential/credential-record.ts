import type { CredentialStatus, TrustStatus } from '@revera/provenance';

/** What anyone may see of a credential, as the JSON of the same address has it. */
export interface CredentialRecord {
  readonly credential_id: string;
  readonly status: CredentialStatus;
  readonly declared_organization: string | null;
  readonly service_identity: string;
  readonly c2pa_trust_status: TrustStatus;
  readonly verify_url: string;
  readonly content_type: string;
  readonly generator: string | null;
  readonly model: string | null;
  readonly media_type: string;
  readonly sha256: string;
  readonly signed_at: string;
  readonly timestamp: string | null;
  readonly suspended_at: string | null;
  readonly revoked_at: string | null;
  readonly sandbox: boolean;
  readonly aigc_label_present: boolean | null;
  readonly public_download: boolean;
  readonly asset_url: string | null;
}

export interface CredentialPageFacts {
  readonly record: CredentialRecord;
  /** End of the signing certificate. */
  readonly certificateEndsAt: string;
  /** Its picture, where anyone may have the file and there is one. */
  readonly preview: { readonly width: number; readonly height: number } | null;
  /** Whether this service still holds the signed file. */
  readonly isFileKept: boolean;
}

/** When it came into the state it is in; null for one that has always been active. */
export function changedAt({ record, certificateEndsAt }: CredentialPageFacts): string | null {
  const { status, suspended_at, revoked_at } = record;
  if (status === 'revoked') return revoked_at;
  if (status === 'suspended') return suspended_at;
  return status === 'expired' ? certificateEndsAt : null;
}
