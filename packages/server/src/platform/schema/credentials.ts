import { boolean, createdAt, nullable, number, text, time, withDefault, type Table } from './column.ts';

export const credential = {
  id: text(),
  organization_id: text(),
  job_id: text(),
  api_key_id: nullable(text()),
  /** Without `expired`, which is derived. */
  status: withDefault(text<'active' | 'suspended' | 'revoked'>()),
  display_organization: text(),
  service_identity: text(),
  content_type: text(),
  generator_name: text(),
  generator_version: text(),
  model: text(),
  c2pa_trust_status: text(),
  manifest_label: text(),
  claim_signature_sha256: text(),
  /** Null when the credential is from an earlier version and has not been read again yet. */
  claim_sha256: nullable(text()),
  signer_sha256: nullable(text()),
  sha256: text(),
  media_type: text(),
  asset_size: number('bigint'),
  asset_key: text(),
  timestamp_at: nullable(time()),
  certificate_not_after: time(),
  sandbox: boolean(),
  created_at: createdAt(),
  suspended_at: nullable(time()),
  revoked_at: nullable(time()),
  revocation_reason: nullable(text()),
  /** Of the file that was sent; null when the credential is from an earlier version. */
  filename: nullable(text()),
  /** Null when the credential is from an earlier version. */
  aigc_label_present: nullable(boolean()),
  public_download: withDefault(boolean()),
};
export type CredentialTable = Table<typeof credential>;
