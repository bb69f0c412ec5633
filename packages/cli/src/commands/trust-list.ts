import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { noArguments, parseOptions } from '../parse-options.ts';
import { table } from '../render/table.ts';
import type { StoredTrustList } from '@revera/server';

const OPTIONS = { json: JSON_OPTION } as const;

export const trustList: Command = {
  name: 'trust list',
  summary: 'Show the stored trust lists',
  usage: '[OPTIONS]',
  options: OPTIONS,
  details: ['Shows each list with the age, size and hash of its stored copy, and why the last fetch failed if it did.'],
  examples: [
    ['revera trust list', 'a table'],
    ["revera trust list --json | jq -r '.[] | select(.last_error) | .name'", 'lists whose last fetch failed'],
  ],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    noArguments(positionals);
    const result = await (await context.server()).trustList();
    return printAnswer(context, result, values.json === true, (lists) =>
      table(
        ['LIST', 'ANCHORS', 'ALLOWED', 'PRODUCTS', 'FETCHED', 'NEXT', 'SHA-256', 'SOURCE', 'STATE'],
        lists.map(cells),
      ),
    );
  },
};

function cells(list: StoredTrustList): string[] {
  const state = list.available ? (list.using_cached_version ? 'cached' : 'current') : 'not available';
  return [
    list.name,
    String(list.anchors),
    String(list.allowed),
    String(list.products),
    list.fetched_at ?? '-',
    list.next_refresh_at ?? '-',
    list.sha256?.slice(0, 16) ?? '-',
    list.source ?? '-',
    list.last_error === null ? state : `${state}; last fetch: ${list.last_error}`,
  ];
}
