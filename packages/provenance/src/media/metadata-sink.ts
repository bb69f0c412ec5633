import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { LIMITS } from '../limits.ts';
import type { MediaProblem, MetadataFindings, MetadataItem } from './metadata-item.ts';

type NewItem = Pick<MetadataItem, 'kind' | 'path' | 'offset' | 'length' | 'bytes'> & Partial<MetadataItem>;

/** Where the readers put what they find. What was found before a failure stays found. */
export class MetadataSink {
  readonly #items: MetadataItem[] = [];
  readonly #problems: MediaProblem[] = [];
  #bytes = 0;
  #isAside = false;

  /** @throws {LimitError} the item is too large, or there are too many */
  add(item: NewItem): void {
    this.#bytes += item.bytes.length;
    const isFinal = this.#items.length >= LIMITS.mediaItems || this.#bytes > LIMITS.mediaItemsBytes;
    if (isFinal || item.bytes.length > LIMITS.mediaItemBytes) throw new LimitError(item.path, item.offset, { isFinal });
    this.#items.push({ key: null, encoding: null, fields: null, intact: true, ...item });
  }

  problem(kind: MediaProblem['kind'], what: string, offset: number): void {
    if (!this.#isAside && this.#problems.length < LIMITS.mediaProblems) this.#problems.push({ kind, what, offset });
  }

  /**
   * Runs one reader over one structure: its failure is a problem, and its neighbours are still read. False when it failed.
   * @throws {LimitError} the file's budget is spent
   */
  attempt(read: () => void): boolean {
    try {
      read();
      return true;
    } catch (error) {
      this.#note(error);
      if (error instanceof LimitError && error.isFinal) throw error;
      return false;
    }
  }

  /**
   * Like `attempt`, for places that only tell more about a file's maker. Damage there is no problem of the file: a search
   * for labels, which cannot stand there, would else be called incomplete.
   * @throws {LimitError} the file's budget is spent
   */
  attemptAside(read: () => void): void {
    const wasAside = this.#isAside;
    this.#isAside = true;
    try {
      this.attempt(read);
    } finally {
      this.#isAside = wasAside;
    }
  }

  /** Like `attempt`, for the outermost reader: nothing that the file causes is thrown. */
  run(read: () => void): MetadataFindings {
    try {
      read();
    } catch (error) {
      this.#note(error);
    }
    return { items: this.#items, problems: this.#problems };
  }

  #note(error: unknown): void {
    if (!(error instanceof DecodeError)) throw error;
    const kind = error instanceof LimitError ? 'limit' : 'damaged';
    // A spent budget passes through every level on its way out.
    const last = this.#problems.at(-1);
    if (last?.kind === kind && last.what === error.what && last.offset === error.offset) return;
    this.problem(kind, error.what, error.offset);
  }
}
