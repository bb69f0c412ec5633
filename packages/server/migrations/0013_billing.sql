-- What every guard below has in common: a search path of its own, so that a temporary table of the same name is not read instead.

create function forbid_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is forbidden', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
comment on function forbid_change is 'For tables, or statements on them, that nobody may use, not even their owner.';

-- The ledger

create table ledger_account (
  id bigint generated always as identity primary key,
  code text not null check (code in (
    'cash_epay', 'payment_clearing', 'wallet', 'wallet_bonus', 'deferred_revenue', 'revenue_plan', 'revenue_usage',
    'unapplied_payments', 'refund_clearing', 'bank', 'provider_fee', 'adjustment_expense'
  )),
  organization_id text references organization,
  normal_sign int not null generated always as (
    case when code in ('cash_epay', 'bank', 'provider_fee', 'adjustment_expense') then 1 else -1 end
  ) stored,
  may_overdraw boolean not null generated always as (
    code in ('cash_epay', 'bank', 'provider_fee', 'adjustment_expense')
  ) stored,
  currency text not null default 'CNY' check (currency = 'CNY'),
  balance_fen bigint not null default 0,
  last_seq bigint not null default 0,
  unique nulls not distinct (code, organization_id),
  constraint ledger_account_of_organization check ((code in ('wallet', 'wallet_bonus')) = (organization_id is not null)),
  constraint ledger_account_not_overdrawn check (may_overdraw or balance_fen >= 0)
);
comment on table ledger_account is 'Opened at zero. Its balance is changed by the trigger of ledger_entry, and by nothing else.';
comment on column ledger_account.normal_sign is '1: debits increase it (assets, expenses). -1: credits do.';
comment on column ledger_account.may_overdraw is 'What the gateway and the bank report is booked whatever our own balance says.';
comment on column ledger_account.balance_fen is 'normal_sign times the sum of its entries.';
comment on column ledger_account.last_seq is 'How many entries it has.';

create table ledger_transaction (
  id text primary key,
  kind text not null check (kind ~ '^[a-z_]{3,40}$'),
  source_id text not null check (length(source_id) between 1 and 200),
  organization_id text references organization,
  reverses_id text unique references ledger_transaction,
  memo text check (length(memo) <= 200),
  created_at timestamptz not null default clock_timestamp(),
  txid bigint not null default pg_current_xact_id()::text::bigint,
  unique (kind, source_id)
);
create index ledger_transaction_organization on ledger_transaction (organization_id, created_at);
comment on table ledger_transaction is 'One movement of money. Its entries sum to zero at commit; it is never changed or deleted, and a mistake is corrected by another transaction.';
comment on column ledger_transaction.source_id is 'What it was booked for. Unique with the kind: a movement is booked once, however often it is attempted.';
comment on column ledger_transaction.txid is 'The database transaction that wrote it. Entries of any other are refused.';

create table ledger_entry (
  id bigint generated always as identity primary key,
  transaction_id text not null references ledger_transaction,
  account_id bigint not null references ledger_account,
  amount_fen bigint not null check (amount_fen <> 0 and abs(amount_fen) <= 9999999999),
  account_seq bigint not null default 0,
  balance_after_fen bigint not null default 0,
  unique (account_id, account_seq),
  unique (transaction_id, account_id)
);
comment on column ledger_entry.amount_fen is 'Positive: a debit. Negative: a credit.';
comment on column ledger_entry.account_seq is 'Counts the entries of the account without a gap; set by the trigger.';
comment on column ledger_entry.balance_after_fen is 'The balance of the account with this entry; set by the trigger.';

create function ledger_account_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.balance_fen <> 0 or new.last_seq <> 0 then
      raise exception 'an account opens at zero' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'an account is never deleted' using errcode = 'insufficient_privilege';
  end if;
  if pg_trigger_depth() < 2 or (new.id, new.code, new.organization_id, new.currency)
    is distinct from (old.id, old.code, old.organization_id, old.currency) then
    raise exception 'an account changes only by its entries' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger ledger_account_guard before insert or update or delete on ledger_account
  for each row execute function ledger_account_guard();

create function ledger_transaction_before() returns trigger language plpgsql as $$
begin
  new.created_at := clock_timestamp();
  new.txid := pg_current_xact_id()::text::bigint;
  return new;
end $$;
create trigger ledger_transaction_before before insert on ledger_transaction
  for each row execute function ledger_transaction_before();

create function ledger_entry_before() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  booked ledger_transaction;
begin
  select * into booked from ledger_transaction where id = new.transaction_id;
  if booked.txid <> pg_current_xact_id()::text::bigint then
    raise exception 'ledger transaction % is sealed', new.transaction_id using errcode = 'check_violation';
  end if;
  update ledger_account
  set balance_fen = balance_fen + normal_sign * new.amount_fen, last_seq = last_seq + 1
  where id = new.account_id and (organization_id is null or organization_id = booked.organization_id)
  returning last_seq, balance_fen into new.account_seq, new.balance_after_fen;
  if not found then
    raise exception 'ledger transaction % cannot use account %', new.transaction_id, new.account_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
