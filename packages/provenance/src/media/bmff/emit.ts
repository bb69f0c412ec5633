import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataItem } from '../metadata-item.ts';
import type { MetadataSink } from '../metadata-sink.ts';

interface Value
  extends Pick<MetadataItem, 'kind' | 'path'>, Partial<Pick<MetadataItem, 'key' | 'encoding' | 'intact'>> {
  start: number;
  end: number;
}

/** Emits the bytes of a range as one item. @throws {LimitError} it is larger than an item may be */
export function emitRange(source: MediaSource, sink: MetadataSink, { start, end, ...item }: Value): void {
  const length = Math.max(0, end - start);
  const offset = source.fileOffset(start);
  if (length > LIMITS.mediaItemBytes) throw new LimitError(item.path, offset);
  sink.add({ ...item, offset, length, bytes: source.bytes(start, length, item.path) });
}
