alter table organization add column closed_at timestamptz;
comment on column organization.closed_at is 'Closed for good: it has no members, keys, invitations and jobs any more. The row stays for its credentials, which others look up.';
create index organization_closed on organization (closed_at) where closed_at is not null;

alter table account_token drop constraint account_token_kind_check;
alter table account_token add constraint account_token_kind_check
  check (kind in ('email_verification', 'password_reset', 'email_change', 'email_revert'));
comment on column account_token.email is 'The address it was sent to: it confirms that one, or restores it, and no other.';

create index audit_log_actor on audit_log (actor_id, created_at desc);
create index audit_log_email on audit_log (lower(details->>'email')) where details ? 'email';
comment on table audit_log is 'Written in the transaction of the change it records. Identifiers are text without a reference, so that a row outlives what it names; of a deleted account the identifier alone stays.';

create index invitation_email on invitation (email_key);
create index api_key_created_by on api_key (created_by) where created_by is not null;
