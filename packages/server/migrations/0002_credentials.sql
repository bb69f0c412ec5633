create table blob (
  key text primary key check (key ~ '^[A-Za-z0-9_]{10,80}$'),
  delete_after timestamptz not null,
  created_at timestamptz not null default now()
);
create index blob_delete_after on blob (delete_after);
comment on table blob is 'Every object in the store, written here before its bytes are: what a crash leaves is found and deleted.';
comment on column blob.delete_after is 'While it is being written: when its writer has certainly gone. Afterwards: when its retention ends.';

create table credential (
  id text primary key,
  organization_id text not null references organization on delete cascade,
  job_id text not null unique,
  api_key_id text references api_key on delete set null,
  status text not null default 'active' check (status in ('active', 'suspended', 'revoked')),
  display_organization text not null,
  service_identity text not null,
  content_type text not null,
  generator_name text not null,
  generator_version text not null,
  model text not null,
  c2pa_trust_status text not null,
  manifest_label text not null,
  claim_signature_sha256 text not null unique check (claim_signature_sha256 ~ '^[0-9a-f]{64}$'),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  media_type text not null,
  asset_size bigint not null check (asset_size > 0),
  asset_key text not null unique,
  timestamp_at timestamptz,
  certificate_not_after timestamptz not null,
  sandbox boolean not null,
  created_at timestamptz not null default now(),
  suspended_at timestamptz,
  revoked_at timestamptz,
  revocation_reason text check (length(revocation_reason) <= 500),
  constraint credential_revoked_has_time check ((status = 'revoked') = (revoked_at is not null)),
  constraint credential_suspended_has_time check (status <> 'suspended' or suspended_at is not null),
  constraint credential_reason_with_revocation check (revocation_reason is null or revoked_at is not null)
);
create index credential_organization on credential (organization_id, created_at desc);
create index credential_sha256 on credential (sha256);
comment on column credential.status is 'Without "expired", which follows from the certificate, the time stamp and the present.';
comment on column credential.claim_signature_sha256 is 'Names the one act of signing. A label in a manifest can be copied, this cannot.';
comment on column credential.asset_key is 'In the table blob while the signed file is kept; that row goes with the file.';
comment on column credential.display_organization is 'As the caller declared it; checked by nobody.';
comment on column credential.timestamp_at is 'Time attested by the RFC 3161 token inside. Null: it has none.';

create table idempotency_key (
  organization_id text not null references organization on delete cascade,
  operation text not null,
  key text not null check (length(key) between 1 and 255),
  fingerprint text not null,
  job_id text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, operation, key)
);
create index idempotency_key_created on idempotency_key (created_at);
comment on column idempotency_key.fingerprint is 'SHA-256 over what was asked: the same key with another request is a conflict.';
comment on column idempotency_key.job_id is 'The job that the first request made; a repeated one is answered with its outcome.';

alter table job add column signing jsonb;
alter table job drop constraint job_expired_is_empty;
alter table job add constraint job_expired_is_empty
  check (status <> 'expired' or (result is null and evidence is null and crjson is null and signing is null));
comment on column job.signing is 'What a signing job made: the credential and what it was found to be.';
