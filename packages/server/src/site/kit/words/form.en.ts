import type { Words } from '../../../shared/words.ts';
import type { FORM_ZH_CN } from './form.zh-cn.ts';

/** What all forms share. */
export const FORM_EN: Words<typeof FORM_ZH_CN> = {
  title: 'Something needs to be changed',
  titlePrefix: 'Error: ',
  optional: ' (optional)',
  password: { show: 'Show', hide: 'Hide', showLabel: 'Show password', hideLabel: 'Hide password' },
  problems: {
    needed: 'This is needed',
    choose: 'Choose one',
    email: 'Enter a whole mail address, such as name@example.com',
    date: 'Enter a date, such as 2030-12-31',
    choice: 'Choose one from the list',
    tooLong: (max) => `At most ${max} characters`,
    refused: {
      deceptive: 'No control characters, and none that change the direction of text',
      null_character: 'No control characters, and none that change the direction of text',
      invisible: 'At least one character that can be seen is needed',
      provider_code: 'This is no code of a generation service: 27 characters with a right check character',
      past: 'Choose a date in the future',
      unchanged: 'Nothing would change',
    },
    wrongPassword: 'This is not the password',
    passwordNeeded: 'Enter your password, to show that it is you',
    codeNeeded: 'Enter the code that your app shows, or a recovery code',
    tooMany: 'Too many attempts.',
    retry: (minutes) => (minutes < 2 ? 'Try again in a minute.' : `Try again in about ${minutes} minutes.`),
  },
};