comment on function ledger_entry_before is 'Books the entry on its account. It runs with the rights of its owner: nobody else needs the right to change a balance.';
create trigger ledger_entry_before before insert on ledger_entry for each row execute function ledger_entry_before();

create function ledger_transaction_balanced() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  booked text := coalesce(to_jsonb(new) ->> 'transaction_id', to_jsonb(new) ->> 'id');
  entries int;
  total numeric;
begin
  select count(*), coalesce(sum(amount_fen), 0) into entries, total from ledger_entry where transaction_id = booked;
  if entries < 2 or total <> 0 then
    raise exception 'ledger transaction % is unbalanced: % entries, sum %', booked, entries, total
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction_balanced after insert on ledger_transaction
  deferrable initially deferred for each row execute function ledger_transaction_balanced();
create constraint trigger ledger_entry_balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function ledger_transaction_balanced();
create trigger ledger_transaction_fixed before update or delete on ledger_transaction
  for each row execute function forbid_change();
create trigger ledger_entry_fixed before update or delete on ledger_entry
  for each row execute function forbid_change();

create function lock_ledger_accounts(account_ids bigint[])
returns table (id bigint, balance_fen bigint) language sql security definer set search_path = public, pg_temp as $$
  select a.id, a.balance_fen from ledger_account a where a.id = any (account_ids) order by a.id for no key update
$$;
comment on function lock_ledger_accounts is 'Locks the accounts in the order of their ids. It runs with the rights of its owner: a lock needs the right to change the row.';

create function ledger_moved(moved_by text, whose text, amount bigint) returns boolean language sql stable
set search_path = public, pg_temp as $$
  select exists (
    select from ledger_entry e join ledger_account a on a.id = e.account_id
    where e.transaction_id = moved_by and a.code = whose and e.amount_fen = amount
  )
$$;
comment on function ledger_moved is 'Whether a transaction has an entry of this amount (debits positive) on an account of this code.';

insert into ledger_account (code) values
  ('cash_epay'), ('payment_clearing'), ('deferred_revenue'), ('revenue_plan'), ('revenue_usage'),
  ('unapplied_payments'), ('refund_clearing'), ('bank'), ('provider_fee'), ('adjustment_expense');

-- Orders, and money received for them

create table provider_account (
  id text primary key,
  provider text not null default 'epay' check (provider = 'epay'),
  pid text not null check (pid ~ '^[A-Za-z0-9_-]{1,64}$'),
  protocol text not null check (protocol in ('v1_md5', 'v2_rsa')),
  api_base text not null check (api_base ~ '^https?://'),
  secret_ref text not null check (length(secret_ref) >= 8),
  enabled_for_new boolean not null default true,
  verify_until timestamptz,
  created_at timestamptz not null default now(),
  unique (provider, api_base, pid, protocol, secret_ref)
);
comment on table provider_account is 'A merchant account at a payment gateway. An order can be paid only through the account that it was made for.';
comment on column provider_account.secret_ref is 'Names its secrets; they are not in the database.';
comment on column provider_account.verify_until is 'What is signed with its secrets is accepted until then. Null: without end.';

create table payment_order (
  id text primary key,
  order_no text not null unique check (order_no ~ '^[A-Z0-9]{16,32}$'),
  organization_id text not null references organization,
  created_by text not null,
  purpose text not null check (purpose in ('balance_recharge', 'plan_purchase', 'plan_renewal')),
  amount_fen bigint not null check (amount_fen between 1 and 9999999999),
  currency text not null default 'CNY' check (currency = 'CNY'),
  channel text not null check (channel in ('alipay', 'wxpay', 'qqpay', 'bank', 'cashier', 'balance')),
  provider_account_id text references provider_account,
  status text not null default 'pending' check (status in (
    'pending', 'paid', 'fulfilled', 'cancelled', 'expired', 'failed', 'partially_refunded', 'refunded'
  )),
  pay_url text check (length(pay_url) <= 4096 and pay_url ~ '^(https?|weixin|alipays?)://'),
  plan_snapshot jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  fulfilled_at timestamptz,
  closed_at timestamptz,
  fulfillment_kind text check (fulfillment_kind in ('balance', 'plan', 'late_to_balance')),
  refunded_fen bigint not null default 0 check (refunded_fen >= 0),
  refund_reserved_fen bigint not null default 0 check (refund_reserved_fen >= 0),
  version int not null default 0,
  constraint payment_order_life check (expires_at > created_at and expires_at <= created_at + interval '12 hours'),
  constraint payment_order_plan check ((purpose = 'balance_recharge') = (plan_snapshot is null)),
  constraint payment_order_recharge_from_outside check (purpose <> 'balance_recharge' or channel <> 'balance'),
  constraint payment_order_provider check ((channel = 'balance') = (provider_account_id is null)),
  constraint payment_order_refunds check (refunded_fen + refund_reserved_fen <= amount_fen),
  constraint payment_order_paid_at check (
    status not in ('paid', 'fulfilled', 'partially_refunded', 'refunded') or paid_at is not null
  ),
  constraint payment_order_fulfilled_at check (
    (status in ('fulfilled', 'partially_refunded', 'refunded')) = (fulfilled_at is not null and fulfillment_kind is not null)
  ),
  constraint payment_order_refunded check ((status = 'refunded') = (refunded_fen = amount_fen)),
  constraint payment_order_partially_refunded check (
    (status = 'partially_refunded') = (refunded_fen > 0 and refunded_fen < amount_fen)
  )
);
create unique index payment_order_one_open_plan on payment_order (organization_id)
  where status = 'pending' and purpose <> 'balance_recharge';
