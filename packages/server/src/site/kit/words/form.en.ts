import type { Words } from '../../../shared/words.ts';
import type { FORM_ZH_CN } from './form.zh-cn.ts';

/** What all forms share. */
export const FORM_EN: Words<typeof FORM_ZH_CN> = {
  title: 'Please correct the following',
  titlePrefix: 'Error: ',
  optional: ' (optional)',
  password: { show: 'Show', hide: 'Hide', showLabel: 'Show password', hideLabel: 'Hide password' },
  secondFactor: {
    code: 'Code',
    codeHint: 'The six digits your authenticator app is showing now.',
    wrongCode: 'This code is incorrect or has already been used. Wait for the app to show the next one.',
    useRecovery: 'Don’t have your phone? Use a recovery code',
    recoveryCode: 'Recovery code',
    recoveryCodeHint: 'One of the ten codes you received when you set up two-factor authentication. Each works once.',
  },
  problems: {
    needed: 'This field is required',
    choose: 'Choose an option',
    email: 'Enter a complete email address, such as name@example.com',
    date: 'Enter a date, such as 2030-12-31',
    choice: 'Choose an option from the list',
    tooLong: (max) => `Use at most ${max} characters`,
    refused: {
      deceptive: 'Remove control characters and characters that change the direction of text',
      no_language: 'Write it in at least one language',
      null_character: 'Remove control characters and characters that change the direction of text',
      invisible: 'Enter at least one visible character',
      provider_code:
        'This is not the code of a generation service, which has 27 characters including a correct check character',
      past: 'Choose a date in the future',
      unchanged: 'You haven’t changed anything',
      emoji: 'Remove emoji',
      tax_number: 'This is not a tax number: its check characters are wrong',
      tax_number_missing: 'Enter the tax number of the enterprise',
      webhook_address: 'Enter an address that begins with https:// and leads to a public server',
    },
    wrongPassword: 'Incorrect password',
    passwordNeeded: 'Enter your password to confirm that it’s you',
    codeNeeded: 'Enter the code your app is showing, or a recovery code',
    tooMany: 'Too many attempts.',
    retry: (minutes) => (minutes < 2 ? 'Try again in a minute.' : `Try again in about ${minutes} minutes.`),
  },
};
