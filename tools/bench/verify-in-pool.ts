import { judge, type AnalysisPool, type TrustSnapshot } from '@revera/provenance';
import type { MadeFile } from './files.ts';

const DEADLINE_MS = 120_000;
const WARM_UPS = 3;

/** Verifies the file once and answers how long it took, in milliseconds. @throws when the verdict is not the right one */
export async function timeVerification(pool: AnalysisPool, file: MadeFile, trust: TrustSnapshot): Promise<number> {
  const start = performance.now();
  const { report } = await pool.analyze({ path: file.path, trust, at: new Date(), deadlineMs: DEADLINE_MS });
  const { provenance_status: status } = judge(report);
  const elapsedMs = performance.now() - start;
  assertStatus(file, status);
  return elapsedMs;
}

/** Milliseconds of each repetition, after three that do not count. */
export async function timeRepeated(
  pool: AnalysisPool,
  file: MadeFile,
  trust: TrustSnapshot,
  repetitions: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < WARM_UPS + repetitions; i++) times.push(await timeVerification(pool, file, trust));
  return times.slice(WARM_UPS);
}

/** What goes wrong early is fast: a figure counts only with the right verdict. */
export function assertStatus(file: MadeFile, status: unknown): void {
  const expected = file.isSigned ? ['verified', 'strong_evidence'] : ['unknown'];
  if (typeof status !== 'string' || !expected.includes(status)) {
    throw new Error(
      `${file.kind} of ${file.actualBytes} bytes: verdict ${String(status)}, not ${expected.join(' or ')}`,
    );
  }
}
