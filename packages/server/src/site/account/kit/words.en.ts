import type { Words } from '../../../shared/words.ts';
import type { ACCOUNT_ZH_CN } from './words.zh-cn.ts';

/** What the account pages share. */
export const ACCOUNT_EN: Words<typeof ACCOUNT_ZH_CN> = {
  fields: {
    email: 'Email',
    password: 'Password',
    newPassword: 'New password',
    newPasswordHint: '10 to 128 characters. Avoid common passwords, keyboard patterns, and your name or email.',
  },
  signIn: 'Sign in',
  register: 'Register',
  signOut: 'Sign out',
  signedInAs: 'Signed in as',
  confirmEmail: 'Confirm your email address',
  address: 'Email',
  deadLink: 'This link doesn’t work',
  checkInbox: 'Check your inbox',
  toLogin: 'Go to sign-in',
  toDashboard: 'Go to the dashboard',
  mailbox: {
    before: 'This installation doesn’t send email. You’ll find the message in the',
    name: 'development mailbox',
    after: '. It opens only on the machine that runs the service, with the link printed at startup.',
    kept: 'This installation doesn’t send email. The operator can find the message in the folder DATA_DIR/mailbox.',
  },
};
