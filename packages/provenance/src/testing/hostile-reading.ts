import { flipBit, seededRandom, setByte, truncate } from '@revera/testkit';
import { bufferSource } from '../bytes/random-access.ts';
import { MediaSource } from '../media/media-source.ts';
import type { MetadataFindings } from '../media/metadata-item.ts';
import { MetadataSink } from '../media/metadata-sink.ts';

type ContainerReader = (source: MediaSource, sink: MetadataSink) => void;

const decoder = new TextDecoder();

/** What a reader of containers finds in these bytes. */
export function readItems(read: ContainerReader, bytes: Uint8Array): MetadataFindings {
  const sink = new MetadataSink();
  return sink.run(() => read(MediaSource.of(bufferSource(bytes)), sink));
}

/** Items as short rows: kind, path, key, text. */
export function itemRows(read: ContainerReader, bytes: Uint8Array): (string | null)[][] {
  return readItems(read, bytes).items.map(({ kind, path, key, bytes: value }) => [
    kind,
    path,
    key,
    decoder.decode(value),
  ]);
}

/** Hands a reader the file cut at every length and with seeded damage; fails only by what the reader throws. */
export function readDamaged(read: ContainerReader, bytes: Uint8Array, rounds = 1500): number {
  let readings = 0;
  const step = Math.max(1, Math.floor(bytes.length / 700));
  for (let length = 0; length < bytes.length; length += step, readings += 1) readItems(read, truncate(bytes, length));
  const random = seededRandom(bytes.length);
  for (let round = 0; round < rounds; round += 1, readings += 1) {
    let damaged = bytes;
    for (let change = random.below(4); change >= 0; change -= 1) {
      const at = random.below(bytes.length);
      damaged = random.below(2) === 0 ? flipBit(damaged, at, random.below(8)) : setByte(damaged, at, random.below(256));
    }
    readItems(read, damaged);
  }
  return readings;
}
