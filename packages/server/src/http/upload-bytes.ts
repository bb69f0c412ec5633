import type { Measured, Meter } from './upload-meter.ts';
import type { Pieces } from './upload-file.ts';

/** A buffer that a file fills by at least this share is passed on as it is; the bytes of any other are copied out. */
const WELL_FILLED = 0.75;

/**
 * Gathers the pieces of a file in one buffer of its own, which may be transferred to a thread, counting and hashing on the way.
 * @param capacity what the rest of the body may hold, in bytes
 * @throws {AppError} FILE_TOO_LARGE as soon as a limit is passed
 */
export async function receiveToMemory(
  pieces: Pieces,
  meter: Meter,
  capacity: number,
): Promise<Measured & { readonly bytes: Uint8Array<ArrayBuffer> }> {
  const buffer = new Uint8Array(capacity);
  let filled = 0;
  for await (const piece of pieces) {
    meter.take(piece);
    buffer.set(piece, filled);
    filled += piece.length;
  }
  const bytes = buffer.subarray(0, filled);
  return { ...meter.finish(), bytes: filled >= capacity * WELL_FILLED ? bytes : bytes.slice() };
}
