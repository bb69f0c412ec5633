import { hasAscii } from '../bytes/match.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';

/** What cameras of Insta360 end their files with. */
const MARK = '8db42d694ccc418790edff439fe026bf';

/** The mark at the end of a file, as `trailer`. Sensor records precede it. */
export function readInsta360Trailer(source: MediaSource, sink: MetadataSink): void {
  const start = source.size - MARK.length;
  if (start < 0) return;
  // In a source of its own: the bytes in front of the end are not wanted, nor is what was read ahead elsewhere lost.
  const bytes = source.within(start, MARK.length).upTo(0, MARK.length, 'trailer');
  if (!hasAscii(bytes, 0, MARK)) return;
  const item = { kind: 'entry', path: 'trailer', key: 'Insta360', encoding: 'ascii' } as const;
  sink.add({ ...item, offset: source.fileOffset(start), length: bytes.length, bytes });
}
