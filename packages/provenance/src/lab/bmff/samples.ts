import { DecodeError } from '../../bytes/decode-error.ts';
import type { Box } from '../../media/bmff/boxes.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { LAB_LIMITS } from '../limits.ts';
import { SampleTable } from './sample-table.ts';

/** Where one sample is. */
export interface SampleRange {
  offset: number;
  size: number;
}

const SIZE_HEAD_BYTES = 12;

/** The samples of one track, by its tables (ISO/IEC 14496-12 §8.6, §8.7). Samples count from 0. */
export class Samples {
  readonly count: number;
  readonly hasTimeOffsets: boolean;
  readonly isLongOffsets: boolean;
  readonly #durations: SampleTable | null;
  readonly #sync: SampleTable | null;
  readonly #runs: SampleTable | null;
  readonly #offsets: SampleTable | null;
  readonly #sizes: SampleTable | null;
  /** The size of all samples; 0 when each has its own. */
  readonly #uniform: number;

  constructor(source: MediaSource, boxes: readonly Box[]) {
    const find = (type: string): Box | null => boxes.find((box) => box.type === type) ?? null;
    const table = (type: string, bytes: number): SampleTable | null => {
      const box = find(type);
      return box === null ? null : new SampleTable(source, box, bytes);
    };
    this.#durations = table('stts', 8);
    this.#sync = table('stss', 4);
    this.#runs = table('stsc', 12);
    this.isLongOffsets = find('co64') !== null;
    this.#offsets = this.isLongOffsets ? table('co64', 8) : table('stco', 4);
    const offsets = table('ctts', 8);
    this.hasTimeOffsets = offsets !== null && offsets.count > 0;
    const sizes = find('stsz');
    this.#uniform = sizes === null ? 0 : source.cursor(sizes.contentStart + 4, 4, 'stsz').u32('sample size');
    this.#sizes = sizes === null ? null : new SampleTable(source, sizes, 4, SIZE_HEAD_BYTES);
    this.count = (this.#uniform === 0 ? this.#sizes?.count : this.#sizes?.stated) ?? 0;
  }

  /** The duration of most samples, in units of the track; null without a table. */
  get delta(): number | null {
    return this.#durations !== null && this.#durations.count > 0 ? this.#durations.field(0, 1) : null;
  }

  /** Samples where decoding can begin; null when all are. The list is cut at a bound. */
  get sync(): number[] | null {
    if (this.#sync === null) return null;
    const count = Math.min(this.#sync.count, LAB_LIMITS.syncSamples);
    return Array.from({ length: count }, (_, index) => (this.#sync?.field(index, 0) ?? 1) - 1);
  }

  /** @throws {DecodeError} the tables do not lead there */
  locate(sample: number): SampleRange {
    const { chunk, first } = this.#chunkOf(sample);
    if (this.#offsets === null || chunk >= this.#offsets.count) throw new DecodeError('chunk offset', 0);
    let offset = this.isLongOffsets ? this.#offsets.long(chunk) : this.#offsets.field(chunk, 0);
    if (sample - first > LAB_LIMITS.tableEntries) throw new DecodeError('sample far into its chunk', 0);
    for (let before = first; before < sample; before += 1) offset += this.#sizeOf(before);
    return { offset, size: this.#sizeOf(sample) };
  }

  #sizeOf(sample: number): number {
    if (this.#uniform !== 0) return this.#uniform;
    if (this.#sizes === null || sample >= this.#sizes.count) throw new DecodeError('sample size', 0);
    return this.#sizes.field(sample, 0);
  }

  /** Runs of chunks with the same number of samples (§8.7.4). */
  #chunkOf(sample: number): { chunk: number; first: number } {
    const runs = this.#runs;
    const count = Math.min(runs?.count ?? 0, LAB_LIMITS.chunkRuns);
    let first = 0;
    for (let index = 0; runs !== null && index < count; index += 1) {
      const [start, perChunk] = [runs.field(index, 0), runs.field(index, 1)];
      const next = index + 1 < runs.count ? runs.field(index + 1, 0) : Infinity;
      if (start < 1 || next <= start || perChunk < 1) throw new DecodeError('sample to chunk', 0);
      const samples = (next - start) * perChunk;
      if (sample < first + samples) {
        const chunk = Math.floor((sample - first) / perChunk);
        return { chunk: start - 1 + chunk, first: first + chunk * perChunk };
      }
      first += samples;
    }
    throw new DecodeError('sample to chunk', 0);
  }
}
