import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { oneArgument, parseOptions } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';

const OPTIONS = { json: JSON_OPTION } as const;

export const adminRevoke: Command = {
  name: 'admin revoke',
  summary: 'Take the administrator’s right away from an account',
  usage: 'EMAIL [OPTIONS]',
  options: OPTIONS,
  details: ['Takes effect at once, also in open sessions. The account itself stays. The last administrator stays one.'],
  examples: [['revera admin revoke someone@example.com', 'revera admin list shows who is left']],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    const email = oneArgument(positionals, 'The address');
    const result = await (await context.server()).revokeAdministrator(email);
    return printAnswer(context, result, values.json === true, (account) => [
      `${safeText(account.email)} (${safeText(account.id)}) is no administrator`,
    ]);
  },
};
