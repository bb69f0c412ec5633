import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createAnalysisPool } from '@revera/provenance';
import { makeFiles, type FileSpec } from '../files.ts';
import { formatSize } from '../format-size.ts';
import { MIB, type Scenario, type Target } from '../scenario.ts';
import { summarize } from '../statistics.ts';
import type { Cell } from '../table.ts';
import { trustOf } from '../trust.ts';
import { timeRepeated, timeVerification } from '../verify-in-pool.ts';

const FILES: readonly FileSpec[] = [
  { kind: 'mp4', sizeBytes: 98 * MIB, isSigned: true },
  { kind: 'jpeg', sizeBytes: 98 * MIB, isSigned: true },
];
const QUICK_FILES: readonly FileSpec[] = [{ kind: 'mp4', sizeBytes: 10 * MIB, isSigned: true }];
const SHARE = 0.55;

/** Processor time of verifying large files in the pool beside OpenSSL's SHA-256 over the same bytes. */
export const largeHashing: Scenario = {
  name: 'large-hashing',
  async run({ folder, isQuick }) {
    const { files, rootPem } = await makeFiles(folder, isQuick ? QUICK_FILES : FILES);
    const trust = trustOf([rootPem]);
    const pool = await createAnalysisPool({ size: 1 });
    const rows: Cell[][] = [];
    const targets: Target[] = [];
    try {
      for (const file of files) {
        const bytes = await readFile(file.path);
        const { replaced } = pool.stats();
        await timeRepeated(pool, file, trust, 1);
        const verified: number[] = [];
        const hashed: number[] = [];
        for (let round = 0; round < (isQuick ? 2 : 9); round += 1) {
          verified.push(await processorMs(() => timeVerification(pool, file, trust)));
          hashed.push(await processorMs(() => createHash('sha256').update(bytes).digest()));
        }
        const rate = (ms: number) => (file.actualBytes / MIB / ms) * 1000;
        const [pooled, openssl] = [rate(summarize(verified).median), rate(summarize(hashed).median)];
        const label = `${file.kind} ${formatSize(file.actualBytes)}`;
        rows.push([label, pooled, openssl, pooled / openssl, pool.stats().replaced - replaced]);
        targets.push({
          name: `${label} in the pool, MB per second of processor time / OpenSSL SHA-256`,
          atLeast: SHARE,
          measured: pooled / openssl,
        });
      }
    } finally {
      await pool.close();
    }
    return {
      tables: [
        {
          title: 'Large signed files in the pool, MB per second of processor time of the whole process',
          columns: ['file', 'pool', 'OpenSSL SHA-256', 'share', 'threads replaced'],
          rows,
        },
      ],
      targets,
      notes: [],
    };
  },
};

/** Milliseconds that all threads of this process worked meanwhile. */
async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
