import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { noArguments, parseOptions } from '../parse-options.ts';
import { table } from '../render/table.ts';
import type { PresentedKey } from '@revera/server';

const OPTIONS = { json: JSON_OPTION } as const;

export const keysList: Command = {
  name: 'keys list',
  summary: 'Show the API keys of every organization',
  usage: '[OPTIONS]',
  options: OPTIONS,
  details: ['Keys themselves are stored nowhere; the prefix tells them apart.'],
  examples: [
    ['revera keys list', 'a table'],
    ["revera keys list --json | jq '.[] | select(.last_used_at == null)'", 'keys that were never used'],
  ],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    noArguments(positionals);
    const result = await (await context.server()).listKeys();
    return printAnswer(context, result, values.json === true, (keys) =>
      table(
        ['ID', 'NAME', 'PREFIX', 'MODE', 'ORGANIZATION', 'CREATED', 'LAST USED', 'STATE', 'SCOPES'],
        keys.map(cells),
      ),
    );
  },
};

function cells(key: PresentedKey): string[] {
  const expiry = key.expires_at === null ? 'active' : `until ${key.expires_at}`;
  return [
    key.id,
    key.name,
    key.prefix,
    key.mode,
    key.organization_id,
    key.created_at,
    key.last_used_at ?? 'never',
    key.revoked_at === null ? expiry : `revoked ${key.revoked_at}`,
    key.scopes.join(','),
  ];
}
