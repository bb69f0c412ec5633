-- Organizations are told once a period that most of an operation is used, and that a unit of it was refused.

alter table usage_quota add column warned_at timestamptz;
alter table usage_quota add column exceeded_at timestamptz;
comment on column usage_quota.warned_at is 'When most of the units were promised or used. It is told once.';
comment on column usage_quota.exceeded_at is 'When a unit was first refused because none was left. It is told once.';

create function tell_of_quota(event_type text, event_id text, counter usage_quota, included bigint, period_end timestamptz)
returns void language plpgsql as $$
begin
  perform tell_of_change(
    event_id, counter.organization_id, event_type, false, null, null,
    jsonb_build_object(
      'meter', counter.operation, 'unit', 'operation', 'included', included, 'used', counter.used,
      'reserved', counter.reserved,
      'remaining', greatest(0, included + counter.extra - counter.used - counter.reserved),
      'overage_quantity', counter.extra, 'overage_minor', counter.extra_fen,
      'reset_at', to_char(period_end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'sandbox', false
    )::text,
    concat_ws(':', event_type, counter.organization_id, counter.operation, extract(epoch from counter.period_start)::bigint)
  );
end $$;
comment on function tell_of_quota is 'Tells of a counter as it is now. The event says what the API does of a meter.';

create or replace function reserve_unit(unit_job text, whose text, what text, first_plan text, held_ms double precision)
returns jsonb language plpgsql as $$
declare
  terms record;
  counter usage_quota;
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
    returning q.* into counter;
    if found then
      insert into usage_reservation (job_id, organization_id, operation, period_start, held_until)
      values (unit_job, whose, what, terms.period_start, now() + held_ms * interval '1 millisecond');
      is_reserved := true;
      exit;
    end if;
    select q.* into counter from usage_quota q
    where q.organization_id = whose and q.operation = what and q.period_start = terms.period_start;
    exit when found;
    insert into usage_quota (organization_id, operation, period_start, used, reserved)
    select whose, what, terms.period_start, coalesce(sum(u.completed), 0), 0
    from usage_since(terms.period_start) u
    where u.organization_id = whose and u.operation = what and u.mode = 'live'
    on conflict do nothing;
  end loop;
  -- Only the unit that comes first: this transaction has the counter's row already, and no other one waits longer for it.
  if is_reserved and counter.warned_at is null
    and (counter.used + counter.reserved) * 100 >= (terms.included + counter.extra) * 80 then
    update usage_quota q set warned_at = now()
    where q.organization_id = whose and q.operation = what and q.period_start = terms.period_start;
    -- The event has the random part of the unit's name.
    perform tell_of_quota('quota.threshold_reached', 'evt_' || split_part(unit_job, '_', 2), counter, terms.included,
      terms.period_end);
  end if;
  return jsonb_build_object(
    'included', terms.included + counter.extra, 'used', counter.used, 'reserved', counter.reserved,
    'is_reserved', is_reserved, 'is_told', counter.exceeded_at is not null,
    'resets_at', terms.period_end, 'reset_seconds', ceil(extract(epoch from terms.period_end - now()))::bigint
  );
end $$;

create function tell_of_refusal(event_id text, whose text, what text, first_plan text) returns void language plpgsql as $$
declare
  terms record;
  counter usage_quota;
begin
  select * into terms from quota_terms(whose, what, first_plan);
  update usage_quota q set exceeded_at = now()
  where q.organization_id = whose and q.operation = what and q.period_start = terms.period_start
    and q.exceeded_at is null and q.used + q.reserved >= terms.included + q.extra
  returning q.* into counter;
  if found then
    perform tell_of_quota('quota.exceeded', event_id, counter, terms.included, terms.period_end);
  end if;
end $$;
comment on function tell_of_refusal is 'Tells that a unit was refused, unless that was told in this period or units are there again.';

-- An account is named in one way, whether its key stands in a setting or in a file: one that was named by the file keeps its orders.

alter table provider_account disable trigger provider_account_guard;
update provider_account a set secret_ref = 'env:EPAY_KEY'
where a.secret_ref = 'env:EPAY_KEY_FILE' and not exists (
  select from provider_account b
  where (b.provider, b.api_base, b.pid, b.protocol) = (a.provider, a.api_base, a.pid, a.protocol) and b.secret_ref = 'env:EPAY_KEY'
);
alter table provider_account enable trigger provider_account_guard;
