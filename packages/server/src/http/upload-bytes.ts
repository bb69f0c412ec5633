import { addAbortSignal, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Measured, Meter } from './upload-meter.ts';

/** A buffer that a file fills by at least this share is passed on as it is; the bytes of any other are copied out. */
const WELL_FILLED = 0.75;

/**
 * Gathers a file in one buffer of its own, which may be transferred to a thread, counting and hashing on the way. Its pieces are
 * taken in the moment they arrive: they have a place already, so nothing has to hold them back, and an iterator would cost each
 * of them several turns of the event loop.
 * @param signal stops it
 * @param capacity what the rest of the body may hold, in bytes
 * @throws {AppError} FILE_TOO_LARGE as soon as a limit is passed
 */
export async function receiveToMemory(
  source: Readable,
  signal: AbortSignal,
  meter: Meter,
  capacity: number,
): Promise<Measured & { readonly bytes: Uint8Array<ArrayBuffer> }> {
  const buffer = new Uint8Array(capacity);
  let filled = 0;
  await readAll(addAbortSignal(signal, source), (piece) => {
    meter.take(piece);
    buffer.set(piece, filled);
    filled += piece.length;
  });
  const bytes = buffer.subarray(0, filled);
  return { ...meter.finish(), bytes: filled >= capacity * WELL_FILLED ? bytes : bytes.slice() };
}

/** Resolves at the end of the stream; a failure of `take` ends the stream, and is thrown. */
async function readAll(source: Readable, take: (piece: Buffer) => void): Promise<void> {
  source.on('data', (chunk: unknown) => {
    try {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a part stream yields buffers');
      take(chunk);
    } catch (error) {
      source.destroy(error instanceof Error ? error : new Error('a piece could not be taken', { cause: error }));
    }
  });
  await finished(source, { writable: false });
}
