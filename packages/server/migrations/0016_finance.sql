-- Checks of the books

create table ledger_check (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null default clock_timestamp(),
  balanced boolean not null,
  mismatches jsonb not null,
  constraint ledger_check_mismatches check (balanced = (mismatches = '[]'::jsonb))
);
comment on table ledger_check is 'Whether everything that must always hold of the ledger held. While the latest check found a mismatch, no money is paid out.';
create trigger ledger_check_fixed before update or delete on ledger_check for each row execute function forbid_change();
create trigger ledger_check_not_truncated before truncate on ledger_check
  for each statement execute function forbid_change();

-- Money that was spent as received and that the gateway says it never received

create table frozen_payment (
  order_id text primary key references payment_order,
  organization_id text not null references organization,
  amount_fen bigint not null check (amount_fen between 1 and 9999999999),
  created_at timestamptz not null default now(),
  lifted_at timestamptz,
  lifted_by text,
  constraint frozen_payment_lifted check ((lifted_at is null) = (lifted_by is null))
);
create index frozen_payment_organization on frozen_payment (organization_id) where lifted_at is null;
comment on table frozen_payment is 'An order that is paid here and, as the gateway says, not there. Nothing is reversed; this much of the wallet cannot be spent until somebody has decided.';

create function frozen_payment_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.lifted_at is not null or (new.order_id, new.organization_id, new.amount_fen, new.created_at)
    is distinct from (old.order_id, old.organization_id, old.amount_fen, old.created_at) then
    raise exception 'frozen money is only released' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger frozen_payment_guard before update or delete on frozen_payment
  for each row execute function frozen_payment_guard();
create trigger frozen_payment_not_truncated before truncate on frozen_payment
  for each statement execute function forbid_change();

create or replace function lock_ledger_accounts(account_ids bigint[])
returns table (id bigint, balance_fen bigint) language sql security definer set search_path = public, pg_temp as $$
  select a.id, case
    when a.code = 'wallet' then greatest(0, a.balance_fen - coalesce((
      select sum(f.amount_fen) from frozen_payment f where f.organization_id = a.organization_id and f.lifted_at is null
    ), 0))::bigint
    else a.balance_fen end
  from ledger_account a where a.id = any (account_ids) order by a.id for no key update
$$;
comment on function lock_ledger_accounts is 'Locks the accounts in the order of their ids, and answers what may be taken from each: of a wallet, its balance without what is frozen. It runs with the rights of its owner: a lock needs the right to change the row.';

-- Runs that are asked for again

alter table reconcile_run add column idempotency_key text check (length(idempotency_key) between 1 and 128);
alter table reconcile_run add column fingerprint text;
alter table reconcile_run add constraint reconcile_run_request check ((idempotency_key is null) = (fingerprint is null));
create unique index reconcile_run_key on reconcile_run (created_by, idempotency_key) where status <> 'failed';
comment on column reconcile_run.idempotency_key is 'Of whoever asked for it: asked again, the same run is answered. One that failed may be tried again.';
comment on column reconcile_run.fingerprint is 'SHA-256 over what was asked.';
