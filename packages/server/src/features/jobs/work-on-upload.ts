import { UploadLost, type JobUploads, type OpenedUpload, type UploadFacts } from '../../platform/job-uploads.ts';
import type { AlsoChange, JobContext } from '../../platform/queue/run.ts';
import { AppError } from '../../shared/app-error.ts';
import { jobError } from './failures.ts';
import type { JobOutput } from './job-outcome.ts';

/** Waits before the second and third attempt: longer than for other failures, because a store may be down for minutes. */
const REOPEN_MS = [15_000, 120_000] as const;

interface UploadTask {
  uploads: JobUploads;
  context: JobContext<JobOutput>;
  input: UploadFacts;
  /** Failures that another attempt cannot cure. */
  finalCodes: ReadonlySet<string>;
}

/** Completes the job, with `release` in the same transaction. */
type Work = (path: string, release: AlsoChange) => Promise<void>;

/**
 * Works on the file of a job. Its local copy is always deleted afterwards; the upload itself goes with its job, and is kept while
 * another attempt may follow.
 */
export async function workOnUpload(task: UploadTask, work: Work): Promise<void> {
  const { uploads, input } = task;
  await attempt(task, work, (trx) => uploads.release(trx, input.upload));
  await uploads.remove(input.upload);
}

async function attempt(
  { uploads, context, input, finalCodes }: UploadTask,
  work: Work,
  release: AlsoChange,
): Promise<void> {
  let opened: OpenedUpload;
  try {
    opened = await uploads.open(input, context.signal);
  } catch (error) {
    if (context.signal.aborted) throw error;
    await giveUpOrReopen(context, error, release);
    return;
  }
  try {
    await work(opened.path, release);
  } catch (error) {
    await failOrRetry(context, error, finalCodes, release);
  } finally {
    await opened.close();
  }
}

async function giveUpOrReopen(context: JobContext<JobOutput>, error: unknown, release: AlsoChange): Promise<void> {
  context.log.error({ err: error }, 'the upload of a job could not be opened');
  const delayMs = context.job.attempts <= 1 ? REOPEN_MS[0] : REOPEN_MS[1];
  if (error instanceof UploadLost) await context.fail(jobError(error), release);
  else await context.retry(jobError(error), delayMs, release);
}

/** Another attempt may cure what is not the file's fault: a full pool, a dying thread, an unreachable database. */
async function failOrRetry(
  context: JobContext<JobOutput>,
  error: unknown,
  finalCodes: ReadonlySet<string>,
  release: AlsoChange,
): Promise<void> {
  const isFinal = error instanceof AppError && finalCodes.has(error.code);
  if (!isFinal && context.job.attempts < context.job.max_attempts) throw error;
  await context.fail(jobError(error), release);
}
