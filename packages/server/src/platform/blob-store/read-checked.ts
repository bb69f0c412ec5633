import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { BlobStoreError } from './blob-store-error.ts';
import type { BlobFacts } from './store.ts';

/**
 * The bytes of a file that must be what the facts say. The last piece is held back until the digest is known: whoever
 * writes these bytes elsewhere never has all of a wrong file, so there is nothing to take back.
 */
export async function* readChecked(path: string, facts: Pick<BlobFacts, 'sizeBytes' | 'sha256'>) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let held: Buffer | undefined;
  for await (const piece of readSource(path)) {
    sizeBytes += piece.length;
    if (sizeBytes > facts.sizeBytes) throw mismatch();
    hash.update(piece);
    if (held !== undefined) yield held;
    held = piece;
  }
  if (sizeBytes !== facts.sizeBytes || hash.digest('hex') !== facts.sha256) throw mismatch();
  if (held !== undefined) yield held;
}

async function* readSource(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const piece of createReadStream(path)) {
      if (!Buffer.isBuffer(piece)) throw new TypeError('a file gave no bytes');
      yield piece;
    }
  } catch (cause) {
    throw new BlobStoreError('SOURCE_UNREADABLE', 'The file to store could not be read', { cause });
  }
}

function mismatch(): BlobStoreError {
  return new BlobStoreError('DIGEST_MISMATCH', 'The file to store is not what its size and digest say');
}
