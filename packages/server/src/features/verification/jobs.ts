import { rm } from 'node:fs/promises';
import type { Job } from '../../platform/queue.ts';
import type { JobContext, JobHandler } from '../../platform/queue-run.ts';
import { AppError } from '../../shared/app-error.ts';
import { decodeAnalysisInput } from '../jobs/index.ts';
import { analyzeFile, jobError, jobOutput } from './analyze-file.ts';
import type { VerificationServices } from './services.ts';

/** Works on queued verifications, and on those with a key whose process died while the caller waited. */
export function analysisHandler(services: VerificationServices): JobHandler {
  return async (context) => {
    const input = decodeAnalysisInput(context.job);
    try {
      const { id, organization_id: organizationId } = context.job;
      const analysis = await analyzeFile(services, input, {
        turn: { share: organizationId === null ? 'anonymous' : 'queued', owner: organizationId ?? id },
        deadlineMs: services.limits.analysisAsynchronousMs,
        signal: context.signal,
      });
      await context.complete(jobOutput(analysis));
    } catch (error) {
      await failOrRetry(context, error, FINAL_CODES);
    }
    if (!context.signal.aborted) await rm(input.path, { force: true });
  };
}

/** Another attempt may cure what is not the file's fault: a full pool, a dying thread, a database that was away. */
export async function failOrRetry(context: JobContext, error: unknown, finalCodes: ReadonlySet<string>): Promise<void> {
  const isFinal = error instanceof AppError && finalCodes.has(error.code);
  if (!isFinal && context.job.attempts < context.job.max_attempts) throw error;
  await context.fail(jobError(error));
}

/** The file itself is the reason: trying again cannot help. */
export const FINAL_CODES: ReadonlySet<string> = new Set(['INVALID_FILE_TYPE', 'MEDIA_PARSE_FAILED', 'JOB_TIMEOUT']);

/** Deletes the uploads of jobs that were ended without a worker. */
export async function removeFilesOf(jobs: readonly Pick<Job, 'kind' | 'input'>[]): Promise<void> {
  const withUploads = jobs.filter(({ kind }) => kind === 'verification' || kind === 'analysis' || kind === 'signing');
  await Promise.all(withUploads.map((job) => rm(decodeAnalysisInput(job).path, { force: true })));
}
