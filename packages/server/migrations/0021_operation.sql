-- The operator suspends accounts; the state of the service is recorded, and people are told of incidents.

alter table account add column suspended_at timestamptz;
alter table account add column suspension_reason text check (length(suspension_reason) between 1 and 500);
alter table account add constraint account_suspension_has_a_reason
  check ((suspended_at is null) = (suspension_reason is null));
comment on column account.suspended_at is 'Since then nobody can sign in to it. Its organizations are suspended by themselves.';

create table health_sample (
  slot timestamptz not null,
  component text not null check (component in ('verify', 'sign', 'site', 'webhooks')),
  state text not null check (state in ('works', 'reduced', 'fails')),
  primary key (slot, component)
);
comment on table health_sample is 'What was measured in each five minutes, by whichever worker found it worst; kept for 90 days.';
comment on column health_sample.slot is 'When the five minutes begin, in UTC.';

create table incident (
  id text primary key,
  component text not null check (component in ('all', 'verify', 'sign', 'site', 'webhooks')),
  title_en text check (length(title_en) between 1 and 200),
  title_zh_cn text check (length(title_zh_cn) between 1 and 200),
  started_at timestamptz not null default now(),
  constraint incident_has_a_title check (title_en is not null or title_zh_cn is not null)
);
create index incident_start on incident (started_at desc);
comment on table incident is 'What the operator tells of a failure, on the status page. Its state is that of its last update.';

create table incident_update (
  id bigint generated always as identity primary key,
  incident_id text not null references incident on delete cascade,
  state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  text_en text check (length(text_en) between 1 and 2000),
  text_zh_cn text check (length(text_zh_cn) between 1 and 2000),
  created_at timestamptz not null default now(),
  constraint incident_update_has_a_text check (text_en is not null or text_zh_cn is not null)
);
create index incident_update_incident on incident_update (incident_id, id);
