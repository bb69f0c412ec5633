import type { Words } from '../../../shared/words.ts';
import type { ADMIN_ZH_CN } from './words.zh-cn.ts';

/** What the operator’s pages share. */
export const ADMIN_EN: Words<typeof ADMIN_ZH_CN> = {
  title: 'Administration',
  description: 'Manage accounts, organizations, credentials, trust lists, jobs, finance and the status of the service.',
  back: 'Back to the dashboard',
  tabs: {
    label: 'Administration',
    overview: 'Overview',
    organizations: 'Organizations',
    accounts: 'Accounts',
    credentials: 'Credentials',
    trust: 'Trust lists',
    jobs: 'Jobs',
    finance: 'Finance',
    incidents: 'Incidents',
  },
  done: {
    suspended: 'The organization is suspended: its keys are refused, and its members have read-only access.',
    restored: 'The organization is active again.',
    limits_changed: 'The plan and the limits are changed, with immediate effect.',
    account_suspended: 'The account is suspended: all its sessions have ended, and nobody can sign in to it.',
    account_restored: 'The account is active again.',
    incident_opened: 'The incident is published. The status page shows it within a few seconds.',
    incident_updated: 'The update is published.',
    incident_deleted: 'The incident is deleted.',
    payment_resolved: 'The payment is resolved: its money is on a balance.',
    freeze_lifted: 'The freeze is lifted: the money can be spent again.',
    refund_approved: 'The refund is approved.',
    refund_rejected: 'The refund is rejected.',
    refund_settled: 'The outcome of the refund is recorded.',
    invoice_begun: 'The organization sees that the invoice is being made out.',
    invoice_issued: 'The invoice is recorded, and the organization sees it.',
    invoice_rejected: 'The request is rejected.',
    invoice_reversed: 'The reversal is recorded.',
    reconcile_started: 'The comparison has begun.',
    credential_revoked: 'The credential is revoked.',
    sessions_ended: 'All sessions of the account have ended.',
  },
  searchButton: 'Search',
  reason: 'Reason',
  secondFactor: {
    needed:
      'In production, administrators need two-factor authentication to make changes. It is not set up for your account yet.',
    setUp: 'Set up two-factor authentication',
  },
};
