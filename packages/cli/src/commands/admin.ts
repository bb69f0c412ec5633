import type { AdminAccount, OneTimePassword } from '@revera/server';
import type { Command } from '../command.ts';
import { accountTable } from '../render/admin-tables.ts';
import { safeText } from '../render/safe-text.ts';
import { adminFind } from './admin-find.ts';
import { adminSuspend } from './admin-suspend.ts';
import { serverCommand } from './server-command.ts';

const EMAIL = ['EMAIL', 'The address'] as const;

/** Only the password on stdout; what it is for on stderr. */
const ONE_TIME_PASSWORD = {
  aside: ({ account: { id, email } }: OneTimePassword) =>
    `${safeText(id)} (${safeText(email)}): one-time password, to set another with. It is shown this once:`,
  lines: ({ password }: OneTimePassword) => [safeText(password)],
};

/** The commands of administrators, in the order of the help. */
export const ADMIN_COMMANDS: readonly Command[] = [
  serverCommand({
    name: 'admin create',
    summary: 'Create an administrator and print a one-time password',
    details: [
      'The address counts as confirmed. The password is printed now and stored nowhere; it is good for setting another. Without --json stdout has the password alone, for scripts. An organization that was made before there were accounts becomes the first administrator’s.',
    ],
    examples: [
      ['revera admin create ops@example.com', 'print the one-time password'],
      ['revera admin create ops@example.com --json', '{"account", "password"}'],
    ],
    argument: EMAIL,
    call: (server, email) => server.createAdministrator(email),
    ...ONE_TIME_PASSWORD,
  }),
  serverCommand({
    name: 'admin grant',
    summary: 'Make an account an administrator',
    details: [
      'Takes effect at once, also in open sessions. The owner of the account must have confirmed the address: anyone can register one.',
    ],
    examples: [['revera admin grant someone@example.com', 'an account that exists; revera admin create makes one']],
    argument: EMAIL,
    call: (server, email) => server.grantAdministrator(email),
    lines: (account) => [`${named(account)} is an administrator`],
  }),
  serverCommand({
    name: 'admin revoke',
    summary: 'Take the administrator’s right away from an account',
    details: [
      'Takes effect at once, also in open sessions. The account itself stays. The last administrator stays one.',
    ],
    examples: [['revera admin revoke someone@example.com', 'revera admin list shows who is left']],
    argument: EMAIL,
    call: (server, email) => server.revokeAdministrator(email),
    lines: (account) => [`${named(account)} is no longer an administrator`],
  }),
  serverCommand({
    name: 'admin list',
    summary: 'Show the administrators',
    details: ['Newest first.'],
    examples: [
      ['revera admin list', 'a table'],
      ["revera admin list --json | jq -r '.[] | select(.must_change_password) | .email'", 'who never signed in'],
    ],
    call: (server) => server.listAdministrators(),
    lines: accountTable,
  }),
  adminFind,
  adminSuspend,
  serverCommand({
    name: 'admin restore',
    summary: 'Restore a suspended organization',
    details: ['Takes effect at once. An active organization stays as it is; that is no error.'],
    examples: [['revera admin restore org_0123456789abcdefghijkl', 'its keys work again']],
    argument: ['ORGANIZATION', 'The ID of the organization'],
    call: (server, id) => server.restoreOrganization(id),
    lines: ({ id, name }) => [`${safeText(id)} (${safeText(name)}) is active`],
  }),
  serverCommand({
    name: 'admin reset-password',
    summary: 'Give an account a one-time password',
    details: [
      'Ends the sessions of the account and voids links that were mailed to set a password. A second factor stays. The password is printed now and stored nowhere; it is good for setting another. Without --json stdout has the password alone.',
    ],
    examples: [['revera admin reset-password someone@example.com', 'for whoever can receive no mail']],
    argument: EMAIL,
    call: (server, email) => server.resetPassword(email),
    ...ONE_TIME_PASSWORD,
  }),
];

function named({ email, id }: AdminAccount): string {
  return `${safeText(email)} (${safeText(id)})`;
}
