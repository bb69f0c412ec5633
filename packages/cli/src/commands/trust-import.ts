import { basename } from 'node:path';
import { TRUST_LIST_NAMES } from '@revera/provenance';
import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { oneArgument, oneOf, parseOptions, required } from '../parse-options.ts';
import { readTrustListFile } from '../trust-files.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = {
  list: { type: 'string', value: TRUST_LIST_NAMES.join('|'), help: 'what the file is to be used as (required)' },
  allowed: {
    type: 'string',
    value: 'FILE',
    help: 'PEM file of end-entity certificates that are accepted by themselves',
  },
  json: JSON_OPTION,
} as const;

export const trustImport: Command = {
  name: 'trust import',
  summary: 'Store a trust list from a file',
  usage: '--list NAME FILE [OPTIONS]',
  options: OPTIONS,
  details: [
    'FILE is a PEM bundle or a JSON trust list as the C2PA publishes it. It replaces the stored copy of that list, at once and also for a running server. A file with anything malformed in it is refused as a whole.',
    'c2pa: the C2PA trust list; c2pa_tsa: its list of time-stamp authorities; legacy: the frozen interim list; service: your own anchors.',
  ],
  examples: [
    ['revera trust import --list c2pa C2PA-TRUST-LIST.json', 'the official list'],
    ['revera trust import --list legacy anchors.pem --allowed end-entities.pem', 'the interim list with both parts'],
  ],
  run,
};

async function run(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const name = oneOf(required(values.list, '--list'), TRUST_LIST_NAMES, '--list');
  const path = oneArgument(positionals, 'The file of the list');
  if (values.allowed !== undefined && name === 'c2pa_tsa') {
    throw new UsageError('The list c2pa_tsa has no allowed end-entity certificates');
  }
  // Read here too, so that a file which is no list is refused before anything is opened.
  const { text } = readTrustListFile(path, name);
  const allowed = values.allowed === undefined ? null : readTrustListFile(values.allowed, name).text;
  const server = await context.server();
  const result = await server.trustImport({ name, text, allowed_text: allowed, source: basename(path) });
  return printAnswer(context, result, values.json === true, ({ list, added, removed, rejected }) => [
    `Stored ${list.name}: ${list.anchors} anchors, ${list.allowed} allowed certificates (${added} added, ${removed} removed, ${rejected} entries not used)`,
    `sha256 ${list.sha256 ?? '?'}`,
  ]);
}
