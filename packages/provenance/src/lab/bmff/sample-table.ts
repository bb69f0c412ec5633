import type { Box } from '../../media/bmff/boxes.ts';
import type { MediaSource } from '../../media/media-source.ts';

const HEAD_BYTES = 8;

/**
 * A table with version, flags and a count in front, read entry by entry where it stands. The count is clamped to what the box
 * can hold, so a forged one leads nowhere.
 */
export class SampleTable {
  readonly count: number;
  /** What the table says, before clamping. */
  readonly stated: number;
  readonly version: number;
  readonly #source: MediaSource;
  readonly #entryBytes: number;
  readonly #headBytes: number;

  /** `headBytes`: version, flags, fields before the entries; the count is the last of them. */
  constructor(source: MediaSource, { contentStart, end }: Box, entryBytes: number, headBytes = HEAD_BYTES) {
    // With a window of its own, so that tables read side by side do not take turns in one.
    this.#source = source.within(contentStart, end - contentStart);
    this.#entryBytes = entryBytes;
    this.#headBytes = headBytes;
    const head = this.#source.cursor(0, headBytes, 'sample table');
    this.version = head.u8('version');
    head.skip(headBytes - 5, 'sample table head');
    this.stated = head.u32('sample table count');
    this.count = Math.min(this.stated, Math.floor((this.#source.size - headBytes) / entryBytes));
  }

  /** One 32-bit field of an entry. @throws {DecodeError} there is no such entry */
  field(index: number, field: number): number {
    return this.#source.cursor(this.#at(index) + field * 4, 4, 'sample table entry').u32('entry');
  }

  /** The entry as a 64-bit number. */
  long(index: number): number {
    return this.#source.cursor(this.#at(index), 8, 'sample table entry').u64('entry');
  }

  #at(index: number): number {
    return this.#headBytes + index * this.#entryBytes;
  }
}