create index payment_order_organization on payment_order (organization_id, created_at desc, id desc);
create index payment_order_pending on payment_order (expires_at) where status = 'pending';
create index payment_order_unfulfilled on payment_order (paid_at) where status = 'paid';
comment on column payment_order.order_no is 'The name for people and for the gateway.';
comment on column payment_order.created_by is 'An account, a key, or system. No reference: an order outlives them.';
comment on column payment_order.plan_snapshot is 'The plan as it was offered. Null: a recharge.';
comment on column payment_order.refund_reserved_fen is 'Refunds that are neither done nor failed.';
comment on column payment_order.version is 'How often it has changed.';

create table payment_order_history (
  order_id text not null references payment_order,
  version int not null,
  status text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (order_id, version)
);
comment on table payment_order_history is 'Every status that an order has had; written by a trigger.';

create function payment_order_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'an order is never deleted' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'INSERT' then
    if (new.status, new.refunded_fen, new.refund_reserved_fen, new.version) <> ('pending', 0, 0, 0) then
      raise exception 'an order begins as pending' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (new.id, new.order_no, new.organization_id, new.created_by, new.purpose, new.amount_fen, new.currency, new.channel,
      new.provider_account_id, new.plan_snapshot, new.created_at, new.expires_at)
    is distinct from
     (old.id, old.order_no, old.organization_id, old.created_by, old.purpose, old.amount_fen, old.currency, old.channel,
      old.provider_account_id, old.plan_snapshot, old.created_at, old.expires_at)
    or new.paid_at is distinct from coalesce(old.paid_at, new.paid_at)
    or new.fulfilled_at is distinct from coalesce(old.fulfilled_at, new.fulfilled_at)
    or new.fulfillment_kind is distinct from coalesce(old.fulfillment_kind, new.fulfillment_kind)
    or new.refunded_fen < old.refunded_fen then
    raise exception 'the terms of an order do not change' using errcode = 'check_violation';
  end if;
  if old.status <> new.status and (old.status, new.status) not in (
    ('pending', 'paid'), ('pending', 'cancelled'), ('pending', 'expired'), ('pending', 'failed'),
    ('cancelled', 'paid'), ('expired', 'paid'), ('failed', 'paid'),
    ('paid', 'fulfilled'), ('fulfilled', 'partially_refunded'), ('fulfilled', 'refunded'), ('partially_refunded', 'refunded')
  ) then
    raise exception 'an order does not go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  new.version := old.version + 1;
  return new;
end $$;
create trigger payment_order_guard before insert or update or delete on payment_order
  for each row execute function payment_order_guard();

create function payment_order_remember() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    insert into payment_order_history (order_id, version, status) values (new.id, new.version, new.status);
  end if;
  return null;
end $$;
create trigger payment_order_remember after insert or update on payment_order
  for each row execute function payment_order_remember();
create trigger payment_order_history_fixed before update or delete on payment_order_history
  for each row execute function forbid_change();

create table payment_notification (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default clock_timestamp(),
  source text not null check (source in ('notify', 'return', 'query', 'reconcile')),
  method text,
  remote_ip text,
  content_type text,
  raw bytea not null check (octet_length(raw) <= 16384),
  pid text,
  out_trade_no text,
  trade_no text,
  amount_text text,
  trade_status text,
  sign_type text,
  verdict text not null check (verdict in (
    'accepted', 'duplicate', 'second_payment', 'late', 'unknown_order', 'amount_mismatch', 'pid_mismatch', 'bad_signature',
    'stale_timestamp', 'not_success', 'malformed', 'error'
  )),
  order_id text references payment_order
);
create index payment_notification_received on payment_notification (received_at);
create index payment_notification_order on payment_notification (order_id) where order_id is not null;
comment on table payment_notification is 'Everything that was said to be a payment, forged or not, as it came. Kept for 24 months; nothing is unique on purpose.';

create function payment_notification_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.received_at < now() - interval '24 months' then
    return old;
  end if;
  raise exception '% on % is forbidden', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger payment_notification_guard before update or delete on payment_notification
  for each row execute function payment_notification_guard();

