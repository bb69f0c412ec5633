import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { oneArgument, parseOptions } from '../parse-options.ts';
import { printOneTimePassword } from './admin-create.ts';

const OPTIONS = { json: JSON_OPTION } as const;

export const adminResetPassword: Command = {
  name: 'admin reset-password',
  summary: 'Give an account a one-time password',
  usage: 'EMAIL [OPTIONS]',
  options: OPTIONS,
  details: [
    'Ends the sessions of the account and voids links that were mailed to set a password. A second factor stays. The password is printed now and stored nowhere; it is good for setting another. Without --json stdout has the password alone.',
  ],
  examples: [['revera admin reset-password someone@example.com', 'for whoever can receive no mail']],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    const email = oneArgument(positionals, 'The address');
    const result = await (await context.server()).resetPassword(email);
    return printOneTimePassword(context, result, values.json === true);
  },
};
