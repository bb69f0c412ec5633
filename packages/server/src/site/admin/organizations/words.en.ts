import type { Words } from '../../../shared/words.ts';
import type { ADMIN_ORGANIZATIONS_ZH_CN } from './words.zh-cn.ts';

/** Finding, suspending and restoring organizations. */
export const ADMIN_ORGANIZATIONS_EN: Words<typeof ADMIN_ORGANIZATIONS_ZH_CN> = {
  lead: 'All organizations of this installation, newest first.',
  name: 'Name contains',
  status: 'Status',
  statuses: { any: 'Any', active: 'Active', suspended: 'Suspended', closed: 'Closed' },
  empty: 'No organizations match.',
  owners: 'Owners',
  members: 'Members',
  keys: 'Usable keys',
  code: 'Provider code',
  created: 'Created',
  suspendedAt: 'Suspended',
  closedAt: 'Closed',
  reason: 'Reason',
  suspend: {
    title: 'Suspend an organization',
    text: 'Its keys are refused immediately, and its members can view everything but change nothing. Its credentials stay public, and their status does not change.',
    button: 'Suspend',
  },
  restore: {
    title: 'Restore an organization',
    text: 'Its keys and members immediately regain the access they had.',
    button: 'Restore',
  },
};
