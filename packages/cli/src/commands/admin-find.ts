import type { AdminFound } from '@revera/server';
import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { oneArgument, parseOptions } from '../parse-options.ts';
import { accountTable, organizationTable } from '../render/admin-tables.ts';

const OPTIONS = { json: JSON_OPTION } as const;

export const adminFind: Command = {
  name: 'admin find',
  summary: 'Find accounts by address and organizations by name',
  usage: 'TEXT [OPTIONS]',
  options: OPTIONS,
  details: [
    'TEXT is a part of the address or name (A to Z in either case), or an ID. The newest 100 of each are shown.',
  ],
  examples: [
    ['revera admin find example.com', 'accounts and organizations with it in their address or name'],
    ['revera admin find org_0123456789abcdefghijkl', 'one organization'],
  ],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    const text = oneArgument(positionals, 'What to find');
    const result = await (await context.server()).adminFind(text);
    return printAnswer(context, result, values.json === true, lines);
  },
};

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
