import { errorCode } from '../system-error.ts';
import { BlobStoreError } from './blob-store-error.ts';

/** The known parts of an error of the AWS SDK. */
export interface S3Failure {
  /** Such as `NoSuchKey`. The name comes from the service, so only a plain word is accepted. */
  name: string;
  /** Undefined when there was no answer. */
  status: number | undefined;
}

const FULL: ReadonlySet<string> = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);

export function readS3Failure(error: unknown): S3Failure {
  const name = error instanceof Error && /^[A-Za-z]{3,60}$/.test(error.name) ? error.name : 'Error';
  return { name, status: statusOf(error) };
}

/** Whether the same request may well succeed a little later. */
export function isPassing(error: unknown): boolean {
  const { name, status } = readS3Failure(error);
  if (status === undefined) return !name.startsWith('Credentials');
  // 409: another conditional write of the key was under way. The digest: bytes were damaged between us and the service.
  return (
    status >= 500 || status === 409 || status === 429 || ['RequestTimeout', 'XAmzContentSHA256Mismatch'].includes(name)
  );
}

/** Our error for a failed request to the service. It never repeats the text of the service. */
export function s3Failed(action: string, cause: unknown): BlobStoreError {
  if (cause instanceof BlobStoreError) return cause;
  const { name, status } = readS3Failure(cause);
  if (status === 412) return new BlobStoreError('EXISTS', 'There is an object under this key already', { cause });
  if (status === 416) return new BlobStoreError('OUT_OF_RANGE', 'The object ends before this range', { cause });
  const code = errorCode(cause);
  const reason = status === undefined ? `no answer: ${typeof code === 'string' ? code : name}` : `${name}, ${status}`;
  return new BlobStoreError(
    status === 507 || FULL.has(name) ? 'NO_SPACE' : 'UNAVAILABLE',
    `The store of signed files could not ${action} (${reason})`,
    { cause },
  );
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}
