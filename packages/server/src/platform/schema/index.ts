import { account, account_token, recovery_code, session } from './accounts.ts';
import { api_key } from './api-keys.ts';
import { audit_log } from './audit.ts';
import type { Table } from './column.ts';
import { credential } from './credentials.ts';
import { idempotency_key, job, job_thumbnail, upload_folder } from './jobs.ts';
import { mail } from './mail.ts';
import { invitation, membership, organization } from './organizations.ts';
import { blob, installation, rate_limit, schema_migration } from './platform.ts';
import { trust_list, trust_list_change } from './trust.ts';
import {
  organization_plan,
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
  upload_folder,
  idempotency_key,
  trust_list,
  trust_list_change,
  audit_log,
  blob,
  credential,
  webhook_endpoint,
  webhook_event,
  webhook_delivery,
  webhook_attempt,
  plan,
  organization_plan,
  usage_limit,
  usage_quota,
  usage_reservation,
  usage_records,
  usage_day,
  usage_fold,
  rate_limit,
  installation,
  schema_migration,
};

/** The tables as Kysely sees them. */
export type Schema = { [Name in keyof typeof TABLES]: Table<(typeof TABLES)[Name]> };
