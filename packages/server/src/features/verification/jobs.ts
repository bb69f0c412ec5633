import type { DbTransaction } from '../../platform/database.ts';
import type { JobUploads } from '../../platform/job-uploads.ts';
import type { Job } from '../../platform/queue.ts';
import type { JobHandler } from '../../platform/queue-run.ts';
import { decodeAnalysisInput, findUpload } from '../jobs/index.ts';
import { analyzeFile, jobOutput } from './analyze-file.ts';
import type { VerificationServices } from './services.ts';
import { workOnUpload } from './work-on-upload.ts';

/** Works on queued verifications, and on those with a key whose process died while the caller waited. */
export function analysisHandler(services: VerificationServices): JobHandler {
  return async (context) => {
    const input = decodeAnalysisInput(context.job);
    const { id, organization_id: organizationId } = context.job;
    const terms = {
      turn: { share: organizationId === null ? 'anonymous' : 'queued', owner: organizationId ?? id },
      deadlineMs: services.limits.analysisAsynchronousMs,
      signal: context.signal,
    } as const;
    await workOnUpload(
      { uploads: services.uploads, context, input, finalCodes: FINAL_CODES },
      async (path, release) => {
        const analysis = await analyzeFile(services, { ...input, path }, terms);
        await context.complete(jobOutput(analysis), release);
      },
    );
  };
}

/** The file itself is the reason: trying again cannot help. */
export const FINAL_CODES: ReadonlySet<string> = new Set(['INVALID_FILE_TYPE', 'MEDIA_PARSE_FAILED', 'JOB_TIMEOUT']);

/** Deletes the uploads of jobs that are ended without a worker, in the transaction that ends them. */
export async function releaseUploadsOf(
  uploads: JobUploads,
  trx: DbTransaction,
  jobs: readonly Pick<Job, 'input'>[],
): Promise<void> {
  for (const job of jobs) {
    const upload = findUpload(job);
    if (upload !== null) await uploads.giveUp(trx, upload);
  }
}
