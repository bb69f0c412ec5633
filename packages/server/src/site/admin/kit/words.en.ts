import type { Words } from '../../../shared/words.ts';
import type { ADMIN_ZH_CN } from './words.zh-cn.ts';

/** What the operator’s pages share. */
export const ADMIN_EN: Words<typeof ADMIN_ZH_CN> = {
  title: 'Administration',
  description: 'Find organizations and accounts, and suspend or restore organizations.',
  back: 'Back to the dashboard',
  tabs: { label: 'Administration', organizations: 'Organizations', accounts: 'Accounts' },
  done: {
    suspended: 'The organization is suspended: its keys are refused, and its members have read-only access.',
    restored: 'The organization is active again.',
    sessions_ended: 'All sessions of the account have ended.',
  },
  searchButton: 'Search',
  reason: { label: 'Reason', hint: 'The organization will see this in its audit log. At most 500 characters.' },
  secondFactor: {
    needed:
      'In production, administrators need two-factor authentication to make changes. It is not set up for your account yet.',
    setUp: 'Set up two-factor authentication',
  },
};
