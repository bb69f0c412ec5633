import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CLAIM_SIGNER_PURPOSES } from '../authorities/certificate-authority.ts';

export interface ReferenceReading {
  /** C2PA 2.x §13.3; null for a file without a manifest. */
  state: 'Valid' | 'Trusted' | 'Invalid' | null;
  /** Status codes of the active manifest. */
  success: string[];
  informational: string[];
  failure: string[];
  /** The tool's manifest store report as it is. */
  report: unknown;
}

/** Trust anchors in PEM. */
export interface ReferenceAnchors {
  anchorsPem?: string;
  /** Anchors of time-stamp authorities. c2pa-rs 0.91 also trusts claim signers under one of these. */
  tsaAnchorsPem?: string;
}

/** The reference implementation as native code, for checks and benchmarks. */
export interface ReferenceTool {
  kind: 'c2patool' | 'c2pa-python';
  /** With its version. */
  name: string;
  /** Reads and validates without network. Rejects with what the tool prints when it cannot read the file. */
  read(path: string, anchors: ReferenceAnchors): Promise<ReferenceReading>;
}

/** What a test says that skips because {@link findReferenceTool} answers null. */
export const NO_REFERENCE_TOOL = 'neither c2patool nor the Python module c2pa is installed';

const TIMEOUT_MS = 120_000;
const OUTPUT_BYTES = 64 * 1024 * 1024;
const run = promisify(execFile);

const PYTHON_VERSION = 'import c2pa; print(c2pa.__version__, "with c2pa-rs", c2pa.sdk_version())';
const PYTHON_READ = [
  'import sys, c2pa',
  'with open(sys.argv[2]) as settings, c2pa.Context.from_json(settings.read()) as context:',
  '    reader = c2pa.Reader.try_create(sys.argv[1], context=context)',
  '    print("null" if reader is None else reader.json())',
].join('\n');

/** c2patool, else the Python module c2pa, else none. */
export async function findReferenceTool(): Promise<ReferenceTool | null> {
  const c2patool = await outputOf('c2patool', ['--version']);
  if (c2patool !== null) return { kind: 'c2patool', name: c2patool, read: reading(readWithC2patool) };
  const python = await outputOf('python3', ['-c', PYTHON_VERSION]);
  if (python !== null) return { kind: 'c2pa-python', name: `c2pa-python ${python}`, read: reading(readWithPython) };
  return null;
}

/** Null when the program is absent or does not know what it is asked. */
async function outputOf(program: string, args: readonly string[]): Promise<string | null> {
  return run(program, args, { timeout: TIMEOUT_MS }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}

/** Returns the JSON report, `null` for a file without a manifest. */
type ReadReport = (path: string, settingsPath: string) => Promise<string>;

async function readWithC2patool(path: string, settingsPath: string): Promise<string> {
  return run('c2patool', [path, '--settings', settingsPath], { timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES }).then(
    ({ stdout }) => stdout,
    (error: unknown) => {
      if (error instanceof Error && error.message.includes('No claim found')) return 'null';
      throw error;
    },
  );
}

async function readWithPython(path: string, settingsPath: string): Promise<string> {
  const args = ['-c', PYTHON_READ, path, settingsPath];
  return (await run('python3', args, { timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES })).stdout;
}

/**
 * The settings lie in a file in an empty folder of their own: trust lists are longer than an argument may be, and
 * c2patool also takes trust lists that lie beside its settings.
 */
function reading(readReport: ReadReport): ReferenceTool['read'] {
  return async (path, anchors) => {
    const folder = await mkdtemp(join(tmpdir(), 'revera-reference-'));
    try {
      const settingsPath = join(folder, 'settings.json');
      await writeFile(settingsPath, JSON.stringify(settingsFor(anchors)));
      return decodeReading(JSON.parse(await readReport(path, settingsPath)));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

function settingsFor({ anchorsPem, tsaAnchorsPem }: ReferenceAnchors): object {
  const lists = [
    { trust_uri: 'urn:revera:testkit', trust_kind: 'manifest', trust_anchors: anchorsPem },
    { trust_uri: 'urn:revera:testkit:tsa', trust_kind: 'tsa', trust_anchors: tsaAnchorsPem },
  ];
  return {
    trust: {
      anchors: lists.filter((list) => list.trust_anchors !== undefined),
      // The check of a certificate's profile reads the purposes here and nowhere else.
      trust_config: CLAIM_SIGNER_PURPOSES.join('\n'),
    },
    verify: { remote_manifest_fetch: false, ocsp_fetch: false, verify_trust: true, verify_timestamp_trust: true },
    core: { allowed_network_hosts: [] },
  };
}

function decodeReading(report: unknown): ReferenceReading {
  if (report === null) return { state: null, success: [], informational: [], failure: [], report };
  const state = member(report, 'validation_state');
  if (state !== 'Valid' && state !== 'Trusted' && state !== 'Invalid') throw new TypeError('the report has no state');
  const active = member(member(report, 'validation_results'), 'activeManifest');
  const [success, informational, failure] = ['success', 'informational', 'failure'].map((kind) => codes(active, kind));
  return { state, success: success ?? [], informational: informational ?? [], failure: failure ?? [], report };
}

function codes(results: unknown, kind: string): string[] {
  const entries = member(results, kind);
  if (!Array.isArray(entries)) throw new TypeError(`the report has no list of ${kind} codes`);
  return entries.map((entry: unknown) => String(member(entry, 'code')));
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
