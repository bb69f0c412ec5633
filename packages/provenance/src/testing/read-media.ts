import { bufferSource } from '../bytes/random-access.ts';
import { MediaSource } from '../media/media-source.ts';
import type { MetadataFindings, MetadataItem } from '../media/metadata-item.ts';
import { MetadataSink } from '../media/metadata-sink.ts';
import { decodeItemText } from '../media/text-decoding.ts';

type Reader = (source: MediaSource, sink: MetadataSink) => unknown;

export function readFindings(reader: Reader, bytes: Uint8Array): MetadataFindings {
  const sink = new MetadataSink();
  return sink.run(() => {
    reader(MediaSource.of(bufferSource(bytes)), sink);
  });
}

/** `path key = text` of each item. */
export function readLines(reader: Reader, bytes: Uint8Array): string[] {
  return readFindings(reader, bytes).items.map(toLine);
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
export function readDamaged(reader: Reader, bytes: Uint8Array, random: Random): void {
  const step = Math.max(1, Math.floor(bytes.length / 300));
  for (let length = 0; length < bytes.length; length += step) readFindings(reader, bytes.subarray(0, length));
  for (let round = 0; round < ROUNDS; round += 1) {
    const damaged = bytes.slice();
    for (let flips = 0; flips < 4; flips += 1) {
      const at = random.below(damaged.length);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << random.below(8));
    }
    readFindings(reader, damaged);
  }
}
