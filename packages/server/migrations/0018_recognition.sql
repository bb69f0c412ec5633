-- Whoever made the key that requested a refund has requested it.

alter table refund_request add column key_made_by text;
update refund_request r set key_made_by = k.created_by from api_key k where k.id = r.created_by;
alter table refund_request add constraint refund_request_two_people_behind_keys check (decided_by <> key_made_by);
comment on column refund_request.key_made_by is 'The account that made the key by which it was requested. Null: it was no key, or nobody knows. No reference: a request outlives both.';

create or replace function refund_request_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a refund request is never deleted' using errcode = 'insufficient_privilege';
  end if;
  if (new.id, new.organization_id, new.order_id, new.amount_fen, new.reason, new.destination, new.created_by, new.key_made_by,
      new.created_at)
    is distinct from
     (old.id, old.organization_id, old.order_id, old.amount_fen, old.reason, old.destination, old.created_by, old.key_made_by,
      old.created_at)
    or new.decided_by is distinct from coalesce(old.decided_by, new.decided_by) then
    raise exception 'the terms of a refund request do not change' using errcode = 'check_violation';
  end if;
  if old.status <> new.status and (old.status, new.status) not in (
    ('submitted', 'approved'), ('submitted', 'rejected'), ('submitted', 'withdrawn'), ('submitted', 'processing'),
    ('approved', 'processing'), ('approved', 'succeeded'), ('approved', 'failed'),
    ('processing', 'succeeded'), ('processing', 'failed')
  ) then
    raise exception 'a refund request does not go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Frozen money is no balance.

create function frozen_fen(whose text) returns bigint language sql stable set search_path = public, pg_temp as $$
  select coalesce(sum(f.amount_fen), 0)::bigint from frozen_payment f where f.organization_id = whose and f.lifted_at is null
$$;
comment on function frozen_fen is 'How much of the wallet of an organization cannot be spent. It may be more than the wallet holds.';

create or replace function lock_ledger_accounts(account_ids bigint[])
returns table (id bigint, balance_fen bigint) language sql security definer set search_path = public, pg_temp as $$
  select a.id, case when a.code = 'wallet' then greatest(0, a.balance_fen - frozen_fen(a.organization_id)) else a.balance_fen end
  from ledger_account a where a.id = any (account_ids) order by a.id for no key update
$$;

-- What a period has earned

alter table subscription_period add column carried_in_fen bigint not null default 0 check (carried_in_fen >= 0);
alter table subscription_period add column carried_out_fen bigint not null default 0 check (carried_out_fen >= 0);
alter table subscription_period add column recognised_fen bigint not null default 0 check (recognised_fen >= 0);
alter table subscription_period add column recognised_until timestamptz;
alter table subscription_period add column is_recognised boolean not null default false;
alter table subscription_period add column anchor_at timestamptz;
create index subscription_period_unearned on subscription_period (id) where not is_recognised;
comment on column subscription_period.carried_in_fen is 'What was not earned of the periods that it replaced.';
comment on column subscription_period.carried_out_fen is 'What was not earned when an upgrade replaced it: it is carried into the period of the upgrade.';
comment on column subscription_period.recognised_fen is 'What is booked as earned, without what a refund took back of that.';
comment on column subscription_period.recognised_until is 'Up to where it is booked. Null: nowhere yet.';
comment on column subscription_period.is_recognised is 'It has ended, and everything is booked.';
comment on column subscription_period.anchor_at is 'Its months keep the day of this instant. Null: of the anchor of its subscription.';
comment on column subscription_period.ended_early_at is 'Replaced by an upgrade at this instant, or as far as it is paid after a refund. Null: it lasts to its end.';

create function earned_fen(p subscription_period, kept bigint, until timestamptz) returns bigint language sql immutable as $$
  select least(kept, div(
    (p.amount_fen + p.carried_in_fen) * greatest(0, extract(epoch from until - p.starts_at)),
    extract(epoch from p.ends_at - p.starts_at)
  ))::bigint
