create table plan (
  code text not null check (code ~ '^[a-z][a-z0-9_]{0,39}$'),
  version int not null check (version >= 1),
  name jsonb not null,
  price_fen bigint check (price_fen >= 0),
  is_hidden boolean not null,
  included jsonb not null check (jsonb_typeof(included) = 'object'),
  more_fen jsonb not null check (jsonb_typeof(more_fen) = 'object'),
  when_used_up text not null check (when_used_up in ('refuse', 'charge')),
  created_at timestamptz not null default now(),
  primary key (code, version)
);
comment on table plan is 'What organizations can be on. A version never changes: a change is a new version.';
comment on column plan.price_fen is 'A month. Null: by contract.';
comment on column plan.included is 'Units a month by operation. An operation that is null or missing has no bound.';
comment on column plan.more_fen is 'The price of 1,000 more units by operation.';

create table organization_plan (
  organization_id text primary key references organization on delete cascade,
  plan_code text not null,
  plan_version int not null,
  started_at timestamptz not null default now(),
  foreign key (plan_code, plan_version) references plan (code, version)
);
comment on table organization_plan is 'Without a row an organization is on the newest version of the installation''s first plan, by calendar months.';
comment on column organization_plan.started_at is 'Its periods are months from the UTC day of this instant.';

create table usage_limit (
  organization_id text not null references organization on delete cascade,
  operation text not null check (operation in ('verification', 'signing', 'analysis', 'lab')),
  included bigint check (included >= 0),
  changed_at timestamptz not null default now(),
  primary key (organization_id, operation)
);
comment on table usage_limit is 'What the operator set for one organization; it replaces what the plan includes.';
comment on column usage_limit.included is 'Units a month. Null: no bound.';

create table usage_quota (
  organization_id text not null,
  operation text not null,
  period_start timestamptz not null,
  used bigint not null check (used >= 0),
  reserved bigint not null check (reserved >= 0),
  primary key (organization_id, operation, period_start)
) with (fillfactor = 50);
comment on table usage_quota is 'One counter for each bounded operation and period; an operation without a bound has none. Every change is one statement.';

create table usage_reservation (
  job_id text primary key,
  organization_id text not null,
  operation text not null,
  period_start timestamptz not null,
  at timestamptz not null default now(),
  held_until timestamptz not null
);
create index usage_reservation_held on usage_reservation (held_until);
comment on table usage_reservation is 'A unit that was promised and is not yet used. It goes with the end of its job; one that never became a job, after held_until.';

create table usage_records (
  at timestamptz not null,
  job_id text not null,
  operation text not null check (operation in ('verification', 'signing', 'analysis', 'label', 'lab')),
  organization_id text not null,
  api_key_id text,
  mode text not null check (mode in ('live', 'test')),
  outcome text not null check (outcome in ('completed', 'failed')),
  txid bigint not null default pg_current_xact_id()::text::bigint,
  primary key (at, job_id, operation)
) partition by range (at);
create index usage_records_txid on usage_records (txid);
comment on table usage_records is 'One row for each unit of work, written in the transaction that ended it. Only live, completed ones are charged. Identifiers without references: a row outlives what it names.';
comment on column usage_records.at is 'When the unit was ordered, which decides its day and its period. A job has one such instant, so that its unit cannot be stored twice.';
comment on column usage_records.txid is 'The transaction that wrote the row. All below usage_fold.mark are in usage_day.';

create table usage_day (
  organization_id text not null,
  day timestamptz not null,
  operation text not null,
  mode text not null,
  api_key_id text,
  completed bigint not null,
  failed bigint not null,
  unique nulls not distinct (organization_id, day, operation, mode, api_key_id)
);
create index usage_day_day on usage_day (day);
comment on table usage_day is 'Sums of usage_records by UTC day, derived: revera usage rebuild makes them again.';

create table usage_fold (
  id boolean primary key default true check (id),
  mark bigint not null default 0,
  folded_at timestamptz,
  checked_at timestamptz,
  differences int not null default 0
);
comment on table usage_fold is 'One row: rows of transactions below the mark are in usage_day, all others are not.';
comment on column usage_fold.differences is 'How many sums the last check found to be wrong.';
insert into usage_fold default values;

create function usage_period(anchor timestamptz, instant timestamptz)
returns table (period_start timestamptz, period_end timestamptz) language sql immutable as $$
  select
    (a + make_interval(months => case when a + make_interval(months => n) <= i then n else n - 1 end)) at time zone 'UTC',
    (a + make_interval(months => case when a + make_interval(months => n) <= i then n + 1 else n end)) at time zone 'UTC'
  from (
    select coalesce(date_trunc('day', anchor at time zone 'UTC'), timestamp '2000-01-01') as a,
      instant at time zone 'UTC' as i
  ) given, lateral (
    select ((extract(year from i) - extract(year from a)) * 12 + extract(month from i) - extract(month from a))::int as n
  ) counted
$$;
comment on function usage_period is 'The month that an instant is in, counted from the UTC day of the anchor (31 January, 28 February, 31 March); without one, the calendar month.';

do $$
declare
  month timestamp := date_trunc('month', now() at time zone 'UTC');
begin
  for ahead in 0..2 loop
    execute format('create table %I partition of usage_records for values from (%L) to (%L)',
      to_char(month + make_interval(months => ahead), '"usage_records_"YYYY_MM'),
      (month + make_interval(months => ahead)) at time zone 'UTC',
      (month + make_interval(months => ahead + 1)) at time zone 'UTC');
  end loop;
end $$;
