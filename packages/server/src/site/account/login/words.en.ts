import type { Words } from '../../../shared/words.ts';
import type { LOGIN_ZH_CN } from './words.zh-cn.ts';

/** The steps of signing in. */
export const LOGIN_EN: Words<typeof LOGIN_ZH_CN> = {
  description: 'Sign in to manage API keys, sign files, and view your organization’s jobs and credentials.',
  forgot: 'Forgot your password?',
  noAccount: 'No account yet?',
  wrong: 'Incorrect email or password.',
  stale: 'This step took too long. Enter your email and password again.',
  suspended: 'This account has been suspended by the operator of this service. Write to them to ask why or to object.',
  done: {
    signed_out: 'You have signed out.',
    email_verified: 'Your email address is confirmed. You can sign in now.',
    email_changed: 'Your email address has been changed. Sign in with the new one.',
    account_deleted: 'Your account has been deleted. You will receive a confirmation by email.',
    password_set: 'Your new password is set, and all sessions have ended. Sign in with the new password.',
  },
  secondFactor: {
    title: 'Enter a code',
    description: 'Your password is correct. This account also requires a code from your authenticator app.',
    submit: 'Continue',
    wrongRecovery: 'This recovery code is incorrect or has already been used.',
    restart: 'Start over',
  },
  passwordChange: {
    title: 'Choose your own password',
    description: 'The operator issued this password for your first sign-in only. Choose one that nobody else knows.',
    submit: 'Set password and sign in',
  },
};
