import type { Words } from '../../../shared/words.ts';
import type { ADMIN_ACCOUNTS_ZH_CN } from './words.zh-cn.ts';

/** Finding accounts, suspending and restoring them, and ending their sessions. */
export const ADMIN_ACCOUNTS_EN: Words<typeof ADMIN_ACCOUNTS_ZH_CN> = {
  lead: 'All accounts of this installation, newest first.',
  email: 'Email contains',
  status: 'Status',
  statuses: { any: 'Any', active: 'Active', suspended: 'Suspended' },
  membersOf: 'Only members of the organization',
  everybody: 'Show all accounts',
  suspendedAt: 'Suspended',
  reason: 'Reason',
  reasonHint: 'It is written to the audit log of the account’s organization. At most 500 characters.',
  suspend: {
    title: 'Suspend an account',
    text: 'All its sessions end immediately, and nobody can sign in to it; the sign-in page says that the operator suspended it. Its organizations and their keys are not affected; suspend the organizations as well if needed.',
    button: 'Suspend',
  },
  restore: {
    title: 'Restore an account',
    text: 'The person can sign in again, with the same rights as before.',
    button: 'Restore',
  },
  empty: 'No accounts match.',
  name: 'Name',
  verified: 'Email confirmed',
  unverified: 'Email not confirmed',
  admin: 'Administrator',
  oneTime: 'Must change password',
  totp: 'Two-factor on',
  organizations: 'Organizations',
  created: 'Registered',
  seen: 'Last used',
  never: 'never',
  none: 'none',
  end: {
    title: 'End all sessions of an account',
    text: 'The person will have to sign in again everywhere. Their organizations’ keys are not affected.',
    button: 'End all sessions',
  },
};
