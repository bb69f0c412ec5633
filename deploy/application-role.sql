-- Rights of a role for processes that face the internet: it works with money and cannot rewrite it. Run this as the owner of the
-- tables, after each upgrade. The triggers hold for the owner as well; without the rights they cannot be switched off.
--
--   create role revera_app login password '…';
--   psql "$OWNER_DATABASE_URL" -v ON_ERROR_STOP=1 -f application-role.sql

begin;

revoke all on all tables in schema public from revera_app;
grant select, insert, update, delete on all tables in schema public to revera_app;
revoke insert, update, delete on schema_migration from revera_app;

revoke insert, update, delete on
  ledger_account, ledger_transaction, ledger_entry, payment_order_history, provider_account, payment_order,
  payment_notification, provider_payment, fulfillment, subscription, subscription_period,
  subscription_notice, auto_renew_attempt,
  refund_request, provider_refund, statement, invoice_request, invoice_request_line, reconcile_run, reconcile_item,
  ledger_check, frozen_payment
  from revera_app;

-- Written once. Balances, sequences and histories are written by triggers, which run with the rights of the owner.
grant insert (code, organization_id) on ledger_account to revera_app;
grant insert (id, kind, source_id, organization_id, reverses_id, memo) on ledger_transaction to revera_app;
grant insert (transaction_id, account_id, amount_fen) on ledger_entry to revera_app;
grant insert on
  provider_account, payment_order, payment_notification, provider_payment, fulfillment, subscription, subscription_period,
  subscription_notice, auto_renew_attempt, refund_request, provider_refund, statement, invoice_request, invoice_request_line, reconcile_run,
  reconcile_item,
  ledger_check, frozen_payment
  to revera_app;

-- What changes in them.
grant update (enabled_for_new, verify_until) on provider_account to revera_app;
grant update (
  status, pay_url, paid_at, fulfilled_at, closed_at, fulfillment_kind, refunded_fen, refund_reserved_fen
) on payment_order to revera_app;
grant update (verdict, order_id) on payment_notification to revera_app;
grant update (state, resolution_transaction_id, resolved_by, resolved_at) on provider_payment to revera_app;
grant update (
  plan_code, plan_version, status, auto_renew, cancel_at_period_end, scheduled_plan_code, anchor_at, current_period_start,
  current_period_end, grace_until
) on subscription to revera_app;
grant update (
  starts_at, ends_at, ended_early_at, carried_out_fen, recognised_fen, recognised_until, is_recognised, anchor_at
) on subscription_period to revera_app;
grant update (status, failure_code, decided_by, decided_at, decision_note, completed_at) on refund_request to revera_app;
grant update (state, provider_refund_no, attempts, final_transaction_id) on provider_refund to revera_app;
grant update (status, invoice_no, download_url, reject_reason, decided_by, issued_at) on invoice_request to revera_app;
grant update (released) on invoice_request_line to revera_app;
grant update (status, summary, finished_at) on reconcile_run to revera_app;
grant update (action, resolved_at) on reconcile_item to revera_app;
grant update (lifted_at, lifted_by) on frozen_payment to revera_app;

commit;
