import type * as Sdk from '@aws-sdk/client-s3';
import type { StorageConfig } from '../../config/storage.ts';
import type { BlobLimits } from './limits.ts';
import { readS3Failure } from './s3-failure.ts';

export type S3Config = Extract<StorageConfig, { kind: 's3' }>;

/** A bucket with the client that reaches it. */
export interface S3Bucket {
  sdk: typeof Sdk;
  client: Sdk.S3Client;
  limits: BlobLimits;
  /** The bucket of a blob, and its name there. */
  place: (key: string) => { Bucket: string; Key: string };
}

/** The SDK would write to the console otherwise; failures are thrown. */
const SILENT = { debug: silent, info: silent, warn: silent, error: silent };

/** The SDK is loaded here and not at the start of the program: it is large, and most installations do not need it. */
export async function openBucket(config: S3Config, limits: BlobLimits): Promise<S3Bucket> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region: config.region,
    forcePathStyle: config.pathStyle,
    // Many services other than AWS refuse or misread the SDK's default checksums. We send a digest anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: limits.attempts,
    requestHandler: { connectionTimeout: limits.connectMs, socketTimeout: limits.idleMs },
    logger: SILENT,
    ...(config.endpoint === undefined ? {} : { endpoint: config.endpoint }),
    ...(config.credentials === undefined ? {} : { credentials: config.credentials }),
  });
  return { sdk, client, limits, place: (key) => ({ Bucket: config.bucket, Key: `${config.prefix}${key}` }) };
}

export interface StoredObject {
  sizeBytes: number;
  /** As `put` recorded it. */
  sha256: string | undefined;
}

/** Undefined when it does not exist. */
export async function findObject(bucket: S3Bucket, key: string): Promise<StoredObject | undefined> {
  try {
    const head = await bucket.client.send(new bucket.sdk.HeadObjectCommand(bucket.place(key)));
    if (head.ContentLength === undefined) throw new TypeError('the service tells no length');
    return { sizeBytes: head.ContentLength, sha256: head.Metadata?.['sha256'] };
  } catch (error) {
    if (readS3Failure(error).status === 404) return undefined;
    throw error;
  }
}

function silent(): void {
  // Nothing is written.
}
