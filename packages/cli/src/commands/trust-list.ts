import { table } from '../render/table.ts';
import type { StoredTrustList } from '@revera/server';
import { serverCommand } from './server-command.ts';

export const trustList = serverCommand({
  name: 'trust list',
  summary: 'Show the stored trust lists',
  details: ['Shows each list with the age, size and hash of its stored copy, and why the last fetch failed if it did.'],
  examples: [
    ['revera trust list', 'a table'],
    ["revera trust list --json | jq -r '.[] | select(.last_error) | .name'", 'lists whose last fetch failed'],
  ],
  call: (server) => server.trustList(),
  lines: (lists) =>
    table(
      ['LIST', 'ANCHORS', 'ALLOWED', 'PRODUCTS', 'FETCHED', 'NEXT', 'SHA-256', 'SOURCE', 'STATE'],
      lists.map(cells),
    ),
});

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
