import { account, account_token, recovery_code, session } from './accounts.ts';
import { api_key } from './api-keys.ts';
import { audit_log } from './audit.ts';
import { billing_profile, invoice_request, invoice_request_line, statement } from './billing-documents.ts';
import type { Table } from './column.ts';
import { credential } from './credentials.ts';
import { idempotency_key, job, job_preview, job_thumbnail, upload_folder } from './jobs.ts';
import { ledger_account, ledger_entry, ledger_transaction } from './ledger.ts';
import { mail } from './mail.ts';
import { health_sample, incident, incident_update } from './operation.ts';
import { invitation, membership, organization } from './organizations.ts';
import {
  fulfillment,
  payment_notification,
  payment_order,
  payment_order_history,
  payment_poll,
  provider_account,
  provider_payment,
} from './payments.ts';
import { blob, installation, rate_limit, schema_migration } from './platform.ts';
import { frozen_payment, ledger_check, reconcile_item, reconcile_run } from './reconcile.ts';
import { provider_refund, refund_request } from './refunds.ts';
import { auto_renew_attempt, subscription, subscription_notice, subscription_period } from './subscriptions.ts';
import { trust_list, trust_list_change } from './trust.ts';
import {
  organization_plan,
  overage_allowance,
  plan,
  usage_day,
  usage_fold,
  usage_limit,
  usage_quota,
  usage_records,
  usage_reservation,
} from './usage.ts';
import { webhook_attempt, webhook_delivery, webhook_endpoint, webhook_event } from './webhooks.ts';

/** Every table. A migration that changes a table changes its description with it. */
export const TABLES = {
  account,
  session,
  account_token,
  recovery_code,
  invitation,
  mail,
  organization,
  membership,
  api_key,
  job,
  job_thumbnail,
  job_preview,
  upload_folder,
  idempotency_key,
  trust_list,
  trust_list_change,
  audit_log,
  health_sample,
  incident,
  incident_update,
  blob,
  credential,
  webhook_endpoint,
  webhook_event,
  webhook_delivery,
  webhook_attempt,
  plan,
  organization_plan,
  overage_allowance,
  usage_limit,
  usage_quota,
  usage_reservation,
  usage_records,
  usage_day,
  usage_fold,
  ledger_account,
  ledger_transaction,
  ledger_entry,
  provider_account,
  payment_order,
  payment_order_history,
  payment_poll,
  payment_notification,
  provider_payment,
  fulfillment,
  subscription,
  subscription_period,
  subscription_notice,
  auto_renew_attempt,
  refund_request,
  provider_refund,
  statement,
  billing_profile,
  invoice_request,
  invoice_request_line,
  reconcile_run,
  reconcile_item,
  ledger_check,
  frozen_payment,
  rate_limit,
  installation,
  schema_migration,
};

/** The tables as Kysely sees them. */
export type Schema = { [Name in keyof typeof TABLES]: Table<(typeof TABLES)[Name]> };
