create table webhook_endpoint (
  id text primary key,
  organization_id text not null references organization on delete cascade,
  url text not null check (length(url) between 1 and 2048),
  events text[] not null check (cardinality(events) > 0),
  sandbox_only boolean not null default false,
  enabled boolean not null default true,
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  secrets bytea not null,
  previous_secret_until timestamptz,
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  constraint webhook_endpoint_reason_when_disabled check (disabled_reason is null or not enabled)
);
create index webhook_endpoint_organization on webhook_endpoint (organization_id, created_at desc);
comment on table webhook_endpoint is 'Where an organization is told of its events.';
comment on column webhook_endpoint.sandbox_only is 'It is told of work in the sandbox and of nothing else. Always true for one that was made with a test key.';
comment on column webhook_endpoint.disabled_reason is 'Why the service disabled it: it answered 410, or only failed for days. Null: it is enabled, or its organization disabled it.';
comment on column webhook_endpoint.secrets is 'Sealed JSON: the secret that signs, and the one before it.';
comment on column webhook_endpoint.previous_secret_until is 'The secret before the current one signs as well until then. Null: there is none.';
comment on column webhook_endpoint.failing_since is 'The first failed attempt after the last successful one. Null: the last attempt was successful, or there was none.';

create table webhook_event (
  id text primary key,
  organization_id text not null references organization on delete cascade,
  type text not null,
  sandbox boolean not null,
  job_id text,
  data text,
  created_at timestamptz not null default now()
);
create index webhook_event_organization on webhook_event (organization_id);
create index webhook_event_created on webhook_event (created_at);
comment on table webhook_event is 'The outbox: written in the transaction of the change it tells, when an enabled endpoint wants to know. Deleted some days later.';
comment on column webhook_event.job_id is 'The job whose end it tells. No reference: jobs end in great numbers, and the reference would be checked for each.';
comment on column webhook_event.data is 'The member data of the payload, as JSON. That of a job is written before the first attempt; until then null.';

create table webhook_delivery (
  endpoint_id text not null references webhook_endpoint on delete cascade,
  event_id text not null references webhook_event on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'dead')),
  attempts integer not null default 0 check (attempts >= 0),
  step integer not null default 0 check (step >= 0),
  due_at timestamptz not null default now(),
  lease_owner text,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (endpoint_id, event_id),
  constraint webhook_delivery_lease check ((lease_owner is null) = (lease_until is null)),
  constraint webhook_delivery_lease_while_pending check (status = 'pending' or lease_owner is null),
  constraint webhook_delivery_finished_at_end check ((status = 'pending') = (finished_at is null))
);
create index webhook_delivery_due on webhook_delivery (endpoint_id, due_at) where status = 'pending';
create index webhook_delivery_leased on webhook_delivery (endpoint_id) where lease_owner is not null;
create index webhook_delivery_created on webhook_delivery (endpoint_id, created_at desc);
create index webhook_delivery_event on webhook_delivery (event_id);
comment on column webhook_delivery.attempts is 'All that were made, also before it was sent again on request.';
comment on column webhook_delivery.step is 'How many attempts of the schedule have failed; 0 again when it is sent again on request.';
comment on column webhook_delivery.lease_until is 'A sender is making an attempt. If nothing is heard of it until then, another makes it again.';

create table webhook_attempt (
  endpoint_id text not null,
  event_id text not null,
  number integer not null check (number > 0),
  began_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  status_code integer,
  error text,
  answer text,
  primary key (endpoint_id, event_id, number),
  foreign key (endpoint_id, event_id) references webhook_delivery on delete cascade
);
comment on column webhook_attempt.status_code is 'Null: there was no answer, and error says why.';
comment on column webhook_attempt.answer is 'The beginning of the body of the answer, as text.';

create function tell_of_change(
  p_event_id text, p_organization_id text, p_type text, p_sandbox boolean, p_api_key_id text, p_job_id text, p_data text
) returns boolean language plpgsql as $$
declare
  v_sandbox boolean;
begin
  if not exists (
    select from webhook_endpoint where organization_id = p_organization_id and enabled and p_type = any(events)
  ) then
    return false;
  end if;
  v_sandbox := p_sandbox or exists (select from api_key where id = p_api_key_id and mode = 'test');
  if not v_sandbox and not exists (
    select from webhook_endpoint
    where organization_id = p_organization_id and enabled and p_type = any(events) and not sandbox_only
  ) then
    return false;
  end if;
  insert into webhook_event (id, organization_id, type, sandbox, job_id, data)
  values (p_event_id, p_organization_id, p_type, v_sandbox, p_job_id, p_data);
  insert into webhook_delivery (endpoint_id, event_id)
  select id, p_event_id from webhook_endpoint
  where organization_id = p_organization_id and enabled and p_type = any(events) and (v_sandbox or not sandbox_only);
  perform pg_notify('job', 'webhooks');
  return true;
end
$$;
comment on function tell_of_change is 'Writes an event and its deliveries, if an enabled endpoint wants to know of it, and wakes the senders. A function, because its plans are kept for the connection: as part of the statement that ends a job they would be made each time.';
