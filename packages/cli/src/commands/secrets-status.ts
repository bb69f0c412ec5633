import type { SecretKeyUse, SecretsStatus } from '@revera/server';
import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { noArguments, parseOptions } from '../parse-options.ts';
import { table } from '../render/table.ts';

const OPTIONS = { json: JSON_OPTION } as const;

export const secretsStatus: Command = {
  name: 'secrets status',
  summary: 'Show which keys encrypt secrets in the database',
  usage: '[OPTIONS]',
  options: OPTIONS,
  details: [
    'One line for each key: its ID, which is made from the key and tells nothing of it, and how many second factors and waiting mails it has sealed. The keys themselves are never shown.',
    'States: current (seals), previous (still opens), unknown (values name a key that is not here), untold (values from before keys had IDs).',
  ],
  examples: [
    ['revera secrets status', 'a table'],
    ['revera secrets status --json | jq \'.keys[] | select(.state == "unknown")\'', 'values that cannot be opened'],
  ],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    noArguments(positionals);
    const result = await (await context.server()).secretsStatus();
    return printAnswer(context, result, values.json === true, statusLines);
  },
};

export function statusLines({ source, is_unfinished, keys }: SecretsStatus): string[] {
  return [
    source === 'file' ? 'Keys in DATA_DIR/secret.key:' : 'Keys in SECRET_KEY and SECRET_KEY_PREVIOUS:',
    ...table(['KEY', 'STATE', 'REPLACED', 'SECOND FACTORS', 'WAITING MAILS'], keys.map(cells)),
    ...(is_unfinished ? ['A rotation was interrupted; revera secrets rotate goes on with it.'] : []),
  ];
}

function cells({ key_id, state, replaced_at, sealed }: SecretKeyUse): string[] {
  return [key_id ?? '-', state, replaced_at ?? '-', String(sealed.second_factors), String(sealed.waiting_mails)];
}
