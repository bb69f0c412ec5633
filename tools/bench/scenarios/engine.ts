import { rm } from 'node:fs/promises';
import { createAnalysisPool } from '@revera/provenance';
import type { MediaKindName } from '@revera/testkit/media';
import { makeFiles, type FileSpec } from '../files.ts';
import { formatSize } from '../format-size.ts';
import { MIB, type BenchContext, type Scenario } from '../scenario.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';
import { trustOf } from '../trust.ts';
import { timeRepeated } from '../verify-in-pool.ts';

const KINDS: readonly MediaKindName[] = ['jpeg', 'png', 'webp', 'mp4', 'mp3', 'wav', 'pdf'];
const SMALLEST_BYTES = 100 * 1024;
const SIZES = [SMALLEST_BYTES, MIB, 10 * MIB, 50 * MIB];
const HUGE_MP4_BYTES = 500 * MIB;
/** A file as large as this is verified this often; smaller ones more often. */
const REPETITIONS = [
  [100 * MIB, 3],
  [20 * MIB, 9],
  [5 * MIB, 15],
  [0, 41],
] as const;

/** Warm verification by kind and size, one file at a time. */
export const engine: Scenario = {
  name: 'engine',
  async run(context) {
    const rows: Cell[][] = [];
    for (const kind of KINDS) {
      for (const sizeBytes of sizesOf(kind, context)) rows.push(...(await measure(kind, sizeBytes, context)));
    }
    return {
      tables: [
        {
          title: 'Warm verification in the analysis pool, one thread, one anchor',
          columns: [
            'kind',
            'size',
            'credential',
            'runs',
            'fastest ms',
            'median ms',
            'p95 ms',
            'MB/s',
            'threads replaced',
          ],
          rows,
        },
      ],
      targets: [],
      notes: ['A signed PDF is small because the signing engine keeps only objects that are in use, not our padding.'],
    };
  },
};

function sizesOf(kind: MediaKindName, { isQuick }: BenchContext): number[] {
  if (isQuick) return SIZES.slice(0, 3);
  return kind === 'mp4' ? [...SIZES, HUGE_MP4_BYTES] : SIZES;
}

async function measure(kind: MediaKindName, sizeBytes: number, context: BenchContext): Promise<Cell[][]> {
  // Padding of a PDF is lost in signing: one signed size is all there is.
  const signings = kind === 'pdf' && sizeBytes > SMALLEST_BYTES ? [false] : [false, true];
  const specs = signings.map((isSigned): FileSpec => ({ kind, sizeBytes, isSigned }));
  const { files, rootPem } = await makeFiles(context.folder, specs);
  const trust = trustOf([rootPem]);
  const pool = await createAnalysisPool({ size: 1 });
  const rows: Cell[][] = [];
  for (const file of files) {
    const { replaced } = pool.stats();
    const times = await timeRepeated(pool, file, trust, repetitionsOf(sizeBytes, context));
    const { count, fastest, median, p95 } = summarize(times);
    // Without a credential there is nothing to hash, and most of the file is not even read.
    const rate = file.isSigned ? (file.actualBytes / MIB / median) * 1000 : null;
    const credential = file.isSigned ? 'signed' : 'none';
    const lost = pool.stats().replaced - replaced;
    rows.push([kind, formatSize(file.actualBytes), credential, count, fastest, median, p95, rate, lost]);
    await rm(file.path);
  }
  await pool.close();
  return rows;
}

function repetitionsOf(sizeBytes: number, { isQuick }: BenchContext): number {
  if (isQuick) return 3;
  return REPETITIONS.find(([atLeast]) => sizeBytes >= atLeast)?.[1] ?? 1;
}
