import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { bytesOut } from './bytes-out.ts';
import { BLOB_LIMITS, type BlobLimits } from './limits.ts';
import { findObject, openBucket, type S3Bucket, type S3Config } from './s3-bucket.ts';
import { readS3Failure, s3Failed } from './s3-failure.ts';
import { putObject } from './s3-put.ts';
import type { BlobRange, BlobStore } from './store.ts';

/** Not the form of a key, so that it is nobody's blob. It stays: another process may be about to read it. */
const TRIAL_NAME = 'revera-check';

/** Blobs as objects of a bucket of AWS or of a service that speaks the same protocol. */
export async function openS3BlobStore(config: S3Config, limits: BlobLimits = BLOB_LIMITS): Promise<BlobStore> {
  const bucket = await openBucket(config, limits);
  const { sdk, client } = bucket;
  /** Until the first successful write, and again after a failed one. */
  let mustTryOut = true;

  return {
    put: async (key, path, facts) => {
      try {
        await told('store a file', () => putObject(bucket, key, path, facts));
      } catch (error) {
        mustTryOut = true;
        throw error;
      }
    },
    get: (key, range) => told('read a file', () => openObject(bucket, key, range)),
    stat: (key) =>
      told('look for a file', async () => {
        const found = await findObject(bucket, key);
        return found && { sizeBytes: found.sizeBytes };
      }),
    delete: (key) =>
      told('delete a file', async () => void (await client.send(new sdk.DeleteObjectCommand(bucket.place(key))))),
    check: () =>
      told('be written and read', async () => {
        const { Bucket } = bucket.place('');
        await client.send(new sdk.HeadBucketCommand({ Bucket }));
        // Write requests cost money, and leave versions where the bucket keeps them.
        if (mustTryOut) await tryOut(bucket);
        mustTryOut = false;
      }),
    close: () => Promise.resolve(client.destroy()),
  };
}

async function openObject(bucket: S3Bucket, key: string, range: BlobRange | undefined): Promise<Readable | undefined> {
  const part = range && { Range: `bytes=${range.start}-${range.end}` };
  const answer = await findAnswer(bucket, key, part ?? {});
  if (answer === undefined) return undefined;
  const { Body: body, $metadata: metadata } = answer;
  if (!(body instanceof Readable)) throw new TypeError('the service sent no bytes');
  if (part !== undefined && metadata.httpStatusCode !== 206) {
    body.destroy();
    throw new TypeError('the service knows no ranges');
  }
  // The SDK's connection time-out would also cut off a slow receiver; ours does not.
  if (body instanceof IncomingMessage) body.socket.setTimeout(0);
  return bytesOut(body, { failure: (cause) => s3Failed('read a file', cause), idleMs: bucket.limits.idleMs });
}

async function findAnswer({ sdk, client, place }: S3Bucket, key: string, part: { Range?: string }) {
  try {
    return await client.send(new sdk.GetObjectCommand({ ...place(key), ...part }));
  } catch (error) {
    // Not `NoSuchBucket`, which is also a 404.
    if (readS3Failure(error).name === 'NoSuchKey') return undefined;
    throw error;
  }
}

async function tryOut({ sdk, client, place }: S3Bucket): Promise<void> {
  const trial = place(TRIAL_NAME);
  await client.send(new sdk.PutObjectCommand({ ...trial, Body: 'revera' }));
  const { Body: body } = await client.send(new sdk.GetObjectCommand(trial));
  if ((await body?.transformToString()) !== 'revera') throw new TypeError('what was read is not what was written');
}

async function told<T>(action: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (cause) {
    throw s3Failed(action, cause);
  }
}
