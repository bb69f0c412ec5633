import { open } from 'node:fs/promises';
import type { Measured, Meter } from './upload-meter.ts';

/** The pieces of a file as they arrive. */
export type Pieces = AsyncIterable<Uint8Array>;

/** What writing needs of an open file. */
export interface WritableFile {
  write(bytes: Uint8Array, offset?: number): Promise<{ bytesWritten: number }>;
  writev(pieces: Uint8Array[]): Promise<{ bytesWritten: number }>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Written at once: each write costs a trip to another thread, and two blocks are held for each upload. */
const BLOCK_BYTES = 1024 * 1024;
/** Each piece of a client that dribbles holds far more memory than its bytes. */
const BLOCK_PIECES = 64;

/** Makes a file of mode 0600, which must not exist. */
export function createPrivateFile(path: string): Promise<WritableFile> {
  return open(path, 'wx', 0o600);
}

/**
 * Writes the pieces to a new file, counting and hashing on the way. One block is written while the next is received, so the bytes
 * flow only as fast as the disk takes them. When it throws, the file is closed, and the caller deletes it.
 * @throws {AppError} FILE_TOO_LARGE as soon as a limit is passed
 */
export async function receiveToFile(
  pieces: Pieces,
  meter: Meter,
  { create, flush }: { readonly create: () => Promise<WritableFile>; readonly flush: boolean },
): Promise<Measured> {
  // Opened before the first piece is read, so that an abort cannot leave a file that is created only after its deletion.
  const file = await create();
  const writer = new BlockWriter(file);
  try {
    for await (const piece of pieces) {
      meter.take(piece);
      await writer.take(piece);
    }
    const measured = meter.finish();
    await writer.finish();
    if (flush) await file.sync();
    return measured;
  } finally {
    await writer.settle();
    await file.close();
  }
}

/** Gathers pieces, and writes what was gathered before while it gathers more. */
class BlockWriter {
  readonly #file: WritableFile;
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: WritableFile) {
    this.#file = file;
  }

  /** Resolves when there is room for more. */
  async take(piece: Uint8Array): Promise<void> {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes >= BLOCK_BYTES || this.#pieces.length >= BLOCK_PIECES) await this.#writeBlock();
  }

  async finish(): Promise<void> {
    await this.#writeBlock();
    await this.#writing;
  }

  /** Waits for the block being written, whatever becomes of it: a file must not be closed before. */
  async settle(): Promise<void> {
    await Promise.allSettled([this.#writing]);
  }

  async #writeBlock(): Promise<void> {
    await this.#writing;
    const [pieces, bytes] = [this.#pieces, this.#bytes];
    this.#pieces = [];
    this.#bytes = 0;
    this.#writing = writeAll(this.#file, pieces, bytes);
    // Whoever waits for it next learns of a failure.
    this.#writing.catch(() => undefined);
  }
}

async function writeAll(file: WritableFile, pieces: Uint8Array[], bytes: number): Promise<void> {
  if (bytes === 0) return;
  const { bytesWritten } = await file.writev(pieces);
  if (bytesWritten === bytes) return;
  // The system may write less than it was given, for example when the disk is nearly full.
  const rest = Buffer.concat(pieces);
  for (let at = bytesWritten; at < bytes;) at += (await file.write(rest, at)).bytesWritten;
}
