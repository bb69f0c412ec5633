import type { CommandResult, OneTimePassword } from '@revera/server';
import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { oneArgument, parseOptions } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';

const OPTIONS = { json: JSON_OPTION } as const;

export const adminCreate: Command = {
  name: 'admin create',
  summary: 'Create an administrator and print a one-time password',
  usage: 'EMAIL [OPTIONS]',
  options: OPTIONS,
  details: [
    'The address counts as confirmed. The password is printed now and stored nowhere; it is good for setting another. Without --json stdout has the password alone, for scripts. An organization that was made before there were accounts becomes the first administrator’s.',
  ],
  examples: [
    ['revera admin create ops@example.com', 'print the one-time password'],
    ['revera admin create ops@example.com --json', '{"account", "password"}'],
  ],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    const email = oneArgument(positionals, 'The address');
    const result = await (await context.server()).createAdministrator(email);
    return printOneTimePassword(context, result, values.json === true);
  },
};

/** The password alone on stdout; what it is for on stderr. */
export function printOneTimePassword(
  context: CliContext,
  result: CommandResult<OneTimePassword>,
  isJson: boolean,
): ExitCode {
  if (result.kind === 'done' && !isJson) {
    const { id, email } = result.value.account;
    context.stderr.write(
      `${safeText(id)} (${safeText(email)}): one-time password, to set another with. It is shown this once:\n`,
    );
  }
  return printAnswer(context, result, isJson, ({ password }) => [safeText(password)]);
}
