import { Readable } from 'node:stream';

export interface BytesOut {
  /** Makes the receiver's error from the one that happened. */
  failure: (cause: unknown) => Error;
  /** How long the source may be silent while the receiver waits for bytes. A receiver may take its time. */
  idleMs?: number;
}

/** A stream of the source's bytes whose errors are ours, and which closes the source when it is abandoned. */
export function bytesOut(source: Readable, options: BytesOut): Readable {
  return streamOver(source, pieces(source, options));
}

/** A stream of bytes made from the source's; it closes the source when it is abandoned. */
export function streamOver(source: Readable, made: AsyncIterable<Uint8Array>): Readable {
  const out = Readable.from(made, { objectMode: false });
  // A stream abandoned before its first byte never started to read, so nothing else would end the source.
  out.once('close', () => source.destroy());
  return out;
}

async function* pieces(source: Readable, { failure, idleMs }: BytesOut): AsyncGenerator<Uint8Array> {
  const watch = (): NodeJS.Timeout | undefined =>
    idleMs === undefined
      ? undefined
      : setTimeout(() => source.destroy(new Error(`no bytes within ${idleMs} ms`)), idleMs);
  let timer = watch();
  try {
    for await (const piece of source) {
      clearTimeout(timer);
      if (!Buffer.isBuffer(piece)) throw new TypeError('a store gave no bytes');
      yield piece;
      timer = watch();
    }
  } catch (cause) {
    throw failure(cause);
  } finally {
    clearTimeout(timer);
  }
}
