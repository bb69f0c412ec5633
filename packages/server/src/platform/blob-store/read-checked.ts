import type { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { BlobStoreError } from './blob-store-error.ts';
import { streamOver } from './bytes-out.ts';
import { BLOB_LIMITS } from './limits.ts';
import type { BlobFacts } from './store.ts';

/**
 * The bytes of a file, checked against the facts. The last piece is held back until the digest is known: a copy of a wrong file
 * is never complete, so there is nothing to undo.
 */
export function readChecked(path: string, facts: Digest): AsyncGenerator<Buffer> {
  return checked(readSource(path), facts, 'The file to store is not what its size and digest say');
}

/** Checks a file against the facts and keeps nothing of it. */
export async function checkFile(path: string, facts: Digest): Promise<void> {
  const pieces = readChecked(path, facts);
  let piece = await pieces.next();
  while (piece.done !== true) piece = await pieces.next();
}

/** A stored blob on its way out, checked against what was stored: one that was changed meanwhile never arrives complete. */
export function checkedBody(body: Readable, facts: Digest): Readable {
  return streamOver(body, checked(body, facts, 'The stored file is not what was stored'));
}

type Digest = Pick<BlobFacts, 'sizeBytes' | 'sha256'>;

async function* checked(source: AsyncIterable<unknown>, facts: Digest, message: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let held: Buffer | undefined;
  for await (const piece of source) {
    if (!Buffer.isBuffer(piece)) throw new TypeError('a file gave no bytes');
    sizeBytes += piece.length;
    if (sizeBytes > facts.sizeBytes) throw new BlobStoreError('DIGEST_MISMATCH', message);
    hash.update(piece);
    if (held !== undefined) yield held;
    held = piece;
  }
  if (sizeBytes !== facts.sizeBytes || hash.digest('hex') !== facts.sha256) {
    throw new BlobStoreError('DIGEST_MISMATCH', message);
  }
  if (held !== undefined) yield held;
}

async function* readSource(path: string): AsyncGenerator {
  try {
    for await (const piece of createReadStream(path, { highWaterMark: BLOB_LIMITS.readPieceBytes })) {
      yield piece;
    }
  } catch (cause) {
    throw new BlobStoreError('SOURCE_UNREADABLE', 'The file to store could not be read', { cause });
  }
}
