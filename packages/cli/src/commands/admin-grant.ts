import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { oneArgument, parseOptions } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';

const OPTIONS = { json: JSON_OPTION } as const;

export const adminGrant: Command = {
  name: 'admin grant',
  summary: 'Make an account an administrator',
  usage: 'EMAIL [OPTIONS]',
  options: OPTIONS,
  details: [
    'Takes effect at once, also in open sessions. The owner of the account must have confirmed the address: anyone can register one.',
  ],
  examples: [['revera admin grant someone@example.com', 'an account that exists; revera admin create makes one']],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    const email = oneArgument(positionals, 'The address');
    const result = await (await context.server()).grantAdministrator(email);
    return printAnswer(context, result, values.json === true, (account) => [
      `${safeText(account.email)} (${safeText(account.id)}) is an administrator`,
    ]);
  },
};
