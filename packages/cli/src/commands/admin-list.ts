import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { noArguments, parseOptions } from '../parse-options.ts';
import { accountTable } from '../render/admin-tables.ts';

const OPTIONS = { json: JSON_OPTION } as const;

export const adminList: Command = {
  name: 'admin list',
  summary: 'Show the administrators',
  usage: '[OPTIONS]',
  options: OPTIONS,
  details: ['Newest first.'],
  examples: [
    ['revera admin list', 'a table'],
    ["revera admin list --json | jq -r '.[] | select(.must_change_password) | .email'", 'who never signed in'],
  ],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    noArguments(positionals);
    const result = await (await context.server()).listAdministrators();
    return printAnswer(context, result, values.json === true, accountTable);
  },
};
