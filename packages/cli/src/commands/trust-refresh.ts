import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { noArguments, parseOptions } from '../parse-options.ts';
import { table } from '../render/table.ts';

const OPTIONS = {
  force: { type: 'boolean', help: 'take a list even when it loses many of its anchors or products' },
  json: JSON_OPTION,
} as const;

export const trustRefresh: Command = {
  name: 'trust refresh',
  summary: 'Fetch the trust lists from their configured addresses',
  usage: '[OPTIONS]',
  options: OPTIONS,
  details: [
    'A list that cannot be fetched, is malformed, or would lose more than a fifth of its anchors or products is not taken; the stored copy stays.',
    'Exit: 0 every list is current; 3 a list was refused or could not be fetched; 2 wrong use; 1 our fault.',
  ],
  examples: [
    ['revera trust refresh', 'fetch what has an address'],
    ['revera trust refresh --force', 'after reading why a list was refused'],
  ],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    noArguments(positionals);
    const result = await (await context.server()).trustRefresh({ force: values.force === true });
    const exit = printAnswer(context, result, values.json === true, (lists) =>
      table(
        ['LIST', 'OUTCOME', 'ADDED', 'REMOVED', 'FETCHED', 'WHY'],
        lists.map(({ name, outcome, added, removed, list, message }) => [
          name,
          outcome,
          String(added),
          String(removed),
          list.fetched_at ?? '-',
          message ?? '',
        ]),
      ),
    );
    if (result.kind === 'refused') return exit;
    const isCurrent = result.value.every(({ outcome }) => outcome === 'updated' || outcome === 'unchanged');
    return isCurrent ? EXIT.ok : EXIT.wrong;
  },
};
