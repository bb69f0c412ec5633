-- What an organization paid for decides its plan while it lasts, by the clock of the database: nothing has to be switched over.

create function subscription_months(anchor timestamptz, instant timestamptz, months int default 1)
returns table (starts_at timestamptz, ends_at timestamptz) language sql immutable as $$
  select (a + make_interval(months => n)) at time zone 'Asia/Shanghai',
    (a + make_interval(months => n + months)) at time zone 'Asia/Shanghai'
  from (
    select date_trunc('second', anchor at time zone 'Asia/Shanghai') as a, instant at time zone 'Asia/Shanghai' as i
  ) given, lateral (
    select ((extract(year from i) - extract(year from a)) * 12 + extract(month from i) - extract(month from a))::int as near
  ) counted, lateral (
    select case when a + make_interval(months => near) <= i then near else near - 1 end as n
  ) chosen
$$;
comment on function subscription_months is 'The month of a subscription that an instant is in, extended to so many months. Months keep the day and the time of the anchor in Asia/Shanghai, in whole seconds: 31 January, 28 February, 31 March.';

create function paid_period(whose text, instant timestamptz) returns setof subscription_period language sql stable as $$
  select * from subscription_period p
  where p.organization_id = whose and p.starts_at <= instant and coalesce(p.ended_early_at, p.ends_at) > instant
$$;
comment on function paid_period is 'The period that is under way; there is at most one.';

create function plan_in_force(whose text, first_plan text)
returns table (
  plan_code text, plan_version int, since timestamptz, period_start timestamptz, period_end timestamptz
) language sql stable as $$
  select coalesce(paid.plan_code, given.plan_code, first_plan),
    case when paid.id is null then given.plan_version else paid.plan_version end,
    case when paid.id is null then given.started_at else paid.starts_at end,
    coalesce(month.starts_at, by_day.period_start), coalesce(month.ends_at, by_day.period_end)
  from (values (true)) one
  left join organization_plan given on given.organization_id = whose and first_plan is not null
  left join lateral (
    select p.*, s.anchor_at from paid_period(whose, now()) p join subscription s on s.id = p.subscription_id
    where first_plan is not null and (given.started_at is null or given.started_at < p.created_at)
  ) paid on true
  left join lateral subscription_months(paid.anchor_at, now()) month on paid.id is not null
  cross join lateral usage_period(given.started_at, now()) by_day
$$;
comment on function plan_in_force is 'The plan of an organization: the one it has paid for or the one the operator gave it, whichever is newer, and else first_plan in its newest version (plan_version is null). With first_plan null, plans bind nobody. Its quota begins anew with each period.';

create or replace function quota_terms(whose text, what text, first_plan text)
returns table (included bigint, period_start timestamptz, period_end timestamptz) language sql stable as $$
  select case when l.organization_id is null then (terms.included ->> what)::bigint else l.included end,
    f.period_start, f.period_end
  from plan_in_force(whose, first_plan) f
  left join usage_limit l on l.organization_id = whose and l.operation = what
  left join lateral (
    select plan.included from plan
    where plan.code = f.plan_code and (f.plan_version is null or plan.version = f.plan_version)
    order by plan.version desc limit 1
  ) terms on true
$$;

comment on table organization_plan is 'What the operator gave an organization. Without a row it is on the newest version of the installation''s first plan, by calendar months, unless it has paid for another.';

comment on column subscription.plan_code is 'Of the latest period that was paid; the period under way decides what is included.';
comment on column subscription.current_period_start is 'Since when it lasts without a gap, on the terms of one anchor.';
comment on column subscription.current_period_end is 'Until when it is paid.';

-- A period that an upgrade ended before it began is empty and overlaps nothing.
create or replace function subscription_period_guard() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a period is never deleted' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - 'ended_early_at') <> (to_jsonb(old) - 'ended_early_at') or old.ended_early_at is not null then
      raise exception 'a period changes only by ending early, once' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  -- One at a time for each organization: of two periods at once, the second one sees the first.
  perform from subscription where organization_id = new.organization_id order by id for no key update;
  if not exists (
    select from subscription where id = new.subscription_id and organization_id = new.organization_id
  ) then
    raise exception 'period % is of another organization', new.id using errcode = 'check_violation';
  end if;
  if exists (
    select from subscription_period p
    where p.organization_id = new.organization_id and p.starts_at < coalesce(new.ended_early_at, new.ends_at)
      and coalesce(p.ended_early_at, p.ends_at) > new.starts_at
      and coalesce(p.ended_early_at, p.ends_at) > p.starts_at
  ) then
    raise exception 'period % overlaps another', new.id using errcode = 'exclusion_violation';
  end if;
  return new;
end $$;

create table subscription_notice (
  subscription_id text not null references subscription,
  period_end timestamptz not null,
  kind text not null check (kind in ('price', 'balance_7', 'balance_3')),
  plan_version int not null,
  at timestamptz not null default now(),
  primary key (subscription_id, period_end, kind)
);
create trigger subscription_notice_fixed before update or delete on subscription_notice
  for each row execute function forbid_change();
create trigger subscription_notice_not_truncated before truncate on subscription_notice
  for each statement execute function forbid_change();
comment on table subscription_notice is 'What an organization was told by mail before a renewal, once each: a new price, or that the balance is short.';
comment on column subscription_notice.plan_version is 'Whose price was told. It is the price of that renewal if it was told in time.';

-- More units than the plan includes, by blocks that are paid from the balance when they are needed

alter table usage_quota add column extra bigint not null default 0 check (extra >= 0);
alter table usage_quota add column extra_fen bigint not null default 0 check (extra_fen >= 0);
comment on column usage_quota.extra is 'Units that were bought besides what the plan includes.';
comment on column usage_quota.extra_fen is 'What they cost.';

create table overage_allowance (
  organization_id text primary key references organization on delete cascade,
  is_enabled boolean not null default false,
  monthly_limit_fen bigint check (monthly_limit_fen between 0 and 9999999999),
  changed_at timestamptz not null default now()
);
comment on table overage_allowance is 'Whether an organization lets its balance be charged for units beyond its plan. Without a row it does not.';
comment on column overage_allowance.monthly_limit_fen is 'For all operations in a period together. Null: as much as the balance has.';

create or replace function reserve_unit(unit_job text, whose text, what text, first_plan text, held_ms double precision)
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
      and q.used + q.reserved < terms.included + q.extra
    returning q.used, q.reserved, q.extra into counter;
    if found then
      insert into usage_reservation (job_id, organization_id, operation, period_start, held_until)
      values (unit_job, whose, what, terms.period_start, now() + held_ms * interval '1 millisecond');
      is_reserved := true;
      exit;
    end if;
    select q.used, q.reserved, q.extra into counter from usage_quota q
    where q.organization_id = whose and q.operation = what and q.period_start = terms.period_start;
    exit when found;
    insert into usage_quota (organization_id, operation, period_start, used, reserved)
    select whose, what, terms.period_start, coalesce(sum(u.completed), 0), 0
    from usage_since(terms.period_start) u
    where u.organization_id = whose and u.operation = what and u.mode = 'live'
    on conflict do nothing;
  end loop;
  return jsonb_build_object(
    'included', terms.included + counter.extra, 'used', counter.used, 'reserved', counter.reserved,
    'is_reserved', is_reserved,
    'resets_at', terms.period_end, 'reset_seconds', ceil(extract(epoch from terms.period_end - now()))::bigint
  );
end $$;
