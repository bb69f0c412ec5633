import { rm } from 'node:fs/promises';
import type { Job } from '../../platform/queue.ts';
import type { JobHandler } from '../../platform/queue-run.ts';
import { AppError } from '../../shared/app-error.ts';
import { decodeAnalysisInput } from '../jobs/index.ts';
import { analyzeFile, jobError, jobOutput } from './analyze-file.ts';
import type { VerificationServices } from './services.ts';

/** Works on queued verifications, and on those whose process died while the caller waited. */
export function analysisHandler(services: VerificationServices): JobHandler {
  return async (context) => {
    const input = decodeAnalysisInput(context.job);
    try {
      const analysis = await analyzeFile(services, input, services.limits.analysisAsynchronousMs);
      await context.complete(jobOutput(analysis));
    } catch (error) {
      // Another attempt may cure what is not the file's fault: a full pool, a dying thread, a database that was away.
      const isFinal = error instanceof AppError && FINAL_CODES.has(error.code);
      if (!isFinal && context.job.attempts < context.job.max_attempts) throw error;
      await context.fail(jobError(error));
    }
    if (!context.signal.aborted) await rm(input.path, { force: true });
  };
}

/** The file itself is the reason: trying again cannot help. */
const FINAL_CODES: ReadonlySet<string> = new Set(['INVALID_FILE_TYPE', 'MEDIA_PARSE_FAILED', 'JOB_TIMEOUT']);

/** Deletes the uploads of jobs that were ended without a worker. */
export async function removeFilesOf(jobs: readonly Job[]): Promise<void> {
  const ofAnalyses = jobs.filter((job) => job.kind === 'verification' || job.kind === 'analysis');
  await Promise.all(ofAnalyses.map((job) => rm(decodeAnalysisInput(job).path, { force: true })));
}
