import type { Words } from '../../../shared/words.ts';
import type { ADMIN_ACCOUNTS_ZH_CN } from './words.zh-cn.ts';

/** Finding accounts and ending their sessions. */
export const ADMIN_ACCOUNTS_EN: Words<typeof ADMIN_ACCOUNTS_ZH_CN> = {
  lead: 'All accounts of this installation, newest first.',
  email: 'Email contains',
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