create table provider_payment (
  id text primary key,
  provider_account_id text not null references provider_account,
  trade_no text not null check (trade_no ~ '^[A-Za-z0-9._|-]{1,64}$'),
  out_trade_no text not null,
  amount_fen bigint not null check (amount_fen between 1 and 9999999999),
  order_id text references payment_order,
  state text not null check (state in ('applied', 'unapplied', 'resolved')),
  reason text check (reason in ('second_payment', 'unknown_order', 'amount_mismatch', 'pid_mismatch')),
  transaction_id text not null unique references ledger_transaction,
  resolution_transaction_id text unique references ledger_transaction,
  resolved_by text,
  resolved_at timestamptz,
  first_seen_at timestamptz not null default clock_timestamp(),
  unique (provider_account_id, trade_no),
  constraint provider_payment_reason check ((state = 'applied') = (reason is null)),
  constraint provider_payment_applied_to check (state <> 'applied' or order_id is not null),
  constraint provider_payment_resolution check (
    (state = 'resolved') = (resolution_transaction_id is not null) and (state = 'resolved') = (resolved_at is not null)
  )
);
create unique index provider_payment_one_applied on provider_payment (order_id) where state = 'applied';
create index provider_payment_order on provider_payment (order_id);
create index provider_payment_unapplied on provider_payment (first_seen_at) where state = 'unapplied';
comment on table provider_payment is 'Money that the gateway received, by its own number: one row for each, whatever became of it.';
comment on column provider_payment.reason is 'Why it could not be applied. It then waits in unapplied_payments for a person. Null: it was.';

create function provider_payment_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a payment is never deleted' using errcode = 'insufficient_privilege';
  end if;
  if (new.id, new.provider_account_id, new.trade_no, new.out_trade_no, new.amount_fen, new.order_id, new.reason,
      new.transaction_id, new.first_seen_at)
    is distinct from
     (old.id, old.provider_account_id, old.trade_no, old.out_trade_no, old.amount_fen, old.order_id, old.reason,
      old.transaction_id, old.first_seen_at) or (old.state, new.state) <> ('unapplied', 'resolved') then
    raise exception 'a payment changes only when it is resolved' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger provider_payment_guard before update or delete on provider_payment
  for each row execute function provider_payment_guard();

create function provider_payment_evidence() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  counter text := case when new.state = 'applied' then 'payment_clearing' else 'unapplied_payments' end;
begin
  if not ledger_moved(new.transaction_id, 'cash_epay', new.amount_fen)
    or not ledger_moved(new.transaction_id, counter, -new.amount_fen) then
    raise exception 'payment % is not in the ledger', new.id using errcode = 'check_violation';
  end if;
  if new.state = 'resolved' and not ledger_moved(new.resolution_transaction_id, 'unapplied_payments', new.amount_fen) then
    raise exception 'the resolution of payment % is not in the ledger', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger provider_payment_evidence after insert or update on provider_payment
  deferrable initially deferred for each row execute function provider_payment_evidence();

-- Subscriptions

create table subscription (
  id text primary key,
  organization_id text not null references organization,
  plan_code text not null,
  plan_version int not null,
  status text not null check (status in ('active', 'grace', 'expired', 'cancelled')),
  auto_renew boolean not null default false,
  cancel_at_period_end boolean not null default false,
  scheduled_plan_code text,
  anchor_at timestamptz not null,
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  grace_until timestamptz,
  version int not null default 0,
  created_at timestamptz not null default now(),
  foreign key (plan_code, plan_version) references plan (code, version),
  constraint subscription_renews_or_ends check (not (auto_renew and cancel_at_period_end)),
  constraint subscription_period_order check (current_period_end > current_period_start),
  constraint subscription_whole_seconds check (
    current_period_start = date_trunc('second', current_period_start) and current_period_end = date_trunc('second', current_period_end)
  ),
  constraint subscription_grace check (grace_until is null or grace_until > current_period_end)
);
create unique index subscription_one_live on subscription (organization_id) where status in ('active', 'grace');
create index subscription_ending on subscription (current_period_end) where status in ('active', 'grace');
comment on column subscription.scheduled_plan_code is 'The plan of the next period. Null: the same.';
comment on column subscription.anchor_at is 'Its months keep the day that this instant has in Asia/Shanghai: 31 January, 28 February, 31 March.';

create function subscription_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a subscription is never deleted' using errcode = 'insufficient_privilege';
  end if;
  if (new.id, new.organization_id, new.created_at) is distinct from (old.id, old.organization_id, old.created_at) then
    raise exception 'a subscription belongs to one organization' using errcode = 'check_violation';
  end if;
  if old.status in ('expired', 'cancelled') and new.status <> old.status then
    raise exception 'a subscription that has ended stays so' using errcode = 'check_violation';
  end if;
  new.version := old.version + 1;
  return new;
end $$;
create trigger subscription_guard before update or delete on subscription
  for each row execute function subscription_guard();

