import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority, privateKeyPem } from '@revera/testkit/authorities';
import { makeFiles, type FileSpec, type MadeFile } from '../files.ts';
import { formatSize } from '../format-size.ts';
import { runClients, SIGN } from '../http-client.ts';
import { NO_NATIVE_LIBRARY, openNativeLibrary, type NativeLibrary } from '../peers/native-library.ts';
import { MIB, type BenchContext, type Scenario, type Target } from '../scenario.ts';
import { withServerProcess, type BenchServer } from '../server-process.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';

/** One file, and how many times as long as the native library's own call its signing over HTTP may take. */
interface Case extends FileSpec {
  below: number;
  rounds: number;
}

const CASES: readonly Case[] = [
  { kind: 'mp4', sizeBytes: MIB, isSigned: false, below: 2, rounds: 40 },
  { kind: 'mp4', sizeBytes: 10 * MIB, isSigned: false, below: 3, rounds: 20 },
  { kind: 'mp4', sizeBytes: 50 * MIB, isSigned: false, below: 3, rounds: 10 },
];
const QUICK_BYTES = 10 * MIB;

/** Signing over HTTP (receive, analyse, sign, compare, verify, store, record) beside the native library's signing alone. */
export const besideNativeSigning: Scenario = {
  name: 'beside-native-signing',
  async run(context) {
    const specs = CASES.filter(({ sizeBytes }) => !context.isQuick || sizeBytes <= QUICK_BYTES);
    const { files } = await makeFiles(context.folder, specs);
    const peer = await openNativeLibrary(await writeSigner(context.folder));
    try {
      return await withServerProcess(context.folder, (server) => measure(server, peer, context, specs, files));
    } finally {
      await peer?.close();
    }
  },
};

async function writeSigner(folder: string): Promise<{ chain: string; key: string; output: string }> {
  const { leaf, between } = await createAuthority();
  const paths = {
    chain: join(folder, 'chain.pem'),
    key: join(folder, 'key.pem'),
    output: join(folder, 'signed-by-peer'),
  };
  await writeFile(paths.chain, [leaf, ...between].map(({ pem }) => pem).join(''));
  await writeFile(paths.key, privateKeyPem(leaf));
  return paths;
}

async function measure(
  server: BenchServer,
  peer: NativeLibrary | null,
  { isQuick }: BenchContext,
  specs: readonly Case[],
  files: readonly MadeFile[],
) {
  const rows: Cell[][] = [];
  const targets: Target[] = [];
  for (const [index, { below, rounds }] of specs.entries()) {
    const file = files[index];
    if (file === undefined) continue;
    const own: number[] = [];
    const theirs: number[] = [];
    await runClients(server, file, 1, 3, SIGN);
    for (let round = 0; round < (isQuick ? 3 : rounds); round += 1) {
      own.push(...(await runClients(server, file, 1, 1, SIGN)).times);
      if (peer !== null) theirs.push(await peer.sign(file));
    }
    const mine = summarize(own);
    const native = theirs.length === 0 ? null : summarize(theirs);
    const label = `${file.kind} ${formatSize(file.actualBytes)}`;
    const ratio = native === null ? null : mine.median / native.median;
    rows.push([label, mine.count, mine.fastest, mine.median, native?.fastest ?? null, native?.median ?? null, ratio]);
    targets.push({ name: `sign ${label} over HTTP / native library, medians`, below, measured: ratio });
  }
  return {
    tables: [
      {
        title: 'POST /v1/content/sign, one client, beside the native library in a warm process',
        columns: [
          'file',
          'rounds',
          'HTTP fastest ms',
          'HTTP median ms',
          'native fastest ms',
          'native median ms',
          'ratio of medians',
        ],
        rows,
      },
    ],
    targets,
    notes: [
      peer === null
        ? NO_NATIVE_LIBRARY
        : `The peer is ${peer.name}: reading, signing and writing one file. The service also receives, analyses, compares, verifies, stores and records it. In turns.`,
    ],
  };
}
