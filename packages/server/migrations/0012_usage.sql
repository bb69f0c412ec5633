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

create function quota_terms(whose text, what text, first_plan text)
returns table (included bigint, period_start timestamptz, period_end timestamptz) language sql stable as $$
  select case when l.organization_id is null then (terms.included ->> what)::bigint else l.included end,
    p.period_start, p.period_end
  from (values (true)) one
  left join usage_limit l on l.organization_id = whose and l.operation = what
  left join organization_plan given on given.organization_id = whose and first_plan is not null
  left join lateral (
    select plan.included from plan
    where plan.code = coalesce(given.plan_code, first_plan) and first_plan is not null
      and (given.plan_version is null or plan.version = given.plan_version)
    order by plan.version desc limit 1
  ) terms on true
  cross join lateral usage_period(given.started_at, now()) p
$$;
comment on function quota_terms is 'What bounds an operation of an organization in the period that is under way (included is null: nothing). first_plan is the plan of those that were given none, or null where plans bound nobody.';

create function usage_since(first_day timestamptz)
returns table (
  organization_id text, day timestamptz, operation text, mode text, api_key_id text, completed bigint, failed bigint
) language sql stable as $$
  select d.organization_id, d.day, d.operation, d.mode, d.api_key_id, d.completed, d.failed
  from usage_day d where d.day >= first_day
  union all
  select r.organization_id, date_trunc('day', r.at at time zone 'UTC') at time zone 'UTC', r.operation, r.mode,
    r.api_key_id, (r.outcome = 'completed')::int::bigint, (r.outcome = 'failed')::int::bigint
  from usage_records r where r.txid >= (select mark from usage_fold) and r.at >= first_day
$$;
comment on function usage_since is 'Every unit of this day and later, exact at the moment of the statement: the sums up to the mark, and the rows since.';

create function reserve_unit(unit_job text, whose text, what text, first_plan text, held_ms double precision)
returns jsonb language plpgsql as $$
declare
  terms record;
  counter record;
  is_reserved boolean := false;
begin
  if first_plan is null and not exists (
    select from usage_limit l where l.organization_id = whose and l.operation = what
  ) then
    return null;
  end if;
  select * into terms from quota_terms(whose, what, first_plan);
  if terms.included is null then
    return null;
  end if;
  loop
    update usage_quota q set reserved = q.reserved + 1
    where q.organization_id = whose and q.operation = what and q.period_start = terms.period_start
      and q.used + q.reserved < terms.included
    returning q.used, q.reserved into counter;
    if found then
      insert into usage_reservation (job_id, organization_id, operation, period_start, held_until)
      values (unit_job, whose, what, terms.period_start, now() + held_ms * interval '1 millisecond');
      is_reserved := true;
      exit;
    end if;
    select q.used, q.reserved into counter from usage_quota q
    where q.organization_id = whose and q.operation = what and q.period_start = terms.period_start;
    exit when found;
    insert into usage_quota (organization_id, operation, period_start, used, reserved)
    select whose, what, terms.period_start, coalesce(sum(u.completed), 0), 0
    from usage_since(terms.period_start) u
    where u.organization_id = whose and u.operation = what and u.mode = 'live'
    on conflict do nothing;
  end loop;
  return jsonb_build_object(
    'included', terms.included, 'used', counter.used, 'reserved', counter.reserved, 'is_reserved', is_reserved,
    'resets_at', terms.period_end, 'reset_seconds', ceil(extract(epoch from terms.period_end - now()))::bigint
  );
end $$;
comment on function reserve_unit is 'Reserves a unit for a job, or answers why not; null: nothing bounds the operation. The first unit of a period opens its counter with what was used before there was a bound. A function, because its plans are kept: most calls are bounded by nothing, and planning would take longer than their whole statement.';

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
