import { createAnalysisPool } from '@revera/provenance';
import { makeFiles, type FileSpec, type MadeFile } from '../files.ts';
import { formatSize } from '../format-size.ts';
import { runClients } from '../http-client.ts';
import { findC2patool, NO_C2PATOOL, type C2patool } from '../peers/c2patool.ts';
import { MIB, type BenchContext, type Scenario, type ScenarioResult, type Target } from '../scenario.ts';
import { withServerProcess, type BenchServer } from '../server-process.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';
import { serveUsualLists, type BenchLists } from '../trust-lists.ts';
import { trustOf } from '../trust.ts';
import { timeRepeated } from '../verify-in-pool.ts';

/** One file, and how many times as long as the native program its verification over HTTP may take. */
interface Case extends FileSpec {
  below: number;
  /** Of this many files each, in turns. */
  rounds: number;
}

const CASES: readonly Case[] = [
  { kind: 'jpeg', sizeBytes: MIB, isSigned: true, below: 1, rounds: 60 },
  { kind: 'jpeg', sizeBytes: MIB, isSigned: true, isPictured: true, below: 1.3, rounds: 60 },
  { kind: 'jpeg', sizeBytes: 10 * MIB, isSigned: true, below: 1.2, rounds: 30 },
  { kind: 'mp4', sizeBytes: 10 * MIB, isSigned: true, below: 1.2, rounds: 30 },
  { kind: 'mp4', sizeBytes: 50 * MIB, isSigned: true, below: 1.5, rounds: 12 },
  { kind: 'mp4', sizeBytes: 98 * MIB, isSigned: true, below: 1.5, rounds: 8 },
];
const QUICK_BYTES = 10 * MIB;
const BATCH: FileSpec = { kind: 'jpeg', sizeBytes: Math.round(0.8 * MIB), isSigned: true };
const BATCH_FILES = 100;
const BATCH_CLIENTS = 4;
const BATCH_ROUNDS = 5;
const PEER_PROCESSES = 2;
const BATCH_RATIO = 1.5;
const ENGINE_SHARE = 0.85;
const BEYOND_ENGINE_MS = 4;
const WARM_UPS = 20;

/** Verification over HTTP beside the reference implementation as a native program, file by file in turns. */
export const besideC2patool: Scenario = {
  name: 'beside-c2patool',
  async run(context) {
    const peer = await findC2patool();
    const specs = CASES.filter(({ sizeBytes }) => !context.isQuick || sizeBytes <= QUICK_BYTES);
    const { files, rootPem } = await makeFiles(context.folder, [...specs, BATCH]);
    const lists = await serveUsualLists(rootPem);
    try {
      return await withServerProcess(
        context.folder,
        (server) => measure({ server, lists, peer, context }, specs, files),
        lists.settings,
      );
    } finally {
      await lists.close();
    }
  },
};

interface Bench {
  server: BenchServer;
  lists: BenchLists;
  peer: C2patool | null;
  context: BenchContext;
}

async function measure(bench: Bench, specs: readonly Case[], files: readonly MadeFile[]): Promise<ScenarioResult> {
  const rows: Cell[][] = [];
  const targets: Target[] = [];
  const batch = files.at(-1);
  const first = files[0];
  if (batch === undefined || first === undefined) throw new Error('no file was made');
  await runClients(bench.server, batch, 2, WARM_UPS);
  for (const [index, spec] of specs.entries()) {
    const file = files[index];
    if (file !== undefined) await compareFile(bench, file, spec, { rows, targets });
  }
  const beyond = await beyondEngine(bench, first);
  const many = await compareBatch(bench, batch);
  targets.push(...beyond.targets, ...many.targets);
  return {
    tables: [
      {
        title: 'POST /v1/content/verify, one client, beside a c2patool process for each file',
        columns: [
          'file',
          'rounds',
          'HTTP fastest ms',
          'HTTP median ms',
          'c2patool fastest ms',
          'c2patool median ms',
          'ratio of fastest',
          'ratio of medians',
        ],
        rows,
      },
      ...beyond.tables,
      ...many.tables,
    ],
    targets,
    notes: [
      bench.peer === null
        ? NO_C2PATOOL
        : `The peer is ${bench.peer.name} without trust lists; the service has lists of the usual size (56 anchors, 117 allowed certificates) and stores each result. In turns, file by file; clients, server and database share the machine.`,
    ],
  };
}

