import { createHash } from 'node:crypto';
import type { AppError } from '../shared/app-error.ts';
import { tooLarge } from './upload-errors.ts';
import type { UploadPolicy } from './upload-policy.ts';

/** The limits left for one file. */
export interface MeterLimits {
  readonly policy: UploadPolicy;
  /** How many first bytes the policy needs. */
  readonly sniffBytes: number;
  /** How many first bytes are kept for whoever asks what the file is. */
  readonly headBytes: number;
  /** Bytes of the earlier files in the same request. */
  readonly totalBefore: number;
}

/** What is known of a file that has been received. */
export interface Measured {
  readonly sizeBytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Its first bytes. */
  readonly head: Uint8Array;
}

/** Counts and hashes the pieces of a file, and stops at the limit: the parser alone would only truncate. */
export class Meter {
  readonly #hash = createHash('sha256');
  readonly #limits: MeterLimits;
  #head = Buffer.alloc(0);
  #limitBytes: number | undefined;
  #sizeBytes = 0;

  constructor(limits: MeterLimits) {
    this.#limits = limits;
  }

  /** @throws {AppError} FILE_TOO_LARGE as soon as a limit is passed */
  take(chunk: Uint8Array): void {
    const { sniffBytes, headBytes, policy } = this.#limits;
    this.#sizeBytes += chunk.length;
    if (this.#head.length < headBytes) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, headBytes - this.#head.length)]);
    }
    if (this.#limitBytes === undefined && this.#head.length >= sniffBytes) {
      this.#limitBytes = policy.limitFor(this.#head.subarray(0, sniffBytes));
    }
    this.#refuse(this.#limitBytes);
    this.#hash.update(chunk);
  }

  /** @throws {AppError} FILE_TOO_LARGE for a file that ended before its limit was known */
  finish(): Measured {
    this.#refuse(this.#limitBytes ?? this.#limits.policy.limitFor(this.#head));
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest('hex'), head: this.#head };
  }

  #refuse(limitBytes: number | undefined): void {
    const excess = this.#excess(limitBytes);
    if (excess !== undefined) throw excess;
  }

  #excess(limitBytes: number | undefined): AppError | undefined {
    if (limitBytes !== undefined && this.#sizeBytes > limitBytes) return tooLarge(limitBytes);
    const { maxTotalBytes } = this.#limits.policy;
    return this.#limits.totalBefore + this.#sizeBytes > maxTotalBytes ? tooLarge(maxTotalBytes) : undefined;
  }
}
