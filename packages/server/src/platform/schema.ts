import type { ConformingProduct } from '@revera/provenance';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** Plain JSON, as it lies in a `jsonb` column. */
export type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

/** Read as JSON; written as text made by `JSON.stringify`, because the driver writes a JavaScript array as a SQL array. */
type JsonColumn<Read = Json> = ColumnType<Read, string, string>;
type NullableJsonColumn<Read = Json> = ColumnType<Read | null, string | null | undefined, string | null>;

type CreatedAt = ColumnType<Date, Date | undefined, never>;

export type OrganizationKind = 'personal' | 'team';
export type Role = 'owner' | 'admin' | 'billing' | 'developer' | 'viewer';
export type KeyMode = 'test' | 'live';
export const JOB_KINDS = ['verification', 'signing', 'analysis', 'lab', 'trust_refresh', 'mail'] as const;
export type JobKind = (typeof JOB_KINDS)[number];
export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'expired';
export type KeptListName = 'c2pa' | 'c2pa_tsa' | 'legacy' | 'service' | 'c2pa_products';
export type ActorKind = 'account' | 'api_key' | 'admin_token' | 'command' | 'system';

export interface AccountTable {
  id: string;
  email: string;
  /** Computed by the database: the address in lower case, unique. */
  email_key: ColumnType<string, never, never>;
  password_hash: string | null;
  email_verified_at: Date | null;
  is_admin: Generated<boolean>;
  language: Generated<'en' | 'zh-CN'>;
  name: Generated<string>;
  password_changed_at: Date | null;
  must_change_password: Generated<boolean>;
  /** Encrypted; see platform/sealed-box.ts. */
  totp_secret: Buffer | null;
  totp_enabled_at: Date | null;
  /** A `bigint`, which the driver reads as text. */
  totp_last_step: ColumnType<string | null, number | null | undefined, number | null>;
  first_signed_in_at: Date | null;
  created_at: CreatedAt;
}

export interface SessionTable {
  id: string;
  account_id: string;
  token_sha256: Buffer;
  user_agent: Generated<string>;
  address: string | null;
  created_at: CreatedAt;
  last_seen_at: ColumnType<Date, Date | undefined, Date>;
  reauthenticated_at: ColumnType<Date, Date | undefined, Date>;
  expires_at: Date;
  ended_at: Date | null;
}

export interface AccountTokenTable {
  id: string;
  account_id: string;
  kind: 'email_verification' | 'password_reset' | 'email_change' | 'email_revert';
  /** The address it was sent to. */
  email: string;
  token_sha256: Buffer;
  created_at: CreatedAt;
  expires_at: Date;
  used_at: Date | null;
}

export interface RecoveryCodeTable {
  account_id: string;
  code_sha256: Buffer;
  used_at: Date | null;
}

export interface InvitationTable {
  id: string;
  organization_id: string;
  email: string;
  email_key: ColumnType<string, never, never>;
  role: Role;
  token_sha256: Buffer;
  invited_by: string | null;
  created_at: CreatedAt;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
}

export interface MailTable {
  id: string;
  template: string;
  language: 'en' | 'zh-CN';
  recipient: string;
  /** Sealed values of the template; null once it is sent or given up. */
  payload: Buffer | null;
  created_at: CreatedAt;
  sent_at: Date | null;
  failed_at: Date | null;
}

export interface OrganizationTable {
  id: string;
  name: string;
  kind: OrganizationKind;
  provider_code: string | null;
  suspended_at: Date | null;
  /** For good; then nobody is a member. */
  closed_at: Date | null;
  created_at: CreatedAt;
}

export interface MembershipTable {
  organization_id: string;
  account_id: string;
  role: Role;
  created_at: CreatedAt;
}