$$;
comment on function earned_fen is 'What a period has earned until an instant at which it has not ended: its money by time, in whole fen, but not more than is kept of it.';

create function kept_fen(p subscription_period) returns bigint language sql stable set search_path = public, pg_temp as $$
  select p.amount_fen + p.carried_in_fen - p.carried_out_fen - coalesce((
    select o.refunded_fen + o.refund_reserved_fen from payment_order o where o.id = p.order_id
  ), 0)
$$;
comment on function kept_fen is 'What a period will have earned when it has ended: its money without what is carried on, refunded, or held for a refund.';

create or replace function subscription_period_guard() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  moves boolean := false;
begin
  if tg_op = 'DELETE' then
    raise exception 'a period is never deleted' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'UPDATE' then
    moves := (new.starts_at, new.ends_at) is distinct from (old.starts_at, old.ends_at);
    if (to_jsonb(new) - '{starts_at,ends_at,ended_early_at,carried_out_fen,recognised_fen,recognised_until,is_recognised,anchor_at}'::text[])
      <> (to_jsonb(old) - '{starts_at,ends_at,ended_early_at,carried_out_fen,recognised_fen,recognised_until,is_recognised,anchor_at}'::text[])
      or new.ended_early_at is distinct from old.ended_early_at
        and (new.ended_early_at is null or new.ended_early_at > coalesce(old.ended_early_at, old.ends_at)) then
      raise exception 'a period changes only by ending early' using errcode = 'check_violation';
    end if;
    if moves and (old.starts_at <= now() or new.starts_at >= old.starts_at
      or new.ended_early_at - new.starts_at is distinct from old.ended_early_at - old.starts_at) then
      raise exception 'a period moves only forward, before it begins' using errcode = 'check_violation';
    end if;
    if new.carried_out_fen <> old.carried_out_fen
      and (old.carried_out_fen <> 0 or new.ended_early_at is not distinct from old.ended_early_at) then
      raise exception 'what a period did not earn is carried on once, when it ends' using errcode = 'check_violation';
    end if;
    if old.is_recognised and not new.is_recognised or new.recognised_until < old.recognised_until
      or old.recognised_until is not null and new.recognised_until is null then
      raise exception 'what a period has earned is booked once' using errcode = 'check_violation';
    end if;
    if not moves then
      return new;
    end if;
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
    where p.organization_id = new.organization_id and p.id <> new.id
      and p.starts_at < coalesce(new.ended_early_at, new.ends_at)
      and coalesce(p.ended_early_at, p.ends_at) > new.starts_at
      and coalesce(p.ended_early_at, p.ends_at) > p.starts_at
  ) then
    raise exception 'period % overlaps another', new.id using errcode = 'exclusion_violation';
  end if;
  return new;
end $$;

create or replace function plan_in_force(whose text, first_plan text)
returns table (
  plan_code text, plan_version int, since timestamptz, period_start timestamptz, period_end timestamptz
) language sql stable as $$
  select coalesce(paid.plan_code, given.plan_code, first_plan),
    case when paid.id is null then given.plan_version else paid.plan_version end,
    case when paid.id is null then given.started_at else paid.starts_at end,
    coalesce(month.starts_at, by_day.period_start),
    coalesce(least(month.ends_at, coalesce(paid.ended_early_at, paid.ends_at)), by_day.period_end)
  from (values (true)) one
  left join organization_plan given on given.organization_id = whose and first_plan is not null
  left join lateral (
    select p.*, coalesce(p.anchor_at, s.anchor_at) as month_anchor
    from paid_period(whose, now()) p join subscription s on s.id = p.subscription_id
    where first_plan is not null and (given.started_at is null or given.started_at < p.created_at)
  ) paid on true
  left join lateral subscription_months(paid.month_anchor, now()) month on paid.id is not null
  cross join lateral usage_period(given.started_at, now()) by_day
$$;

-- What was found before is not told again.

create index reconcile_item_order on reconcile_item (order_id) where order_id is not null;
create index reconcile_item_trade on reconcile_item (trade_no) where trade_no is not null;
