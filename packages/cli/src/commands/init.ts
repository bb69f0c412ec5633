import type { Initialized } from '@revera/server';
import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { noArguments, parseOptions } from '../parse-options.ts';
import { firstStartLines } from '../render/first-start.ts';

const OPTIONS = { json: JSON_OPTION } as const;

export const init: Command = {
  name: 'init',
  summary: 'Make a new installation without serving',
  usage: '[OPTIONS]',
  options: OPTIONS,
  details: [
    'Does what the first start of revera serve does: data folder, database, development certificates, an administrator (ADMIN_EMAIL) with a one-time password, and a test key. Both secrets are printed once, now or by the first start; doing it again changes nothing.',
  ],
  examples: [
    ['revera init', 'before the server runs for the first time'],
    ['ADMIN_EMAIL=ops@example.com revera init --json', '{"data_dir", "first_start": {"administrator", "test_key"}}'],
  ],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    noArguments(positionals);
    const result = await (await context.server()).init();
    return printAnswer(context, result, values.json === true, lines);
  },
};

function lines({ data_dir, first_start }: Initialized): string[] {
  return [
    `Data folder: ${data_dir}`,
    ...(first_start === null
      ? ['The installation was made before; nothing is shown again.']
      : firstStartLines(first_start)),
  ];
}
