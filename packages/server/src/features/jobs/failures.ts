import { ClientClosedError } from '../../http/client-closed.ts';
import { UploadLost } from '../../platform/job-uploads.ts';
import { unavailable } from '../../platform/pool-failure.ts';
import type { JobError } from '../../platform/queue/job.ts';
import { asAppError } from '../../shared/app-error.ts';
import { ERROR_CODES } from '../../shared/error-codes.ts';

/** Failures whose reason is the file itself: trying again cannot help. */
export const FINAL_CODES: ReadonlySet<string> = new Set(['INVALID_FILE_TYPE', 'MEDIA_PARSE_FAILED', 'JOB_TIMEOUT']);

/** What the job's row keeps of a failure. A caller who left before their turn is recorded like the others. */
export function jobError(error: unknown): JobError {
  if (error instanceof UploadLost) return { code: 'INTERNAL_ERROR', message: error.message };
  const { code } = error instanceof ClientClosedError ? unavailable(error) : asAppError(error);
  return { code, message: ERROR_CODES[code].message.en };
}
