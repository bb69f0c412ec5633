import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { oneArgument, parseOptions } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';

const OPTIONS = { json: JSON_OPTION } as const;

export const adminRestore: Command = {
  name: 'admin restore',
  summary: 'Restore a suspended organization',
  usage: 'ORGANIZATION [OPTIONS]',
  options: OPTIONS,
  details: ['Takes effect at once. An active organization stays as it is; that is no error.'],
  examples: [['revera admin restore org_0123456789abcdefghijkl', 'its keys work again']],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    const id = oneArgument(positionals, 'The ID of the organization');
    const result = await (await context.server()).restoreOrganization(id);
    return printAnswer(context, result, values.json === true, (organization) => [
      `${safeText(organization.id)} (${safeText(organization.name)}) is active`,
    ]);
  },
};
