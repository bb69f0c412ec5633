import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AppError } from '../shared/app-error.ts';
import { tooLarge } from './upload-errors.ts';
import type { UploadPolicy } from './upload-policy.ts';

/** The limits left for one file. */
export interface MeterLimits {
  readonly policy: UploadPolicy;
  /** How many first bytes the policy needs. */
  readonly sniffBytes: number;
  /** Bytes of the earlier files in the same request. */
  readonly totalBefore: number;
}

/** Counts and hashes what passes, and stops at the limit: the parser alone would only truncate. */
class Meter extends Transform {
  readonly #hash = createHash('sha256');
  readonly #limits: MeterLimits;
  #head = Buffer.alloc(0);
  #limitBytes: number | undefined;
  sizeBytes = 0;

  constructor(limits: MeterLimits) {
    super();
    this.#limits = limits;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    this.sizeBytes += chunk.length;
    if (this.#limitBytes === undefined) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, this.#limits.sniffBytes - this.#head.length)]);
      if (this.#head.length >= this.#limits.sniffBytes) this.#limitBytes = this.#limits.policy.limitFor(this.#head);
    }
    const error = this.#excess(this.#limitBytes);
    if (error === undefined) done(null, chunk);
    else done(error);
  }

  override _flush(done: TransformCallback): void {
    const error = this.#excess(this.#limitBytes ?? this.#limits.policy.limitFor(this.#head));
    if (error === undefined) done();
    else done(error);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }

  #excess(limitBytes: number | undefined): AppError | undefined {
    if (limitBytes !== undefined && this.sizeBytes > limitBytes) return tooLarge(limitBytes);
    const { maxTotalBytes } = this.#limits.policy;
    return this.#limits.totalBefore + this.sizeBytes > maxTotalBytes ? tooLarge(maxTotalBytes) : undefined;
  }
}

/**
 * A part's stream as an iterator. `pipeline` of Node 20 never settles for a stream that is destroyed after its end was
 * pushed, as the parser does with a truncated body; an iterator ends or throws in every such case.
 */
async function* chunksOf(source: Readable): AsyncGenerator<unknown, void, undefined> {
  yield* source;
}

/**
 * Writes a part to a new file of mode 0600, counting and hashing on the way. The bytes flow only as fast as the disk
 * takes them. Throws FILE_TOO_LARGE as soon as a limit is passed; the caller deletes the file after any throw.
 */
export async function writeMetered(
  source: Readable,
  path: string,
  limits: MeterLimits,
  options: { readonly signal: AbortSignal; readonly flush: boolean },
): Promise<{ readonly sizeBytes: number; readonly sha256: string }> {
  const meter = new Meter(limits);
  // Opened before the stream starts, so that an abort cannot leave a file that is created only after its deletion.
  const handle = await open(path, 'wx', 0o600);
  const target = handle.createWriteStream({ flush: options.flush });
  await pipeline(chunksOf(source), meter, target, { signal: options.signal });
  return { sizeBytes: meter.sizeBytes, sha256: meter.digest() };
}
