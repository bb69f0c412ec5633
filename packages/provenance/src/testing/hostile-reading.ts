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
