import type { AdminFound } from '@revera/server';
import { accountTable, organizationTable } from '../render/admin-tables.ts';
import { serverCommand } from './server-command.ts';

export const adminFind = serverCommand({
  name: 'admin find',
  summary: 'Find accounts by address and organizations by name',
  details: [
    'TEXT is a part of the address or name (A to Z in either case), or an ID. The newest 100 of each are shown.',
  ],
  examples: [
    ['revera admin find example.com', 'accounts and organizations with it in their address or name'],
    ['revera admin find org_0123456789abcdefghijkl', 'one organization'],
  ],
  argument: ['TEXT', 'What to find'],
  call: (server, text) => server.adminFind(text),
  lines,
});

function lines({ accounts, organizations }: AdminFound): string[] {
  return [
    ...section('account', accounts, accountTable(accounts.data)),
    '',
    ...section('organization', organizations, organizationTable(organizations.data)),
  ];
}

function section(what: string, { data, total }: { data: readonly unknown[]; total: number }, rows: string[]): string[] {
  const more = total > data.length ? `, the newest ${data.length} of them` : '';
  return [`${total} ${what}${total === 1 ? '' : 's'}${more}`, ...(total === 0 ? [] : rows)];
}
