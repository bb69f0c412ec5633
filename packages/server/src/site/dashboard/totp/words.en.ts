import type { TotpWords } from './words.zh-cn.ts';

export const TOTP_EN: TotpWords = {
  title: 'Set up the second factor',
  lead: 'Add the secret to an authenticator app, then enter the six digits the app shows.',
  step1: 'Step 1: Add the secret to your app',
  step1Text:
    'Scan the code with the app, or choose manual entry: time-based, six digits, 30 seconds. The secret is shown only once; if you leave this page, you’ll have to start again.',
  qr: 'QR code with the secret',
  secret: 'Secret',
  uri: 'Or open this link on the device that has the app',
  uriOpen: 'Open in app',
  step2: 'Step 2: Confirm',
  code: 'Six-digit code from the app',
  confirm: 'Turn on',
  doneTitle: 'The second factor is on',
  doneLead:
    'Save these recovery codes. Each one can replace a code from the app once, if you don’t have your phone. They are shown only once.',
  codes: 'Recovery codes',
  toAccount: 'I’ve saved the codes',
  heading: 'Second factor',
  off: 'Off. When it is on, you sign in with your password and a code from an authenticator app.',
  on: 'On. You sign in with your password and a code from your authenticator app.',
  needsEmail: 'Confirm your email address first.',
  recoveryLeft: (count) => (count === 1 ? '1 recovery code left.' : `${count} recovery codes left.`),
  recoveryFew: 'To get new ones, turn the second factor off and on again.',
  begin: 'Set up the second factor',
  disable: 'Turn off',
  disableTitle: 'Turn off the second factor',
  disableText:
    'You will sign in with your password alone, and your recovery codes will stop working. You need a code for this. If you signed in with a recovery code, that one is used up; enter a different one.',
};
