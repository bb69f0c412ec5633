import { table } from '../render/table.ts';
import type { PresentedKey } from '@revera/server';
import { serverCommand } from './server-command.ts';

export const keysList = serverCommand({
  name: 'keys list',
  summary: 'Show the API keys of every organization',
  details: ['Keys themselves are stored nowhere; the prefix tells them apart.'],
  examples: [
    ['revera keys list', 'a table'],
    ["revera keys list --json | jq '.[] | select(.last_used_at == null)'", 'keys that were never used'],
  ],
  call: (server) => server.listKeys(),
  lines: (keys) =>
    table(['ID', 'NAME', 'PREFIX', 'MODE', 'ORGANIZATION', 'CREATED', 'LAST USED', 'STATE', 'SCOPES'], keys.map(cells)),
});

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
