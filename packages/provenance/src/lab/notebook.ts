import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { plainText } from '../bytes/plain-text.ts';
import type { MediaSource } from '../media/media-source.ts';
import { factRow, type LabFactName } from './fact-names.ts';
import type { LabCheck, LabCheckId, LabClip, LabFacts, LabObservation, LabWarning } from './facts.ts';
import { LAB_LIMITS } from './limits.ts';

/** Where the probers write down what they see. What was seen before a failure stays. */
export class Notebook {
  readonly clip: LabClip = {
    container: null,
    layout: [],
    duration_seconds: null,
    video: null,
    audio: null,
    bytes_read: 0,
  };
  readonly #observations: LabObservation[] = [];
  readonly #checks: LabCheck[] = [];
  readonly #warnings = new Set<LabWarning>();
  #isPartial = false;

  /** Adds a fact, unless the same one stands there already or there are too many. */
  see(fact: LabFactName, value: string | number | boolean, path: string, offset: number | null = null): void {
    this.#add(fact, value, { path, offset }, false);
  }

  /** A fact that a search found instead of the index. */
  salvage(fact: LabFactName, value: string | number | boolean, path: string, offset: number): void {
    this.#add(fact, value, { path, offset }, true);
  }

  /** The values of a fact, in the order in which they were seen. */
  values(fact: LabFactName): (string | number | boolean)[] {
    return this.#observations.filter((one) => one.fact === fact).map(({ value }) => value);
  }

  has(fact: LabFactName): boolean {
    return this.#observations.some((one) => one.fact === fact);
  }

  warn(code: LabWarning): void {
    this.#warnings.add(code);
  }

  /** Something could not be read: the clip is known in part. */
  partial(code: LabWarning): void {
    this.#isPartial = true;
    this.warn(code);
  }

  check(id: LabCheckId, passed: boolean | null): void {
    this.#checks.push({ id, result: passed === null ? 'not_applicable' : passed ? 'pass' : 'fail' });
  }

  /**
   * Reads one structure; its damage is a warning, and its neighbours are still read. False when it failed.
   * @throws {LimitError} the file's budget is spent
   */
  attempt(read: () => void): boolean {
    try {
      read();
      return true;
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.partial(error instanceof LimitError ? 'read_limit' : 'damaged');
      if (error instanceof LimitError && error.isFinal) throw error;
      return false;
    }
  }

  /** Like `attempt`, for the outermost reader: nothing that the file causes is thrown. */
  run(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.partial(error instanceof LimitError ? 'read_limit' : 'damaged');
    }
  }

  /** `isUnsupported`: no container that we read, or no video in it. */
  facts(source: MediaSource, isUnsupported: boolean): LabFacts {
    return {
      status: isUnsupported ? 'unsupported' : this.#isPartial ? 'partial' : 'ok',
      clip: { ...this.clip, bytes_read: source.bytesRead },
      observations: this.#observations,
      checks: this.#checks,
      warnings: [...this.#warnings].slice(0, LAB_LIMITS.warnings),
    };
  }

  #add(fact: LabFactName, value: string | number | boolean, where: LabObservation['where'], salvaged: boolean): void {
    if (this.#observations.length >= LAB_LIMITS.observations) return;
    const kept = typeof value === 'string' ? plainText(value, LAB_LIMITS.tagChars) : value;
    if (this.#observations.some((one) => one.fact === fact && one.value === kept)) return;
    const { stage, personal } = factRow(fact);
    const id = `o${this.#observations.length + 1}`;
    this.#observations.push({ id, fact, stage, value: kept, where, salvaged, personal: personal === true });
  }
}