create table subscription_period (
  id text primary key,
  subscription_id text not null references subscription,
  organization_id text not null references organization,
  order_id text unique references payment_order,
  plan_code text not null,
  plan_version int not null,
  starts_at timestamptz not null check (starts_at = date_trunc('second', starts_at)),
  ends_at timestamptz not null check (ends_at = date_trunc('second', ends_at)),
  ended_early_at timestamptz check (ended_early_at = date_trunc('second', ended_early_at)),
  amount_fen bigint not null check (amount_fen between 0 and 9999999999),
  created_at timestamptz not null default now(),
  foreign key (plan_code, plan_version) references plan (code, version),
  constraint subscription_period_order check (ends_at > starts_at),
  constraint subscription_period_ended_within check (ended_early_at between starts_at and ends_at),
  constraint subscription_period_paid check (order_id is not null or amount_fen = 0)
);
create index subscription_period_organization on subscription_period (organization_id, starts_at);
create index subscription_period_subscription on subscription_period (subscription_id);
comment on table subscription_period is 'What was paid for, from its start up to and without its end. Periods of an organization never overlap.';
comment on column subscription_period.ended_early_at is 'Replaced by an upgrade at this instant. Null: it lasts to its end.';
comment on column subscription_period.amount_fen is 'Without an order only zero.';

create function subscription_period_guard() returns trigger language plpgsql
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
  ) then
    raise exception 'period % overlaps another', new.id using errcode = 'exclusion_violation';
  end if;
  return new;
end $$;
create trigger subscription_period_guard before insert or update or delete on subscription_period
  for each row execute function subscription_period_guard();
comment on function subscription_period_guard is 'A trigger under the lock of the subscription, because an exclusion constraint would need the extension btree_gist.';

create table auto_renew_attempt (
  subscription_id text not null references subscription,
  period_end timestamptz not null,
  attempt int not null check (attempt between 1 and 8),
  outcome text not null check (outcome in ('renewed', 'insufficient_balance', 'error')),
  order_id text unique references payment_order,
  at timestamptz not null default now(),
  primary key (subscription_id, period_end, attempt)
);
create unique index auto_renew_attempt_renewed_once on auto_renew_attempt (subscription_id, period_end)
  where outcome = 'renewed';
create trigger auto_renew_attempt_fixed before update or delete on auto_renew_attempt
  for each row execute function forbid_change();

create table fulfillment (
  order_id text primary key references payment_order,
  kind text not null check (kind in ('balance', 'plan', 'late_to_balance')),
  transaction_id text not null unique references ledger_transaction,
  subscription_period_id text unique references subscription_period,
  created_at timestamptz not null default clock_timestamp(),
  constraint fulfillment_period check ((kind = 'plan') = (subscription_period_id is not null))
);
comment on table fulfillment is 'What an order gave: credit on the balance, or a period of a plan. Once.';
create trigger fulfillment_fixed before update or delete on fulfillment
  for each row execute function forbid_change();

-- Refunds

create table refund_request (
  id text primary key,
  organization_id text not null references organization,
  order_id text not null references payment_order,
  amount_fen bigint not null check (amount_fen between 1 and 9999999999),
  reason text not null check (length(reason) between 1 and 500),
  destination text not null check (destination in ('original', 'balance')),
  status text not null default 'submitted' check (status in (
    'submitted', 'approved', 'rejected', 'withdrawn', 'processing', 'succeeded', 'failed'
  )),
  failure_code text check (failure_code in ('REFUND_PROVIDER_FAILED', 'REFUND_NOT_ALLOWED')),
  created_by text not null,
  decided_by text,
  decided_at timestamptz,
  decision_note text check (length(decision_note) <= 500),
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  constraint refund_request_two_people check (decided_by <> created_by)
);
create unique index refund_request_one_open on refund_request (order_id) where status in ('submitted', 'approved', 'processing');
create index refund_request_organization on refund_request (organization_id, created_at desc, id desc);
comment on column refund_request.decided_by is 'Never the one who requested it.';

create function refund_request_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a refund request is never deleted' using errcode = 'insufficient_privilege';
  end if;
  if (new.id, new.organization_id, new.order_id, new.amount_fen, new.reason, new.destination, new.created_by, new.created_at)
    is distinct from
     (old.id, old.organization_id, old.order_id, old.amount_fen, old.reason, old.destination, old.created_by, old.created_at)
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
create trigger refund_request_guard before update or delete on refund_request
  for each row execute function refund_request_guard();

create table provider_refund (
  request_id text primary key references refund_request,
  order_id text not null references payment_order,
  destination text not null check (destination in ('original', 'balance')),
  out_refund_no text unique check (out_refund_no ~ '^[A-Z0-9]{8,32}$'),
  amount_fen bigint not null check (amount_fen between 1 and 9999999999),
  state text not null default 'queued' check (state in ('queued', 'submitting', 'unknown', 'succeeded', 'failed')),
  provider_refund_no text,
  attempts int not null default 0 check (attempts >= 0),
  hold_transaction_id text not null unique references ledger_transaction,
  final_transaction_id text unique references ledger_transaction,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint provider_refund_number check ((destination = 'original') = (out_refund_no is not null)),
  constraint provider_refund_final check ((state in ('succeeded', 'failed')) = (final_transaction_id is not null))
);
create unique index provider_refund_one_in_flight on provider_refund (order_id) where state in ('queued', 'submitting', 'unknown');
create index provider_refund_order on provider_refund (order_id);
create index provider_refund_due on provider_refund (changed_at) where state in ('queued', 'submitting', 'unknown');
comment on table provider_refund is 'The refund of an approved request. Its money is held from the start, and one is in flight for each order: the gateway pays out twice when asked twice at once.';
comment on column provider_refund.destination is 'balance: it goes to the wallet, and the gateway is not asked.';

