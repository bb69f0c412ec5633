import type { ReservedUnit } from '../../http/quota.ts';
import { addressSubject } from '../../http/rate-limit.ts';
import type { UploadedFile } from '../../http/upload.ts';
import type { LabFindings, WorkTerms } from '../../platform/analysis-pool.ts';
import { isKnownMedia } from '../../platform/media-types.ts';
import { figuresOf, type QuotaFigures } from '../../platform/quota-store.ts';
import { AppError } from '../../shared/app-error.ts';
import { newId } from '../../shared/ids.ts';
import type { ApiKeyPrincipal } from '../../shared/principal.ts';
import { countJobless, reserveBeforeJob } from '../usage/index.ts';
import type { LabServices } from './services.ts';

const OPERATION = 'lab';

/** Whose file it is, and what is said of it. */
export interface LabCaller {
  /** Null when anonymous: then nothing is counted, and nobody's quota. */
  key: ApiKeyPrincipal | null;
  address: string;
  claim: string;
  /** Aborted when the caller leaves. */
  signal: AbortSignal;
}

/** The unit of one file of a caller with a key. */
export interface LabUnit {
  /** Reserved by the guard, for the first file of a request. */
  reserved: ReservedUnit | undefined;
  isFirst: boolean;
  tellQuota: (figures: QuotaFigures | null) => void;
}

/**
 * Examines one clip while its caller waits. Of the file and of what was found nothing is stored; a caller with a key is counted one
 * unit, which is charged only if the file is a video.
 *
 * @throws {AppError} INVALID_FILE_TYPE, JOB_TIMEOUT, SERVICE_UNAVAILABLE, RATE_LIMITED, QUOTA_EXCEEDED
 */
export async function examineFile(
  services: LabServices,
  file: UploadedFile,
  caller: LabCaller,
  unit: LabUnit | null = null,
): Promise<LabFindings> {
  const { key } = caller;
  if (key === null || unit === null) return examine(services, file, caller);
  const { jobId, isReserved } = await reserve(services, key, unit);
  const count = (outcome: 'completed' | 'failed') =>
    countJobless(services.db, {
      jobId,
      operation: OPERATION,
      organizationId: key.organizationId,
      apiKeyId: key.keyId,
      outcome,
      isReserved,
    });
  try {
    const findings = await examine(services, file, caller);
    await count(findings.lab.facts.status === 'unsupported' ? 'failed' : 'completed');
    return findings;
  } catch (error) {
    await count('failed').catch((err: unknown) => {
      services.log.error({ err, job_id: jobId }, 'failed work of the lab could not be counted');
    });
    throw error;
  }
}

/** @throws {AppError} QUOTA_EXCEEDED */
async function reserve(
  { db, quotaBasis }: LabServices,
  { organizationId, mode }: ApiKeyPrincipal,
  { reserved, isFirst, tellQuota }: LabUnit,
): Promise<{ jobId: string; isReserved: boolean }> {
  if (isFirst) return { jobId: reserved?.jobId ?? newId('job'), isReserved: reserved !== undefined };
  const jobId = newId('job');
  const decision = await reserveBeforeJob(db, { organizationId, mode }, { jobId, operation: OPERATION }, quotaBasis);
  if (decision.kind === 'unbounded') return { jobId, isReserved: false };
  tellQuota(figuresOf(decision));
  return { jobId, isReserved: true };
}

async function examine(services: LabServices, file: UploadedFile, caller: LabCaller): Promise<LabFindings> {
  if (!isKnownMedia(file)) throw new AppError('INVALID_FILE_TYPE');
  const { content, declaredMediaType } = file;
  return services.analysis.examine({
    ...termsOf(caller, services.limits),
    ...(content.kind === 'memory' ? { bytes: content.bytes } : { path: content.path }),
    declaredMediaType: declaredMediaType === '' ? undefined : declaredMediaType,
    at: services.clock.now(),
    trust: await services.trust.current(),
    claim: caller.claim,
    copiesThumbnails: false,
    findRecords: (facts) => services.findRecords(facts),
  });
}

function termsOf({ key, address, signal }: LabCaller, limits: LabServices['limits']): WorkTerms {
  return key === null
    ? { turn: { share: 'anonymous', owner: addressSubject(address) }, deadlineMs: limits.analysisAnonymousMs, signal }
    : { turn: { share: 'interactive', owner: key.organizationId }, deadlineMs: limits.analysisSynchronousMs, signal };
}
