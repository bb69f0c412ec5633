import { ClientClosedError } from '../../http/client-closed.ts';
import { unavailable, type Analysis, type WorkTerms } from '../../platform/analysis-pool.ts';
import { UploadLost } from '../../platform/job-uploads.ts';
import type { JobError, JobOutput } from '../../platform/queue-finish.ts';
import { asAppError } from '../../shared/app-error.ts';
import { ERROR_CODES } from '../../shared/error-codes.ts';
import type { AnalysisInput } from '../jobs/index.ts';
import type { VerificationServices } from './services.ts';

/** Reads and judges one uploaded file with the trust lists of this moment. */
export async function analyzeFile(
  services: VerificationServices,
  file: { path: string } & Pick<AnalysisInput, 'declared_media_type'>,
  terms: WorkTerms,
): Promise<Analysis> {
  return services.analysis.analyze({
    ...terms,
    path: file.path,
    declaredMediaType: file.declared_media_type ?? undefined,
    at: services.clock.now(),
    trust: await services.trust.current(),
    copiesThumbnails: true,
    findRecords: (facts) => services.findRecords(facts),
  });
}

/** What of an analysis is kept with the job. */
export function jobOutput({ report, verdict, crjson, thumbnails }: Analysis): JobOutput {
  return { result: verdict, evidence: report, crjson, thumbnails };
}

/** What of a failure is kept in the job's row. A caller who left before the turn came is told what the others are. */
export function jobError(error: unknown): JobError {
  if (error instanceof UploadLost) return { code: 'INTERNAL_ERROR', message: error.message };
  const { code } = error instanceof ClientClosedError ? unavailable(error) : asAppError(error);
  return { code, message: ERROR_CODES[code].message.en };
}
