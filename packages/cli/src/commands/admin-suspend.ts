import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { oneArgument, parseOptions, required } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';

const OPTIONS = {
  reason: { type: 'string', value: 'TEXT', help: 'why; the organization reads it in its audit log (required)' },
  json: JSON_OPTION,
} as const;

export const adminSuspend: Command = {
  name: 'admin suspend',
  summary: 'Suspend an organization',
  usage: 'ORGANIZATION --reason TEXT [OPTIONS]',
  options: OPTIONS,
  details: [
    'Its keys are refused at once, and its members can read but change nothing. One that is suspended already stays as it is, with the first reason.',
  ],
  examples: [
    ['revera admin suspend org_0123456789abcdefghijkl --reason "stolen key"', 'the ID stands in revera admin find'],
  ],
  run: async (args: readonly string[], context: CliContext): Promise<ExitCode> => {
    const { values, positionals } = parseOptions(OPTIONS, args);
    const request = {
      organization_id: oneArgument(positionals, 'The ID of the organization'),
      reason: required(values.reason?.trim(), '--reason'),
    };
    const result = await (await context.server()).suspendOrganization(request);
    return printAnswer(context, result, values.json === true, ({ id, name, suspended_at, suspension_reason }) => [
      `${safeText(id)} (${safeText(name)}) suspended ${suspended_at ?? ''}: ${safeText(suspension_reason ?? '')}`,
    ]);
  },
};
