import { LimitError } from '../bytes/limit-error.ts';
import { LIMITS } from '../limits.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';

/** SVG: the document as a whole, in which XMP may stand. */
export function readSvg(source: MediaSource, sink: MetadataSink): void {
  if (source.size > LIMITS.textScanBytes) throw new LimitError('SVG document', source.fileOffset(0));
  source.step('SVG document', 0);
  const bytes = source.bytes(0, source.size, 'SVG document');
  sink.add({ kind: 'xmp', path: 'svg', offset: source.fileOffset(0), length: bytes.length, bytes });
}
