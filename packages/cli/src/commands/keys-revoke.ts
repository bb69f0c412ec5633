import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { oneArgument, parseOptions } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';

const OPTIONS = { json: JSON_OPTION } as const;

export const keysRevoke: Command = {
  name: 'keys revoke',
  summary: 'Revoke an API key for good',
  usage: 'ID [OPTIONS]',
  options: OPTIONS,
  details: ['Takes effect at once. A key that is revoked already stays as it is; that is no error.'],
  examples: [['revera keys revoke key_0123456789abcdefghijkl', 'the ID stands in revera keys list']],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    const id = oneArgument(positionals, 'The ID of the key');
    const result = await (await context.server()).revokeKey(id);
    return printAnswer(context, result, values.json === true, (key) => [
      `${safeText(key.id)} (${safeText(key.name)}) revoked ${key.revoked_at ?? ''}`.trimEnd(),
    ]);
  },
};
