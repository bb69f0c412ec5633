import { ebmlChildren, type EbmlElement } from './ebml.ts';
import { MATROSKA } from './matroska-ids.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { storedValue, trimZeros } from './stored-value.ts';

const PATH = 'Segment/Attachments/AttachedFile';
const XMP_TYPE = 'application/rdf+xml';
/** Names and media types of attachments. */
const TEXT_MAX_BYTES = 1024;

/** Adds an attached file that is an XMP packet, or whose name or type mentions the label; others are pictures and fonts. */
export function addAttachment(source: MediaSource, sink: MetadataSink, file: EbmlElement): void {
  let [name, type] = ['', ''];
  let content: EbmlElement | null = null;
  for (const child of ebmlChildren(source, file)) {
    if (child.id === MATROSKA.fileName) name = shortText(source, child);
    else if (child.id === MATROSKA.fileMediaType) type = shortText(source, child);
    else if (child.id === MATROSKA.fileData) content = child;
  }
  const isXmp = type.toLowerCase() === XMP_TYPE || name.toLowerCase().endsWith('.xmp');
  const isNamed = `${name} ${type}`.toUpperCase().includes('AIGC');
  if (content === null || (!isXmp && !isNamed)) return;
  const { data, end } = content;
  const value = storedValue(source, data, end - data, 'Matroska attachment');
  const [key, offset, intact] = [isXmp ? null : name, source.fileOffset(data), value.intact && content.intact];
  const { bytes } = value;
  sink.add({ kind: isXmp ? 'xmp' : 'entry', path: PATH, key, offset, length: bytes.length, bytes, intact });
}

function shortText(source: MediaSource, { data, end }: EbmlElement): string {
  const bytes = source.upTo(data, Math.min(end - data, TEXT_MAX_BYTES), 'Matroska attachment');
  return new TextDecoder().decode(trimZeros(bytes));
}
