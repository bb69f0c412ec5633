import type { Words } from '../../../shared/words.ts';
import type { ADMIN_OVERVIEW_ZH_CN } from './words.zh-cn.ts';

/** The most important figures. */
export const ADMIN_OVERVIEW_EN: Words<typeof ADMIN_OVERVIEW_ZH_CN> = {
  lead: 'The most important figures of this installation.',
  accounts: 'Accounts',
  suspendedAccounts: 'Suspended accounts',
  organizations: 'Organizations',
  suspendedOrganizations: 'Suspended organizations',
  newAccounts: 'New accounts by day',
  work: 'Verifications and signatures by day',
  workNote:
    'Completed and failed ones of all organizations in the last 30 days, with those in the sandbox; verifications by visitors who are not signed in are not counted. Days are in UTC.',
  verifications: 'Completed verifications',
  signings: 'Completed signatures',
  failures: 'Failures',
  revenue: 'Revenue by day',
  revenueNote:
    'What the books say was earned, by days of Shanghai. A day on which more was taken back than earned has no bar; see the table.',
  earned: 'Earned',
  nothing: 'Nothing in the last 30 days.',
  asTable: 'Show as a table',
  day: 'Day',
};