create function provider_refund_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a refund is never deleted' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'queued' then
      raise exception 'a refund begins as queued' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (new.request_id, new.order_id, new.destination, new.out_refund_no, new.amount_fen, new.hold_transaction_id, new.created_at)
    is distinct from
     (old.request_id, old.order_id, old.destination, old.out_refund_no, old.amount_fen, old.hold_transaction_id, old.created_at)
    or new.final_transaction_id is distinct from coalesce(old.final_transaction_id, new.final_transaction_id) then
    raise exception 'the terms of a refund do not change' using errcode = 'check_violation';
  end if;
  if old.state <> new.state and (old.state, new.state) not in (
    ('queued', 'submitting'), ('queued', 'failed'), ('submitting', 'succeeded'), ('submitting', 'failed'),
    ('submitting', 'unknown'), ('unknown', 'submitting'), ('unknown', 'succeeded'), ('unknown', 'failed')
  ) and not (new.destination = 'balance' and (old.state, new.state) = ('queued', 'succeeded')) then
    raise exception 'a refund does not go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  new.changed_at := now();
  return new;
end $$;
create trigger provider_refund_guard before insert or update or delete on provider_refund
  for each row execute function provider_refund_guard();

create function provider_refund_evidence() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if not exists (
    select from refund_request r
    where r.id = new.request_id and r.order_id = new.order_id and r.amount_fen = new.amount_fen
      and r.destination = new.destination
  ) then
    raise exception 'refund % is not what was requested', new.request_id using errcode = 'check_violation';
  end if;
  if not ledger_moved(new.hold_transaction_id, 'refund_clearing', -new.amount_fen)
    or (new.final_transaction_id is not null and not ledger_moved(new.final_transaction_id, 'refund_clearing', new.amount_fen)) then
    raise exception 'refund % is not in the ledger', new.request_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger provider_refund_evidence after insert or update on provider_refund
  deferrable initially deferred for each row execute function provider_refund_evidence();

create function payment_order_evidence() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  about text := coalesce(to_jsonb(new) ->> 'order_id', to_jsonb(new) ->> 'id');
  o payment_order;
begin
  select * into o from payment_order where id = about;
  if o.status in ('paid', 'fulfilled', 'partially_refunded', 'refunded') and o.channel <> 'balance' and not exists (
    select from provider_payment p
    where p.order_id = o.id and p.state = 'applied' and p.amount_fen = o.amount_fen
      and p.provider_account_id = o.provider_account_id
  ) then
    raise exception 'order % is % without a payment', o.order_no, o.status using errcode = 'check_violation';
  end if;
  if o.status = 'paid' and o.channel = 'balance' then
    raise exception 'order % was paid from the balance and got nothing', o.order_no using errcode = 'check_violation';
  end if;
  if (o.fulfilled_at is not null) <> exists (
    select from fulfillment f join ledger_transaction t on t.id = f.transaction_id
    where f.order_id = o.id and f.kind = o.fulfillment_kind and t.kind = 'fulfil' and t.source_id = o.id
  ) or (o.fulfilled_at is null and exists (select from fulfillment f where f.order_id = o.id)) then
    raise exception 'the fulfillment of order % is not what it says', o.order_no using errcode = 'check_violation';
  end if;
  if (o.refunded_fen, o.refund_reserved_fen) <> (
    select coalesce(sum(r.amount_fen) filter (where r.state = 'succeeded'), 0),
      coalesce(sum(r.amount_fen) filter (where r.state in ('queued', 'submitting', 'unknown')), 0)
    from provider_refund r where r.order_id = o.id
  ) then
    raise exception 'the refunds of order % are not what it says', o.order_no using errcode = 'check_violation';
  end if;
  return null;
end $$;
comment on function payment_order_evidence is 'At commit: a paid order has its payment, a fulfilled one its fulfillment, and its refunds are those that exist.';
create constraint trigger payment_order_evidence after insert or update on payment_order
  deferrable initially deferred for each row execute function payment_order_evidence();
create constraint trigger fulfillment_evidence after insert on fulfillment
  deferrable initially deferred for each row execute function payment_order_evidence();
create constraint trigger provider_refund_order_evidence after insert or update on provider_refund
  deferrable initially deferred for each row execute function payment_order_evidence();

-- Statements, invoices and whom they are for

create table statement (
  id text primary key,
  organization_id text not null references organization,
  month text not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  opening_fen bigint not null,
  credit_fen bigint not null check (credit_fen >= 0),
  debit_fen bigint not null check (debit_fen >= 0),
  closing_fen bigint not null,
  entry_count int not null check (entry_count >= 0),
  last_entry_id bigint not null check (last_entry_id >= 0),
  finalized_at timestamptz not null default now(),
  unique (organization_id, month),
  constraint statement_sums check (closing_fen = opening_fen + credit_fen - debit_fen)
);
comment on column statement.month is 'In Asia/Shanghai.';
comment on column statement.last_entry_id is 'Fixes the content. 0: there was no entry yet.';
create trigger statement_fixed before update or delete on statement for each row execute function forbid_change();

