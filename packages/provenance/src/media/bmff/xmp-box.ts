import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';
import { decodeXmlText } from '../text-decoding.ts';
import type { Box } from './boxes.ts';
import { emitRange } from './emit.ts';

/** The box type that the XMP specification (part 3, §1.2.7) gives to packets in ISO files. */
const XMP_UUID = 'be7acfcb97a942e89c71999491e3afac';

const RDF_NAMESPACE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** A `uuid` box, when it is the one of XMP. `prefix` is the path of what contains it, with its slash. */
export function readUuidBox(source: MediaSource, sink: MetadataSink, box: Box, prefix = ''): void {
  if (box.uuid !== XMP_UUID) return;
  emitRange(source, sink, {
    kind: 'xmp',
    path: `${prefix}uuid/XMP`,
    encoding: null,
    start: box.contentStart,
    end: box.end,
    intact: box.intact,
  });
}

/** An XML box, when the document is XMP; others describe formats of their own. */
export function emitXmlBox(
  source: MediaSource,
  sink: MetadataSink,
  box: Box,
  { path, skip = 0 }: { path: string; skip?: number },
): void {
  const start = Math.min(box.contentStart + skip, box.end);
  const length = box.end - start;
  if (length > LIMITS.mediaItemBytes) throw new LimitError(path, source.fileOffset(start));
  if (!isXmp(source.bytes(start, length, path))) return;
  emitRange(source, sink, { kind: 'xmp', path, start, end: box.end, intact: box.intact });
}

/** Whether an XML document speaks RDF. */
export function isXmp(bytes: Uint8Array): boolean {
  return decodeXmlText(bytes).includes(RDF_NAMESPACE);
}
