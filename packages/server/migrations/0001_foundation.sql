create table account (
  id text primary key,
  email text not null check (length(email) between 3 and 320),
  email_key text not null generated always as (lower(email)) stored unique,
  password_hash text,
  email_verified_at timestamptz,
  is_admin boolean not null default false,
  language text not null default 'en' check (language in ('en', 'zh-CN')),
  created_at timestamptz not null default now()
);
comment on column account.email is 'As the person wrote it; mail is sent to this form.';
comment on column account.email_key is 'Lower case: the same address in another case is the same account.';
comment on column account.password_hash is 'PHC string. Null: no password was set, so none can match.';

create table organization (
  id text primary key,
  name text not null check (length(name) between 1 and 200),
  kind text not null check (kind in ('personal', 'team')),
  provider_code text,
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);
comment on column organization.provider_code is 'China AIGC service provider code, given by the organization and never invented.';

create table membership (
  organization_id text not null references organization on delete cascade,
  account_id text not null references account on delete cascade,
  role text not null check (role in ('owner', 'admin', 'billing', 'developer', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (organization_id, account_id)
);
create index membership_account on membership (account_id);

create table api_key (
  id text primary key,
  organization_id text not null references organization on delete cascade,
  name text not null check (length(name) between 1 and 200),
  prefix text not null,
  mode text not null check (mode in ('test', 'live')),
  scopes text[] not null,
  secret_sha256 bytea not null unique check (length(secret_sha256) = 32),
  created_by text references account on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_key_organization on api_key (organization_id, created_at desc);
comment on column api_key.prefix is 'The first characters of the key, shown so that its owner recognises it.';
comment on column api_key.secret_sha256 is 'Of the whole key. The key has 190 random bits, so a plain hash is enough.';

create table job (
  id text primary key,
  queue text not null default 'media',
  kind text not null check (kind in ('verification', 'signing', 'analysis', 'lab', 'trust_refresh')),
  status text not null default 'queued' check (status in ('queued', 'processing', 'completed', 'failed', 'expired')),
  organization_id text references organization on delete cascade,
  api_key_id text references api_key on delete set null,
  filename text,
  input jsonb not null,
  progress real not null default 0 check (progress between 0 and 1),
  result jsonb,
  evidence jsonb,
  crjson text,
  error_code text,
  error_message text,
  attempts int not null default 0 check (attempts >= 0),
  max_attempts int not null default 3 check (max_attempts >= 1),
  run_at timestamptz not null default now(),
  lease_owner text,
  lease_until timestamptz,
  dedupe text unique,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  constraint job_lease_while_processing
    check ((status = 'processing') = (lease_owner is not null) and (lease_owner is null) = (lease_until is null)),
  constraint job_finished_at_end
    check ((status in ('completed', 'failed', 'expired')) = (finished_at is not null)),
  constraint job_failed_has_code check (status <> 'failed' or error_code is not null),
  constraint job_expired_is_empty
    check (status <> 'expired' or (result is null and evidence is null and crjson is null))
);
create index job_claim on job (queue, run_at) where status = 'queued';
create index job_lease on job (lease_until) where status = 'processing';
create index job_expiry on job (expires_at) where status in ('completed', 'failed');
create index job_organization on job (organization_id, created_at desc);
comment on column job.organization_id is 'Null: anonymous; whoever holds the identifier may read it.';
comment on column job.lease_owner is 'Who works on it. Every finishing statement names its owner, so that a worker that lost its lease cannot overwrite.';
comment on column job.lease_until is 'By the clock of the database. Past it the job is given to another worker.';
comment on column job.dedupe is 'A second job with the same value is not enqueued, also after the first has finished.';
comment on column job.evidence is 'The full report behind the result, for GET /v1/jobs/{jid}/report.';
comment on column job.expires_at is 'When a finished job loses its result.';

create table trust_list (
  name text primary key check (name in ('c2pa', 'c2pa_tsa', 'legacy', 'service')),
  source text not null,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  certificates jsonb not null check (jsonb_typeof(certificates) = 'array'),
  allowed jsonb not null default '[]' check (jsonb_typeof(allowed) = 'array'),
  certificate_count int not null check (certificate_count >= 0),
  fetched_at timestamptz,
  last_attempt_at timestamptz not null,
  last_error text,
  next_refresh_at timestamptz,
  constraint trust_list_copy_is_whole check ((sha256 is null) = (fetched_at is null))
);
comment on table trust_list is 'The last good copy of each list, and how the newest attempt to fetch it went.';
comment on column trust_list.sha256 is 'Null: there is no copy yet.';
comment on column trust_list.certificates is 'Anchors, as PEM strings.';
comment on column trust_list.allowed is 'End-entity certificates that are accepted by themselves, as PEM strings.';
comment on column trust_list.fetched_at is 'When this content was fetched. Freshness is judged by it, never by dates inside the list.';

create table trust_list_change (
  id bigserial primary key,
  list text not null references trust_list (name) on delete cascade,
  changed_at timestamptz not null default now(),
  source text not null,
  added jsonb not null,
  removed jsonb not null,
  sha256 text not null
);
create index trust_list_change_recent on trust_list_change (list, changed_at desc);

create table audit_log (
  id text primary key,
  organization_id text references organization on delete set null,
  actor_kind text not null check (actor_kind in ('account', 'api_key', 'admin_token', 'command', 'system')),
  actor_id text,
  action text not null,
  target_kind text not null,
  target_id text,
  address text,
  request_id text,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index audit_log_organization on audit_log (organization_id, created_at desc);
comment on table audit_log is 'Written in the transaction of the change it records. Identifiers are text without a reference, so that a row outlives what it names.';
comment on column audit_log.address is 'Network address of the caller.';

create unlogged table rate_limit (
  key text primary key,
  tokens double precision not null,
  at timestamptz not null
);
create index rate_limit_at on rate_limit (at);
comment on table rate_limit is 'Token buckets. Unlogged: after a crash of the database every bucket is full again, which is harmless.';

create table installation (
  id boolean primary key default true check (id),
  created_at timestamptz not null default now(),
  first_start_printed_at timestamptz
);
comment on table installation is 'One row. The administrator''s password and the first key are printed once; the column says when.';