async function compareFile(
  { server, peer, context }: Bench,
  file: MadeFile,
  { below, rounds, isPictured }: Case,
  { rows, targets }: { rows: Cell[][]; targets: Target[] },
): Promise<void> {
  const own: number[] = [];
  const theirs: number[] = [];
  await runClients(server, file, 1, 2);
  for (let round = 0; round < (context.isQuick ? 3 : rounds); round += 1) {
    own.push(...(await runClients(server, file, 1, 1)).times);
    if (peer !== null) theirs.push(await peer.read(file.path));
  }
  const mine = summarize(own);
  const native = theirs.length === 0 ? null : summarize(theirs);
  const label = `${file.kind} ${formatSize(file.actualBytes)}${isPictured === true ? ', RSA and a picture' : ''}`;
  const ratio = native === null ? null : mine.median / native.median;
  rows.push([
    label,
    mine.count,
    mine.fastest,
    mine.median,
    native?.fastest ?? null,
    native?.median ?? null,
    native === null ? null : mine.fastest / native.fastest,
    ratio,
  ]);
  targets.push({ name: `${label} over HTTP / c2patool process, medians`, below, measured: ratio });
}

/** The same file in turns over HTTP and in a pool of one thread with the same lists: what is left is not the engine's. */
async function beyondEngine(
  { server, lists, context }: Bench,
  file: MadeFile,
): Promise<Pick<ScenarioResult, 'tables' | 'targets'>> {
  const pool = await createAnalysisPool({ size: 1 });
  const trust = trustOf(lists.anchors, lists.allowed);
  const over: number[] = [];
  const inside: number[] = [];
  try {
    for (let round = 0; round < (context.isQuick ? 2 : 40); round += 1) {
      over.push(...(await runClients(server, file, 1, 2)).times);
      inside.push(...(await timeRepeated(pool, file, trust, 2)));
    }
  } finally {
    await pool.close();
  }
  const [http, engine] = [summarize(over), summarize(inside)];
  return {
    tables: [
      {
        title: 'One signed JPEG of 1 MB, one client: over HTTP and in the pool, in turns',
        columns: [
          'runs',
          'HTTP fastest ms',
          'HTTP median ms',
          'pool fastest ms',
          'pool median ms',
          'difference of medians ms',
        ],
        rows: [[http.count, http.fastest, http.median, engine.fastest, engine.median, http.median - engine.median]],
      },
    ],
    targets: [
      {
        name: 'time over HTTP beyond the pool, 1 MB, one client: ms',
        below: BEYOND_ENGINE_MS,
        measured: http.median - engine.median,
      },
    ],
  };
}

/** Requests a second from several clients, beside processes that `xargs` starts, and beside what the threads alone could do. */
async function compareBatch(
  { server, lists, peer, context }: Bench,
  file: MadeFile,
): Promise<Pick<ScenarioResult, 'tables' | 'targets'>> {
  const count = context.isQuick ? 20 : BATCH_FILES;
  const pool = await createAnalysisPool({ size: 1 });
  const trust = trustOf(lists.anchors, lists.allowed);
  const rates = { http: [] as number[], peer: [] as number[], thread: [] as number[] };
  try {
    for (let round = 0; round < (context.isQuick ? 1 : BATCH_ROUNDS); round += 1) {
      const { elapsedMs } = await runClients(server, file, BATCH_CLIENTS, count);
      rates.http.push((count / elapsedMs) * 1000);
      if (peer !== null) rates.peer.push((count / (await peer.readMany(file.path, count, PEER_PROCESSES))) * 1000);
      rates.thread.push(...(await timeRepeated(pool, file, trust, 10)).map((ms) => 1000 / ms));
    }
  } finally {
    await pool.close();
  }
  const http = summarize(rates.http).median;
  const native = rates.peer.length === 0 ? null : summarize(rates.peer).median;
  const thread = summarize(rates.thread).median;
  return {
    tables: [
      {
        title: `Requests a second, signed JPEG of ${formatSize(file.actualBytes)}, ${BATCH_CLIENTS} clients, two threads`,
        columns: [
          'HTTP',
          `xargs -P${PEER_PROCESSES} c2patool`,
          'one thread alone',
          'HTTP / c2patool',
          'HTTP / two threads alone',
        ],
        rows: [[http, native, thread, native === null ? null : http / native, http / (2 * thread)]],
      },
    ],
    targets: [
      {
        name: `requests a second, ${BATCH_CLIENTS} clients / xargs -P${PEER_PROCESSES} c2patool`,
        atLeast: BATCH_RATIO,
        measured: native === null ? null : http / native,
      },
      {
        name: `requests a second, ${BATCH_CLIENTS} clients / (threads / engine time)`,
        atLeast: ENGINE_SHARE,
        measured: http / (2 * thread),
      },
    ],
  };
}
