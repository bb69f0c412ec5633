import type { Words } from '../../../shared/words.ts';
import type { PASSWORD_ZH_CN } from './words.zh-cn.ts';

/** Getting back in with a new password. */
export const PASSWORD_EN: Words<typeof PASSWORD_ZH_CN> = {
  forgot: {
    title: 'Reset your password',
    description: 'Enter your account’s email address and we’ll send you a link to set a new password.',
    submit: 'Send link',
    sent: 'If an account exists for this address, the link is on its way. It works for one hour. If nothing arrives, check your spam folder, and make sure this is the address you registered with.',
    back: 'Back to sign-in',
  },
  reset: {
    title: 'Set a new password',
    description: 'Setting a new password ends all sessions of this account.',
    submit: 'Set password',
    invalid: 'The link is incomplete, already used, or more than an hour old.',
    again: 'Send a new link',
  },
};
