import { bufferSource } from '../bytes/random-access.ts';
import { MediaSource } from '../media/media-source.ts';
import type { MetadataFindings, MetadataItem } from '../media/metadata-item.ts';
import { MetadataSink } from '../media/metadata-sink.ts';
import { decodeItemText } from '../media/text-decoding.ts';

/** Reads one format's metadata; what it gives back does not matter here. */
export type MetadataReader = (source: MediaSource, sink: MetadataSink) => unknown;

const decoder = new TextDecoder();

/** What a reader finds in these bytes. */
export function readItems(reader: MetadataReader, bytes: Uint8Array): MetadataFindings {
  return readItemsOf(reader, MediaSource.of(bufferSource(bytes)));
}

/** Like `readItems`, for a source that the test examines afterwards. */
export function readItemsOf(reader: MetadataReader, source: MediaSource): MetadataFindings {
  const sink = new MetadataSink();
  return sink.run(() => {
    reader(source, sink);
  });
}

/** Items as short rows: kind, path, key, text. */
export function itemRows(reader: MetadataReader, bytes: Uint8Array): (string | null)[][] {
  return readItems(reader, bytes).items.map(({ kind, path, key, bytes: value }) => [
    kind,
    path,
    key,
    decoder.decode(value),
  ]);
}

/** `path key = text` of each item. */
export function readLines(reader: MetadataReader, bytes: Uint8Array): string[] {
  return readItems(reader, bytes).items.map(toLine);
}

function toLine({ path, key, bytes, encoding, intact }: MetadataItem): string {
  const text = decodeItemText(bytes, encoding);
  return `${path}${key === null ? '' : ` ${key}`} = ${text}${intact ? '' : ' (damaged)'}`;
}

interface Random {
  /** A whole number from 0 to below the limit, the same ones in each run. */
  below(limit: number): number;
}

const ROUNDS = 400;

/** Reads the file cut off everywhere, and with bits turned over: nothing may be thrown. */
export function readDamaged(reader: MetadataReader, bytes: Uint8Array, random: Random): void {
  const step = Math.max(1, Math.floor(bytes.length / 300));
  for (let length = 0; length < bytes.length; length += step) readItems(reader, bytes.subarray(0, length));
  for (let round = 0; round < ROUNDS; round += 1) {
    const damaged = bytes.slice();
    for (let flips = 0; flips < 4; flips += 1) {
      const at = random.below(damaged.length);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << random.below(8));
    }
    readItems(reader, damaged);
  }
}