export interface ApiKeyTable {
  id: string;
  organization_id: string;
  name: string;
  prefix: string;
  mode: KeyMode;
  scopes: string[];
  secret_sha256: Buffer;
  created_by: string | null;
  created_at: CreatedAt;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export interface JobTable {
  id: string;
  queue: Generated<string>;
  kind: JobKind;
  status: Generated<JobStatus>;
  organization_id: string | null;
  api_key_id: string | null;
  filename: string | null;
  input: JsonColumn;
  progress: Generated<number>;
  result: NullableJsonColumn;
  evidence: NullableJsonColumn;
  crjson: string | null;
  signing: NullableJsonColumn;
  error_code: string | null;
  error_message: string | null;
  attempts: Generated<number>;
  max_attempts: Generated<number>;
  run_at: ColumnType<Date, Date | undefined, Date>;
  lease_owner: string | null;
  lease_until: Date | null;
  dedupe: string | null;
  created_at: CreatedAt;
  started_at: Date | null;
  finished_at: Date | null;
  expires_at: Date | null;
  upload_folder: Generated<string | null>;
}

/** A copy of a picture that a manifest carries: part of the result of its job. */
export interface JobThumbnailTable {
  job_id: string;
  position: number;
  manifest_label: string;
  ingredient_label: string | null;
  width: number;
  height: number;
  /** JPEG. */
  bytes: Buffer;
}

export interface TrustListTable {
  name: KeptListName;
  source: string;
  /** Null, like `fetched_at`: there is no copy yet. */
  sha256: string | null;
  certificates: JsonColumn<string[]>;
  allowed: JsonColumn<string[]>;
  certificate_count: number;
  /** Only of the list `c2pa_products`. */
  products: ColumnType<ConformingProduct[], string | undefined, string>;
  fetched_at: Date | null;
  last_attempt_at: Date;
  last_error: string | null;
  next_refresh_at: Date | null;
}

export interface TrustListChangeTable {
  id: Generated<number>;
  list: KeptListName;
  changed_at: CreatedAt;
  source: string;
  added: JsonColumn;
  removed: JsonColumn;
  sha256: string;
}

export interface AuditLogTable {
  id: string;
  organization_id: string | null;
  actor_kind: ActorKind;
  actor_id: string | null;
  action: string;
  target_kind: string;
  target_id: string | null;
  address: string | null;
  request_id: string | null;
  details: JSONColumnType<{ [member: string]: Json }, string | undefined, never>;
  created_at: CreatedAt;
}

export interface UploadFolderTable {
  id: string;
  worker_seen_at: ColumnType<Date, Date | undefined, Date>;
}

export interface BlobTable {
  key: string;
  delete_after: Date;
  created_at: CreatedAt;
}

export interface CredentialTable {
  id: string;
  organization_id: string;
  job_id: string;
  api_key_id: string | null;
  /** Without `expired`, which is derived. */
  status: Generated<'active' | 'suspended' | 'revoked'>;
  display_organization: string;
  service_identity: string;
  content_type: string;
  generator_name: string;
  generator_version: string;
  model: string;
  c2pa_trust_status: string;
  manifest_label: string;
  claim_signature_sha256: string;
  /** Null: of an earlier version, and not read again yet. */
  claim_sha256: string | null;
  signer_sha256: string | null;
  sha256: string;
  media_type: string;
  asset_size: number;
  asset_key: string;
  timestamp_at: Date | null;
  certificate_not_after: Date;
  sandbox: boolean;
  created_at: CreatedAt;
  suspended_at: Date | null;
  revoked_at: Date | null;
  revocation_reason: string | null;
}

export interface IdempotencyKeyTable {
  organization_id: string;
  operation: string;
  key: string;
  fingerprint: string;
  job_id: string;
  created_at: CreatedAt;
}

export interface RateLimitTable {
  key: string;
  tokens: number;
  at: Date;
}

export interface InstallationTable {
  id: Generated<boolean>;
  created_at: CreatedAt;
  first_start_printed_at: Date | null;
}

export interface SchemaMigrationTable {
  version: number;
  name: string;
  sha256: string;
  applied_at: CreatedAt;
}

/** Every table, for Kysely. A migration that changes a table changes this type with it. */
export interface Schema {
  account: AccountTable;
  session: SessionTable;
  account_token: AccountTokenTable;
  recovery_code: RecoveryCodeTable;
  invitation: InvitationTable;
  mail: MailTable;
  organization: OrganizationTable;
  membership: MembershipTable;
  api_key: ApiKeyTable;
  job: JobTable;
  job_thumbnail: JobThumbnailTable;
  trust_list: TrustListTable;
  trust_list_change: TrustListChangeTable;
  audit_log: AuditLogTable;
  upload_folder: UploadFolderTable;
  blob: BlobTable;
  credential: CredentialTable;
  idempotency_key: IdempotencyKeyTable;
  rate_limit: RateLimitTable;
  installation: InstallationTable;
  schema_migration: SchemaMigrationTable;
}
