import {
  KEPT_LIST_NAMES,
  makeProductList,
  makeTrustList,
  makeTrustSnapshot,
  PRODUCT_LIST_NAME,
  TRUST_LIST_NAMES,
  type KeptListName,
  type ProductList,
  type TrustList,
  type TrustListName,
  type TrustSnapshot,
} from '@revera/provenance';
import type { OptionTable } from './command.ts';
import type { CliContext } from './context.ts';
import { oneOf } from './parse-options.ts';
import { readProductListFile, readTrustListFile } from './trust-files.ts';
import { UsageError } from './usage-error.ts';

export const TRUST_OPTIONS = {
  'trust-list': {
    type: 'string',
    multiple: true,
    value: 'NAME=FILE',
    help: `use this list instead of the installed ones; repeatable; NAME is ${KEPT_LIST_NAMES.join(', ')}, or NAME:allowed for end-entity certificates that are accepted by themselves`,
  },
  'no-trust-lists': { type: 'boolean', help: 'use no list: signers are not identified' },
} as const satisfies OptionTable;

export interface TrustChoice {
  'trust-list'?: string[] | undefined;
  'no-trust-lists'?: boolean | undefined;
}

/** A copy that the user named is used, however old it is. */
const NEVER_STALE_MS = Number.MAX_SAFE_INTEGER;

const NOTHING_INSTALLED =
  'No trust list is installed, so signers cannot be identified. Install one: revera trust refresh, or revera trust import --list c2pa FILE\n';

/**
 * The trust lists to use: those of the options, else those of the installation.
 * @throws {UsageError}
 */
export async function chooseTrust(choice: TrustChoice, context: CliContext): Promise<TrustSnapshot> {
  const named = choice['trust-list'] ?? [];
  if (choice['no-trust-lists'] === true) {
    if (named.length > 0) throw new UsageError('--trust-list and --no-trust-lists exclude each other');
    return makeTrustSnapshot([], [], NEVER_STALE_MS);
  }
  if (named.length > 0) return snapshotOfFiles(named);
  const installed = await context.installedTrust.loadInstalledTrust();
  if (installed !== null) return installed;
  context.stderr.write(NOTHING_INSTALLED);
  return makeTrustSnapshot([], ['c2pa', 'c2pa_tsa'], NEVER_STALE_MS);
}

interface NamedFile {
  name: KeptListName;
  part: 'anchors' | 'allowed';
  path: string;
}

function snapshotOfFiles(options: readonly string[]): TrustSnapshot {
  const files = options.map(decodeNamedFile);
  const names = TRUST_LIST_NAMES.filter((name) => files.some((file) => file.name === name));
  const lists = names.map((name) =>
    readList(
      name,
      files.filter((file) => file.name === name),
    ),
  );
  const products = readProducts(files.filter((file) => file.name === PRODUCT_LIST_NAME));
  return makeTrustSnapshot(lists, names, NEVER_STALE_MS, products);
}

function readProducts([file, second]: readonly NamedFile[]): ProductList | null {
  if (second !== undefined) throw twice(PRODUCT_LIST_NAME);
  if (file === undefined) return null;
  const { parsed, modifiedAt } = readProductListFile(file.path);
  return makeProductList({ products: parsed, fetched_at: modifiedAt.toISOString(), last_fetch_failed: false });
}

function twice(name: KeptListName): UsageError {
  return new UsageError(`--trust-list names the list ${name} twice; put it into one file`);
}

function decodeNamedFile(option: string): NamedFile {
  const split = option.indexOf('=');
  const path = option.slice(split + 1);
  if (split < 0 || path === '') throw new UsageError(`--trust-list takes NAME=FILE; not '${option}'`);
  const [label = '', suffix, ...rest] = option.slice(0, split).split(':');
  const name = oneOf(label, KEPT_LIST_NAMES, '--trust-list');
  if (suffix === undefined) return { name, part: 'anchors', path };
  if (suffix !== 'allowed' || rest.length > 0) {
    throw new UsageError(`--trust-list knows NAME and NAME:allowed; not '${option.slice(0, split)}'`);
  }
  if (name === 'c2pa_tsa' || name === PRODUCT_LIST_NAME) {
    throw new UsageError(`The list ${name} has no allowed end-entity certificates`);
  }
  return { name, part: 'allowed', path };
}

function readList(name: TrustListName, files: readonly NamedFile[]): TrustList {
  const read = (part: NamedFile['part']): { certificates: string[]; modifiedAt: Date | null } => {
    const [file, second] = files.filter((candidate) => candidate.part === part);
    if (second !== undefined) throw twice(name);
    if (file === undefined) return { certificates: [], modifiedAt: null };
    const { parsed, modifiedAt } = readTrustListFile(file.path, name);
    return { certificates: parsed.certificates, modifiedAt };
  };
  const [anchors, allowed] = [read('anchors'), read('allowed')];
  const times = [anchors.modifiedAt, allowed.modifiedAt].flatMap((time) => time?.getTime() ?? []);
  return makeTrustList({
    name,
    anchors: anchors.certificates,
    allowed: allowed.certificates,
    // The copy is as old as its oldest file.
    fetched_at: new Date(Math.min(...times)).toISOString(),
    last_fetch_failed: false,
  });
}
