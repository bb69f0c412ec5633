import type { Words } from '../../../shared/words.ts';
import type { EMAIL_LINK_ZH_CN } from './words.zh-cn.ts';

/** The links that confirm a new address and that undo the change. */
export const EMAIL_LINK_EN: Words<typeof EMAIL_LINK_ZH_CN> = {
  change: {
    title: 'Confirm your new address',
    description: 'Confirm that your account should use this email address.',
    intro: 'Press the button to use this address for your account. Your other sessions will end.',
    address: 'New address',
    submit: 'Change address',
    invalid:
      'The link is incomplete, already used, or more than 24 hours old, or the address now belongs to another account.',
  },
  restore: {
    title: 'Undo the change of address',
    description: 'Restore your account’s previous email address.',
    intro:
      'Press the button to use this address for your account again. All sessions will end and your password will stop working, so set a new one right afterwards.',
    address: 'Previous address',
    submit: 'Restore address',
    invalid:
      'The link is incomplete, already used, or more than seven days old, or the address now belongs to another account. If somebody else has taken over your account, contact the operator.',
  },
  restored: {
    title: 'Your address is restored',
    text: 'All sessions have ended, and the old password no longer works. Set a new one now. If somebody turned on two-factor authentication, contact the operator.',
    reset: 'Set a new password',
  },
};