create table billing_profile (
  organization_id text primary key references organization,
  title_type text not null check (title_type in ('personal', 'enterprise')),
  title text not null check (length(btrim(title)) between 2 and 100),
  tax_no text check (tax_no ~ '^[0-9A-Z]{15,20}$'),
  email text not null check (length(email) <= 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  registered_address text check (length(registered_address) <= 200),
  registered_phone text check (length(registered_phone) <= 30),
  bank_name text check (length(bank_name) <= 100),
  bank_account text check (length(bank_account) <= 40),
  version int not null default 1,
  changed_at timestamptz not null default now(),
  constraint billing_profile_tax_no check (title_type = 'personal' or tax_no is not null)
);
comment on table billing_profile is 'Whom invoices are made out to. A request for an invoice keeps its own copy.';

create table invoice_request (
  id text primary key,
  organization_id text not null references organization,
  invoice_type text not null check (invoice_type in ('vat_normal', 'vat_special')),
  profile_snapshot jsonb not null,
  amount_fen bigint not null check (amount_fen between 1 and 9999999999),
  remark text check (length(remark) <= 200),
  status text not null default 'submitted' check (status in (
    'submitted', 'processing', 'issued', 'rejected', 'cancelled', 'red_issued'
  )),
  invoice_no text unique,
  download_url text check (length(download_url) <= 2048 and download_url ~ '^https://'),
  reject_reason text check (length(reject_reason) <= 500),
  created_by text not null,
  decided_by text,
  created_at timestamptz not null default now(),
  issued_at timestamptz,
  constraint invoice_request_number check ((status in ('issued', 'red_issued')) = (invoice_no is not null)),
  constraint invoice_request_issued_at check ((status in ('issued', 'red_issued')) = (issued_at is not null)),
  constraint invoice_request_rejected check ((status = 'rejected') = (reject_reason is not null)),
  constraint invoice_request_special check (
    invoice_type <> 'vat_special' or profile_snapshot ->> 'title_type' is not distinct from 'enterprise'
  )
);
create index invoice_request_organization on invoice_request (organization_id, created_at desc, id desc);

create function invoice_request_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a request for an invoice is never deleted' using errcode = 'insufficient_privilege';
  end if;
  if (new.id, new.organization_id, new.invoice_type, new.profile_snapshot, new.amount_fen, new.remark, new.created_by,
      new.created_at)
    is distinct from
     (old.id, old.organization_id, old.invoice_type, old.profile_snapshot, old.amount_fen, old.remark, old.created_by,
      old.created_at)
    or new.invoice_no is distinct from coalesce(old.invoice_no, new.invoice_no) then
    raise exception 'the terms of a request for an invoice do not change' using errcode = 'check_violation';
  end if;
  if old.status <> new.status and (old.status, new.status) not in (
    ('submitted', 'processing'), ('submitted', 'issued'), ('submitted', 'rejected'), ('submitted', 'cancelled'),
    ('processing', 'issued'), ('processing', 'rejected'), ('issued', 'red_issued')
  ) then
    raise exception 'a request for an invoice does not go from % to %', old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger invoice_request_guard before update or delete on invoice_request
  for each row execute function invoice_request_guard();

create table invoice_request_line (
  invoice_request_id text not null references invoice_request,
  order_id text not null references payment_order,
  amount_fen bigint not null check (amount_fen between 1 and 9999999999),
  released boolean not null default false,
  primary key (invoice_request_id, order_id)
);
create unique index invoice_request_line_once on invoice_request_line (order_id) where not released;
comment on column invoice_request_line.released is 'The request was rejected, cancelled or red-lettered: the order may be on another.';

create function invoice_request_line_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a line of an invoice is never deleted' using errcode = 'insufficient_privilege';
  end if;
  if (new.invoice_request_id, new.order_id, new.amount_fen) <> (old.invoice_request_id, old.order_id, old.amount_fen)
    or (old.released and not new.released) then
    raise exception 'a line of an invoice is only released' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger invoice_request_line_guard before update or delete on invoice_request_line
  for each row execute function invoice_request_line_guard();

-- Reconciliation with the gateway

create table reconcile_run (
  id text primary key,
  provider_account_id text not null references provider_account,
  mode text not null check (mode in ('dry_run', 'apply')),
  window_from timestamptz not null,
  window_to timestamptz not null,
  status text not null default 'running' check (status in ('running', 'completed', 'failed')),
  summary jsonb,
  created_by text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint reconcile_run_window check (window_to > window_from),
  constraint reconcile_run_finished check ((status = 'running') = (finished_at is null))
);
create unique index reconcile_run_one on reconcile_run (provider_account_id) where status = 'running';
create index reconcile_run_created on reconcile_run (created_at);
comment on column reconcile_run.created_by is 'Null: the schedule.';
create trigger reconcile_run_kept before delete on reconcile_run for each row execute function forbid_change();

create table reconcile_item (
  id bigint generated always as identity primary key,
  run_id text not null references reconcile_run,
  class text not null check (class in (
    'matched', 'paid_there_pending_here', 'paid_there_closed_here', 'paid_here_unpaid_there', 'missing_there',
    'missing_here', 'amount_mismatch', 'second_payment', 'refund_mismatch', 'refunded_there_only', 'frozen_there',
    'fee_difference', 'ledger_mismatch'
  )),
  order_id text,
  trade_no text,
  ours jsonb,
  theirs jsonb,
  action text not null,
  resolved_at timestamptz,
  unique nulls not distinct (run_id, class, order_id, trade_no)
);
comment on column reconcile_item.action is 'What was done, or would have been.';
create index reconcile_item_open on reconcile_item (class) where resolved_at is null;
create trigger reconcile_item_kept before delete on reconcile_item for each row execute function forbid_change();

do $$
declare
  kept text;
begin
  foreach kept in array array[
    'ledger_account', 'ledger_transaction', 'ledger_entry', 'provider_account', 'payment_order', 'payment_order_history',
    'payment_notification', 'provider_payment', 'subscription', 'subscription_period', 'auto_renew_attempt', 'fulfillment',
    'refund_request', 'provider_refund', 'statement', 'invoice_request', 'invoice_request_line', 'reconcile_run',
    'reconcile_item'
  ] loop
    execute format('create trigger %I before truncate on %I for each statement execute function forbid_change()',
      kept || '_not_truncated', kept);
  end loop;
end $$;

create function provider_account_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.id, new.provider, new.pid, new.protocol, new.api_base, new.secret_ref, new.created_at)
    is distinct from (old.id, old.provider, old.pid, old.protocol, old.api_base, old.secret_ref, old.created_at) then
    raise exception 'a provider account is only switched on and off' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger provider_account_guard before update or delete on provider_account
  for each row execute function provider_account_guard();

