import type { SecretKeyUse, SecretsStatus } from '@revera/server';
import { table } from '../render/table.ts';
import { serverCommand } from './server-command.ts';

export const secretsStatus = serverCommand({
  name: 'secrets status',
  summary: 'Show which keys encrypt secrets in the database',
  details: [
    'One line for each key: its ID, which is made from the key and tells nothing of it, and how many second factors, waiting mails and webhook secrets it has sealed. The keys themselves are never shown.',
    'States: current (seals), previous (still opens), unknown (values name a key that is not here), untold (values from before keys had IDs).',
  ],
  examples: [
    ['revera secrets status', 'a table'],
    ['revera secrets status --json | jq \'.keys[] | select(.state == "unknown")\'', 'values that cannot be opened'],
  ],
  call: (server) => server.secretsStatus(),
  lines: statusLines,
});

export function statusLines({ source, is_unfinished, keys }: SecretsStatus): string[] {
  return [
    source === 'file' ? 'Keys in DATA_DIR/secret.key:' : 'Keys in SECRET_KEY and SECRET_KEY_PREVIOUS:',
    ...table(['KEY', 'STATE', 'REPLACED', 'SECOND FACTORS', 'WAITING MAILS', 'WEBHOOK SECRETS'], keys.map(cells)),
    ...(is_unfinished ? ['A rotation was interrupted; revera secrets rotate goes on with it.'] : []),
  ];
}

function cells({ key_id, state, replaced_at, sealed }: SecretKeyUse): string[] {
  const { second_factors, waiting_mails, webhook_secrets } = sealed;
  return [key_id ?? '-', state, replaced_at ?? '-', ...[second_factors, waiting_mails, webhook_secrets].map(String)];
}
