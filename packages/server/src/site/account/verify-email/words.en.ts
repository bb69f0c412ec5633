import type { Words } from '../../../shared/words.ts';
import type { VERIFY_EMAIL_ZH_CN } from './words.zh-cn.ts';

/** Confirming an email address. */
export const VERIFY_EMAIL_EN: Words<typeof VERIFY_EMAIL_ZH_CN> = {
  description: 'Confirm that this email address is yours.',
  intro: 'Press the button to confirm. The link works once, within 24 hours.',
  submit: 'Confirm address',
  invalid:
    'The link is incomplete, already used, or more than 24 hours old. If you have already confirmed your address, just sign in.',
  noLink: 'Open the link in the email we sent you. To have it sent again, sign in.',
  sent: 'We’ve sent you an email. Open the link in it to confirm your address; it works for 24 hours. If the address already has an account, the email explains how to sign in.',
  notArrived: 'Nothing there? Check your spam folder. Once you have signed in, you can have the email sent again.',
  needed:
    'This address is not confirmed yet. Open the link in the email we sent you. Until then you can look around, but you can’t create keys, sign files or accept invitations.',
  already: 'Your email address is confirmed.',
  resend: 'Resend email',
  done: {
    sent_again: 'We’ve sent the email again. Earlier links still work.',
    email_verified: 'Your email address is confirmed.',
  },
  onward: 'Continue',
  later: 'Not now',
};
