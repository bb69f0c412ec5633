-- What was received is written down before anybody looks at it, and what became of it afterwards.

alter table payment_notification drop constraint payment_notification_verdict_check;
alter table payment_notification add constraint payment_notification_verdict_check check (verdict in (
  'received', 'accepted', 'duplicate', 'second_payment', 'late', 'unknown_order', 'amount_mismatch', 'pid_mismatch',
  'bad_signature', 'stale_timestamp', 'not_success', 'malformed', 'error'
));
comment on column payment_notification.verdict is 'received: its signature held, and its payment has not been booked, or not yet.';

create or replace function payment_notification_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.received_at < now() - interval '24 months' then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.verdict = 'received' and new.verdict <> 'received'
    and (to_jsonb(new) - 'verdict' - 'order_id') = (to_jsonb(old) - 'verdict' - 'order_id') then
    return new;
  end if;
  raise exception '% on % is forbidden', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- When the gateway is asked about an order: it may never tell us of a payment, or tell us too late.

create table payment_poll (
  order_id text primary key references payment_order,
  due_at timestamptz,
  asked_at timestamptz
);
create index payment_poll_due on payment_poll (due_at) where due_at is not null;
comment on column payment_poll.due_at is 'Null: there is nothing to ask. While somebody asks: when another may, should they not come back.';
