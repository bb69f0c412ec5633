alter table account add column first_signed_in_at timestamptz;
comment on column account.first_signed_in_at is 'Null: not yet. From the second sign-in on its owner is told of one from a new device; sessions, which say where from, are kept for a while only.';

update account
  set first_signed_in_at = known.at
  from (
    select actor_id, min(created_at) as at from audit_log
    where actor_kind = 'account' and action = 'account.signed_in'
    group by actor_id
  ) as known
  where known.actor_id = account.id;
