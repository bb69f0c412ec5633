import { createHash } from 'node:crypto';
import type { UploadedFile } from '../../http/upload.ts';
import type { DbTransaction } from '../../platform/database.ts';
import { claimIdempotencyKey } from '../../platform/idempotency.ts';
import { folderOf, type StoredUpload } from '../../platform/job-uploads.ts';
import { SIGNABLE_MEDIA_TYPES, signability } from '../../platform/media-types.ts';
import { figuresOf, readQuota, type QuotaDecision, type QuotaFigures } from '../../platform/quota-store.ts';
import { AppError } from '../../shared/app-error.ts';
import { newId } from '../../shared/ids.ts';
import type { KeyMode } from '../../shared/api-key-format.ts';
import type { ApiKeyPrincipal, MemberPrincipal } from '../../shared/principal.ts';
import type { QuotaBasis } from '../../shared/operations.ts';
import type { RequestId } from '../../shared/request-id.ts';
import type { NewMediaJob } from '../jobs/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { AUTO_LABEL, labelOrder } from './label-order.ts';
import type { SignFields, SigningInput } from './schemas.ts';
import type { SigningServices } from './services.ts';

const OPERATION = 'sign';

/** Who submits a file for signing: a key, or a member in the browser. */
export interface SigningCaller {
  organizationId: string;
  mode: KeyMode;
  apiKeyId: string | null;
  accountId: string | null;
}

/** Members have no mode of their own: they sign with the best certificate that the installation has. */
export function callerOf(
  principal: ApiKeyPrincipal | MemberPrincipal,
  { sessionMode }: Pick<SigningServices, 'sessionMode'>,
): SigningCaller {
  const { organizationId } = principal;
  return principal.kind === 'api_key'
    ? { organizationId, mode: principal.mode, apiKeyId: principal.keyId, accountId: null }
    : { organizationId, mode: sessionMode, apiKeyId: null, accountId: principal.accountId };
}

/** A file to sign, and who submitted it. */
export interface SigningSubmission {
  by: SigningCaller;
  file: UploadedFile;
  fields: SignFields;
  idempotencyKey: string | undefined;
  /** The caller wants no picture of the file kept beside its result. */
  preview?: 'none' | undefined;
  address: string;
  requestId: RequestId;
  /** Told how the quota stands once the unit is reserved. */
  tellQuota?: (figures: QuotaFigures | null) => void;
  /** Aborted when the caller leaves. */
  signal?: AbortSignal;
}

/** @throws {AppError} INVALID_FILE_TYPE when the media type is unknown, or cannot carry a credential; nothing is stored. */
export function refuseUnsignable({ file }: SigningSubmission): void {
  const { mediaType, signable } = signability(file);
  if (signable) return;
  const details = { media_type: mediaType, signable_media_types: SIGNABLE_MEDIA_TYPES };
  throw new AppError('INVALID_FILE_TYPE', { details });
}

type SubmittedJob<Input> = Omit<NewMediaJob, 'input'> & { id: string; organizationId: string; input: Input };

/** The job, once the location of its file is known. */
export function withFileAt(
  upload: StoredUpload,
  job: SubmittedJob<Omit<SigningInput, 'upload'>>,
): SubmittedJob<SigningInput> {
  return { ...job, input: { ...job.input, upload }, uploadFolder: folderOf(upload) };
}

/**
 * The job of a submission. Its label is decided as far as possible without reading the file.
 * @throws {ValidationFailure} the label cannot be written
 */
export async function newSigningJob(
  { db, retentionMs, previews }: Pick<SigningServices, 'db' | 'retentionMs' | 'previews'>,
  submission: SigningSubmission,
): Promise<SubmittedJob<Omit<SigningInput, 'upload'>>> {
  const { by, file, fields, address, requestId, preview } = submission;
  const credentialId = newId('credential');
  const isAuto = fields.china_aigc === AUTO_LABEL;
  const organization = isAuto ? await findOrganization(db, by.organizationId) : undefined;
  // The credential's name is the content's number: readers of the label can look the credential up.
  const label = labelOrder(fields, { providerCode: organization?.provider_code ?? null, produceId: credentialId });
  return {
    id: newId('job'),
    kind: 'signing',
    organizationId: by.organizationId,
    apiKeyId: by.apiKeyId,
    filename: file.filename,
    retentionMs,
    input: {
      declared_media_type: file.declaredMediaType === '' ? null : file.declaredMediaType,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      ...(preview === 'none' || !previews ? { preview: 'none' } : {}),
      credential_id: credentialId,
      mode: by.mode,
      fields,
      label,
      account_id: by.accountId,
      address,
      request_id: requestId.own,
      client_request_id: requestId.client,
    },
  };
}

/**
 * Stores the job unless the same request was made before under its Idempotency-Key; then answers that job's identifier. Answers
 * also how the quota stands. The keys belong to the organization: its programs and members, who may all read its jobs, share them.
 *
 * @throws {AppError} CONFLICT: the key was used for another request
 */
export async function storeOnce(
  trx: DbTransaction,
  submission: SigningSubmission,
  { jobId, basis }: { jobId: string; basis: QuotaBasis },
  store: () => Promise<{ quota: QuotaDecision }>,
): Promise<{ repeats: string | null; quota: QuotaFigures | null }> {
  const { idempotencyKey, by, file, fields } = submission;
  if (idempotencyKey !== undefined) {
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([file.sha256, by.mode, fields]))
      .digest('hex');
    const request = { organizationId: by.organizationId, operation: OPERATION, key: idempotencyKey, fingerprint };
    const claim = await claimIdempotencyKey(trx, request, jobId);
    if (claim.kind === 'other_request') {
      throw new AppError('CONFLICT', { details: { reason: 'idempotency_key_reused' } });
    }
    if (claim.kind === 'repeated') {
      const isCharged = by.mode === 'live';
      const quota = isCharged ? await readQuota(trx, by.organizationId, 'signing', basis) : null;
      return { repeats: claim.jobId, quota };
    }
  }
  const { quota } = await store();
  return { repeats: null, quota: figuresOf(quota) };
}