-- Answers to repeated requests

alter table idempotency_key alter column job_id drop not null;
alter table idempotency_key add column answer_status int;
alter table idempotency_key add column answer text;
alter table idempotency_key add constraint idempotency_key_answer check (
  (answer_status is null) = (answer is null) and (job_id is null or answer is null)
);
comment on column idempotency_key.job_id is 'The job that the first request made; a repeated one is answered with its outcome. Null: the answer itself is stored.';
comment on column idempotency_key.answer is 'JSON, as it was first answered. Null: see job_id.';

create function claim_stored_answer(whose text, what text, given_key text, asked text, kept_ms double precision)
returns table (outcome text, answer_status int, answer text) language plpgsql set lock_timeout = '2s' as $$
#variable_conflict use_column
declare
  earlier idempotency_key;
begin
  insert into idempotency_key as k (organization_id, operation, key, fingerprint)
  values (whose, what, given_key, asked)
  on conflict (organization_id, operation, key) do update
    set fingerprint = excluded.fingerprint, job_id = null, answer_status = null, answer = null, created_at = now()
    where k.created_at <= now() - kept_ms * interval '1 millisecond';
  if found then
    return query select 'new', null::int, null::text;
    return;
  end if;
  select * into strict earlier from idempotency_key k
  where k.organization_id = whose and k.operation = what and k.key = given_key;
  if earlier.fingerprint <> asked then
    return query select 'other_request', null::int, null::text;
  else
    return query select 'repeated', earlier.answer_status, earlier.answer;
  end if;
exception when lock_not_available then
  return query select 'under_way', null::int, null::text;
end $$;
comment on function claim_stored_answer is 'Claims a key in the transaction that answers the request: one that is asked meanwhile waits here for its end, up to two seconds.';

-- Events that are told once

alter table webhook_event add column dedupe_key text;
create unique index webhook_event_dedupe on webhook_event (dedupe_key) where dedupe_key is not null;
comment on column webhook_event.dedupe_key is 'What an event that must exist once is told of, for example fulfilled:ord_… . Null: it is told as often as it happens.';

drop function tell_of_change;
create function tell_of_change(
  p_event_id text, p_organization_id text, p_type text, p_sandbox boolean, p_api_key_id text, p_job_id text, p_data text,
  p_dedupe_key text default null
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
  insert into webhook_event (id, organization_id, type, sandbox, job_id, data, dedupe_key)
  values (p_event_id, p_organization_id, p_type, v_sandbox, p_job_id, p_data, p_dedupe_key)
  on conflict (dedupe_key) where dedupe_key is not null do nothing;
  if not found then
    return false;
  end if;
  insert into webhook_delivery (endpoint_id, event_id)
  select id, p_event_id from webhook_endpoint
  where organization_id = p_organization_id and enabled and p_type = any(events) and (v_sandbox or not sandbox_only);
  perform pg_notify('job', 'webhooks');
  return true;
end
$$;
comment on function tell_of_change is 'Writes an event and its deliveries, if an enabled endpoint wants to know of it and its dedupe key was not told before, and wakes the senders. A function, because its plans are kept for the connection: as part of the statement that ends a job they would be made each time.';
