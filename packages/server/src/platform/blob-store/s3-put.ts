import type { PutObjectCommand, PutObjectCommandInput } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { BlobStoreError } from './blob-store-error.ts';
import { readChecked } from './read-checked.ts';
import { findObject, type S3Bucket } from './s3-bucket.ts';
import { isPassing, readS3Failure } from './s3-failure.ts';
import type { BlobFacts } from './store.ts';

/** Stores a file as an object, in one request or in parts. */
export async function putObject(bucket: S3Bucket, key: string, path: string, facts: BlobFacts): Promise<void> {
  if (facts.sizeBytes > bucket.limits.multipartAboveBytes) return putInParts(bucket, key, path, facts);
  for (let attempt = 1; ; attempt++) {
    try {
      return await putAtOnce(bucket, key, path, facts);
    } catch (error) {
      // An earlier attempt of ours may have stored it although its answer was lost.
      const isRefused = attempt > 1 && readS3Failure(error).status === 412;
      if (isRefused && (await isStored(bucket, key, facts))) return;
      if (error instanceof BlobStoreError || !isPassing(error) || attempt >= bucket.limits.attempts) throw error;
      // The SDK does not repeat a request whose body is a stream.
      await delay(bucket.limits.retryDelayMs * 2 ** (attempt - 1));
    }
  }
}

async function putAtOnce(bucket: S3Bucket, key: string, path: string, facts: BlobFacts): Promise<void> {
  const bytes = checkedStream(path, facts);
  const stop = new AbortController();
  // The SDK ignores errors of the body and would wait for the rest of it.
  bytes.stream.once('error', () => stop.abort());
  // Nothing can be held back from an empty object, so its digest is checked before.
  const body = facts.sizeBytes === 0 ? Buffer.concat(await bytes.stream.toArray()) : bytes.stream;
  const command = new bucket.sdk.PutObjectCommand({ ...describeObject(bucket, key, facts), Body: body });
  signDigest(command, facts.sha256);
  try {
    await bucket.client.send(command, { abortSignal: stop.signal });
  } catch (error) {
    throw bytes.failure() ?? error;
  } finally {
    bytes.stream.destroy();
  }
}

async function putInParts(bucket: S3Bucket, key: string, path: string, facts: BlobFacts): Promise<void> {
  // Not every service honours `If-None-Match` when parts are put together (Ceph 16 does not).
  if ((await findObject(bucket, key)) !== undefined) {
    throw new BlobStoreError('EXISTS', 'There is an object under this key already');
  }
  const { Upload } = await import('@aws-sdk/lib-storage');
  const bytes = checkedStream(path, facts);
  const upload = new Upload({
    client: bucket.client,
    params: { ...describeObject(bucket, key, facts), Body: bytes.stream },
    partSize: bucket.limits.partBytes,
    queueSize: bucket.limits.partsAtOnce,
  });
  try {
    await upload.done();
  } catch (error) {
    await dropParts(bucket, key, upload.uploadId);
    const cause = bytes.failure() ?? error;
    if (cause instanceof BlobStoreError || readS3Failure(cause).status === 412) throw cause;
    if (!(await isStored(bucket, key, facts))) throw cause;
  } finally {
    bytes.stream.destroy();
  }
}

/** The upload drops its parts itself when one of them fails, but not when putting them together does. */
async function dropParts(bucket: S3Bucket, key: string, uploadId: string | undefined): Promise<void> {
  if (uploadId === undefined) return;
  try {
    await bucket.client.send(new bucket.sdk.AbortMultipartUploadCommand({ ...bucket.place(key), UploadId: uploadId }));
  } catch {
    // They are already dropped, or the service is down: the failure of the upload is the one to report.
  }
}

/** Whether the answer to a request that stored the object was lost. */
async function isStored(bucket: S3Bucket, key: string, { sizeBytes, sha256 }: BlobFacts): Promise<boolean> {
  const found = await findObject(bucket, key);
  return found?.sizeBytes === sizeBytes && found.sha256 === sha256;
}

function describeObject(bucket: S3Bucket, key: string, facts: BlobFacts): Omit<PutObjectCommandInput, 'Body'> {
  return {
    ...bucket.place(key),
    ContentLength: facts.sizeBytes,
    ContentType: facts.mediaType,
    Metadata: { sha256: facts.sha256 },
    IfNoneMatch: '*',
  };
}

interface CheckedStream {
  stream: Readable;
  /** Why the bytes ended, when the file is at fault and not an abandoned stream. */
  failure(): BlobStoreError | undefined;
}

function checkedStream(path: string, facts: BlobFacts): CheckedStream {
  const stream = Readable.from(readChecked(path, facts), { objectMode: false });
  return { stream, failure: () => (stream.errored instanceof BlobStoreError ? stream.errored : undefined) };
}

/** The SDK signs no digest of a stream. We know it, so the service refuses to store anything else. */
function signDigest(command: PutObjectCommand, sha256: string): void {
  command.middlewareStack.add(
    (next) => (args) => {
      const { request } = args;
      if (typeof request !== 'object' || request === null || !('headers' in request)) throw new TypeError('no request');
      Object.assign(request.headers ?? {}, { 'x-amz-content-sha256': sha256 });
      return next(args);
    },
    { step: 'build', name: 'signDigest' },
  );
}
