import { type FileHandle, open } from 'node:fs/promises';
import type { Measured, Meter } from './upload-meter.ts';

/** The pieces of a file as they arrive. */
export type Pieces = AsyncIterable<Uint8Array>;

/** What writing needs of an open file. */
export type WritableFile = Pick<FileHandle, 'write' | 'sync' | 'close'>;

/** Written at once: each write costs a trip to another thread, and two blocks are held for each upload. */
const BLOCK_BYTES = 512 * 1024;

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

/** Gathers pieces into blocks, and writes one block while it fills the other. */
class BlockWriter {
  readonly #file: WritableFile;
  #filling: Buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #spare: Buffer | undefined;
  #filled = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: WritableFile) {
    this.#file = file;
  }

  /** Resolves when there is room for more. */
  async take(piece: Uint8Array): Promise<void> {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + BLOCK_BYTES - this.#filled);
      this.#filling.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === BLOCK_BYTES) await this.#writeBlock();
    }
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
    const block = this.#filling.subarray(0, this.#filled);
    const next = this.#spare ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.#spare = this.#filling;
    this.#filling = next;
    this.#filled = 0;
    this.#writing = writeAll(this.#file, block);
    // Whoever waits for it next learns of a failure.
    this.#writing.catch(() => undefined);
  }
}

async function writeAll(file: WritableFile, block: Buffer): Promise<void> {
  for (let at = 0; at < block.length;) at += (await file.write(block, at)).bytesWritten;
}
