import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { noArguments, oneOf, parseOptions, required } from '../parse-options.ts';
import { safeText } from '../render/safe-text.ts';
import { KEY_MODES } from '../server-commands.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = {
  mode: { type: 'string', value: KEY_MODES.join('|'), help: 'test keys are never charged (required)' },
  name: { type: 'string', value: 'NAME', help: 'to tell the key from others (required)' },
  organization: {
    type: 'string',
    value: 'ID',
    help: 'whose key it is (default: the organization that the first start made)',
  },
  scopes: { type: 'string', value: 'A,B', help: 'what it may do (default: verify, sign, read credentials and jobs)' },
  json: JSON_OPTION,
} as const;

export const keysCreate: Command = {
  name: 'keys create',
  summary: 'Create an API key and print it, this once',
  usage: '--mode MODE --name NAME [OPTIONS]',
  options: OPTIONS,
  details: ['The key is printed now and stored nowhere. Without --json stdout has the key alone, for scripts.'],
  examples: [
    ['revera keys create --mode test --name ci', 'print a test key'],
    ['revera keys create --mode live --name app --scopes content:verify --json', '{"id", "key", …}'],
  ],
  run,
};

async function run(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  noArguments(positionals);
  const request = {
    mode: oneOf(required(values.mode, '--mode'), KEY_MODES, '--mode'),
    name: required(values.name?.trim(), '--name'),
    organization_id: values.organization ?? null,
    scopes: values.scopes === undefined ? null : decodeScopes(values.scopes),
  };
  const result = await (await context.server()).createKey(request);
  const isJson = values.json === true;
  if (result.kind === 'done' && !isJson) {
    const { id, mode, scopes } = result.value;
    context.stderr.write(`${safeText(id)}: ${mode} key for ${safeText(scopes.join(', '))}. It is shown this once:\n`);
  }
  return printAnswer(context, result, isJson, ({ key }) => [safeText(key)]);
}

function decodeScopes(list: string): string[] {
  const scopes = list.split(',').map((scope) => scope.trim());
  if (scopes.includes('')) throw new UsageError('--scopes takes names with commas between them');
  return [...new Set(scopes)];
}
