import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Inspection } from '../inspector.ts';
import { createAnalysisPool, type AnalysisPool, type AnalysisPoolOptions } from '../pool/analysis-pool.ts';
import type { PoolTerms } from '../pool/messages.ts';
import type { TrustSnapshot } from '../trust/trust-list.ts';
import { judge } from '../verdict/judge.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** All files of a test are judged as of this instant, so that certificates do not expire under it. */
export const TEST_TIME = new Date('2026-11-20T00:00:00.000Z');
const DEADLINE_MS = 20_000;

/** A pool and a folder for one test file. */
export interface EngineBench {
  pool: AnalysisPool;
  analyzePath(path: string, trust: TrustSnapshot, options?: AnalyzeOptions): Promise<Inspection & { verdict: Verdict }>;
  analyzeBytes(
    bytes: Uint8Array,
    trust: TrustSnapshot,
    options?: AnalyzeOptions,
  ): Promise<Inspection & { verdict: Verdict }>;
  /** Writes a file into the bench's folder and answers its path. */
  write(bytes: Uint8Array): Promise<string>;
  close(): Promise<void>;
}

export interface AnalyzeOptions extends Partial<PoolTerms> {
  at?: Date;
  declaredMediaType?: string;
}

export async function openEngineBench(options: Partial<AnalysisPoolOptions> = {}): Promise<EngineBench> {
  const pool = await createAnalysisPool({ size: 2, ...options });
  const folder = await mkdtemp(join(tmpdir(), 'revera-engine-'));
  let files = 0;
  const write = async (bytes: Uint8Array): Promise<string> => {
    files += 1;
    const path = join(folder, String(files));
    await writeFile(path, bytes);
    return path;
  };
  const analyzePath: EngineBench['analyzePath'] = async (path, trust, chosen = {}) => {
    const inspection = await pool.analyze({ at: TEST_TIME, deadlineMs: DEADLINE_MS, ...chosen, path, trust });
    return { ...inspection, verdict: judge(inspection.report) };
  };
  return {
    pool,
    write,
    analyzePath,
    analyzeBytes: async (bytes, trust, chosen) => {
      const path = await write(bytes);
      try {
        return await analyzePath(path, trust, chosen);
      } finally {
        await rm(path);
      }
    },
    close: async () => {
      await pool.close();
      await rm(folder, { recursive: true });
    },
  };
}
