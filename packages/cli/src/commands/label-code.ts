import type { ProviderCodeStored } from '@revera/server';
import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { parseOptions } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = {
  organization: { type: 'string', value: 'ID', help: 'whose code it is (default: the one that the first start made)' },
  clear: { type: 'boolean', help: 'take the stored code away' },
  json: JSON_OPTION,
} as const;

export const labelCode: Command = {
  name: 'label code',
  summary: 'Show or store the provider code for labels',
  usage: '[CODE] [OPTIONS]',
  options: OPTIONS,
  details: [
    'The service writes labels with this code when a request says china_aigc=auto. It is the 27-character code of TC260-PG-20252A, which your compliance people know; none is ever made up.',
  ],
  examples: [
    ['revera label code', 'show it'],
    ['revera label code 001191…10000', 'store it'],
    ['revera label code --clear', 'write no labels of our own any more'],
  ],
  run,
};

async function run(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const [code, surplus] = positionals;
  if (surplus !== undefined) throw new UsageError(`Unexpected argument '${surplus}'`);
  if (code !== undefined && values.clear === true) throw new UsageError('A code and --clear exclude each other');
  const change = values.clear === true ? { code: null } : code === undefined ? {} : { code };
  const result = await (
    await context.server()
  ).providerCode({ organization_id: values.organization ?? null, ...change });
  return printAnswer(context, result, values.json === true, lines);
}

function lines({ name, provider_code }: ProviderCodeStored): string[] {
  return [`${safeText(name)}: ${provider_code === null ? 'no provider code' : safeText(provider_code)}`];
}
