alter table account
  add column name text not null default '' check (length(name) <= 200),
  add column password_changed_at timestamptz,
  add column must_change_password boolean not null default false,
  add column totp_secret bytea,
  add column totp_enabled_at timestamptz,
  add column totp_last_step bigint;
comment on column account.must_change_password is 'The password was given out by the operator: it can only be used to set another.';
comment on column account.totp_secret is 'Encrypted with the installation''s key. Set and not enabled: a set-up that was begun.';
comment on column account.totp_last_step is 'The last time step whose code was used: a code works once.';

create table session (
  id text primary key,
  account_id text not null references account on delete cascade,
  token_sha256 bytea not null unique check (length(token_sha256) = 32),
  user_agent text not null default '' check (length(user_agent) <= 300),
  address text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  reauthenticated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_account on session (account_id, created_at desc);
create index session_expiry on session (expires_at);
comment on column session.token_sha256 is 'Of the cookie''s value, which has 256 random bits; the value itself is stored nowhere.';
comment on column session.expires_at is 'Absolute end, however often it is used. The sliding end follows from last_seen_at.';
comment on column session.reauthenticated_at is 'When the password was last given in this session; dangerous actions ask for a recent one.';

create table account_token (
  id text primary key,
  account_id text not null references account on delete cascade,
  kind text not null check (kind in ('email_verification', 'password_reset')),
  email text not null,
  token_sha256 bytea not null unique check (length(token_sha256) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_token_account on account_token (account_id, kind);
comment on column account_token.email is 'The address it was sent to: it confirms that one and no other.';

create table recovery_code (
  account_id text not null references account on delete cascade,
  code_sha256 bytea not null check (length(code_sha256) = 32),
  used_at timestamptz,
  primary key (account_id, code_sha256)
);

create table invitation (
  id text primary key,
  organization_id text not null references organization on delete cascade,
  email text not null check (length(email) between 3 and 320),
  email_key text not null generated always as (lower(email)) stored,
  role text not null check (role in ('owner', 'admin', 'billing', 'developer', 'viewer')),
  token_sha256 bytea not null unique check (length(token_sha256) = 32),
  invited_by text references account on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  constraint invitation_ends_once check (accepted_at is null or revoked_at is null)
);
create unique index invitation_open on invitation (organization_id, email_key)
  where accepted_at is null and revoked_at is null;

create table mail (
  id text primary key,
  template text not null,
  language text not null check (language in ('en', 'zh-CN')),
  recipient text not null,
  payload bytea,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  constraint mail_ends_once check (sent_at is null or failed_at is null),
  constraint mail_payload_until_end check ((sent_at is null and failed_at is null) = (payload is not null))
);
create index mail_open on mail (created_at) where payload is not null;
comment on table mail is 'Outbox: written in the transaction of what it tells, sent by a job of kind mail.';
comment on column mail.payload is 'Values of the template, encrypted with the installation''s key because links in them are secrets; gone once it is sent or given up.';
comment on column mail.failed_at is 'Given up: refused for good, or by its last attempt.';

alter table job drop constraint job_kind_check;
alter table job add constraint job_kind_check
  check (kind in ('verification', 'signing', 'analysis', 'lab', 'trust_refresh', 'mail'));
create index audit_log_action on audit_log (organization_id, action, created_at desc);
