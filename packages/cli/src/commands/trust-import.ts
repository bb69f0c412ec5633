import { basename } from 'node:path';
import { KEPT_LIST_NAMES, PRODUCT_LIST_NAME } from '@revera/provenance';
import type { StoredTrustList } from '@revera/server';
import { printAnswer } from '../answer.ts';
import { JSON_OPTION, type Command } from '../command.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { oneArgument, oneOf, parseOptions, required } from '../parse-options.ts';
import { readProductListFile, readTrustListFile } from '../trust-files.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = {
  list: { type: 'string', value: KEPT_LIST_NAMES.join('|'), help: 'what the file is to be used as (required)' },
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
    'c2pa: the C2PA trust list; c2pa_tsa: its list of time-stamp authorities; legacy: the frozen interim list; service: your own anchors; c2pa_products: the C2PA list of conforming products (JSON), which names what signed and makes nobody trusted.',
  ],
  examples: [
    ['revera trust import --list c2pa C2PA-TRUST-LIST.json', 'the official list'],
    ['revera trust import --list c2pa_products conforming-products-list.json', 'the products behind signatures'],
    ['revera trust import --list legacy anchors.pem --allowed end-entities.pem', 'the interim list with both parts'],
  ],
  run,
};

async function run(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const { values, positionals } = parseOptions(OPTIONS, args);
  const name = oneOf(required(values.list, '--list'), KEPT_LIST_NAMES, '--list');
  const path = oneArgument(positionals, 'The file of the list');
  if (values.allowed !== undefined && (name === 'c2pa_tsa' || name === PRODUCT_LIST_NAME)) {
    throw new UsageError(`The list ${name} has no allowed end-entity certificates`);
  }
  // Read here too, so that a file which is not a list is refused before anything is opened.
  const read = (file: string) =>
    name === PRODUCT_LIST_NAME ? readProductListFile(file).text : readTrustListFile(file, name).text;
  const text = read(path);
  const allowed = values.allowed === undefined ? null : read(values.allowed);
  const server = await context.server();
  const result = await server.trustImport({ name, text, allowed_text: allowed, source: basename(path) });
  return printAnswer(context, result, values.json === true, ({ list, added, removed, rejected }) => [
    `Stored ${list.name}: ${contents(list)} (${added} added, ${removed} removed, ${rejected} entries not used)`,
    `sha256 ${list.sha256 ?? '?'}`,
  ]);
}

function contents({ name, anchors, allowed, products }: StoredTrustList): string {
  return name === PRODUCT_LIST_NAME ? `${products} products` : `${anchors} anchors, ${allowed} allowed certificates`;
}
