import { hasAscii } from '../bytes/match.ts';
import { attemptAt } from './attempt-at.ts';
import { readId3 } from './id3.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { storedValue, trimZeros } from './stored-value.ts';

const HEADER_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
/** Name, author, copyright and annotation (AIFF 1.3, "Text chunks"). */
const TEXTS = new Set(['NAME', 'AUTH', '(c) ', 'ANNO']);
/** Signature of an application chunk that holds XMP (XMP part 3, §1.1.9). */
const XMP_SIGNATURE = 'XMP ';

/** AIFF and AIFC: an ID3 tag in a chunk, text chunks, and XMP in an application chunk. */
export function readAiff(source: MediaSource, sink: MetadataSink): void {
  let offset = HEADER_BYTES;
  while (offset + CHUNK_HEAD_BYTES <= source.size) {
    source.step('AIFF chunk', offset);
    const head = source.cursor(offset, CHUNK_HEAD_BYTES, 'AIFF chunk');
    const id = head.fourCc('AIFF chunk');
    const length = head.u32('AIFF chunk length');
    const data = offset + CHUNK_HEAD_BYTES;
    attemptAt(source, sink, data, () => readChunk(source, sink, { id, data, length }));
    offset = data + length + (length % 2);
  }
  if (offset > source.size + 1) sink.problem('damaged', 'AIFF chunk: not enough bytes', source.fileOffset(source.size));
}

function readChunk(
  source: MediaSource,
  sink: MetadataSink,
  { id, data, length }: { id: string; data: number; length: number },
): void {
  if (id === 'ID3 ' || id === 'id3 ') {
    readId3(source.within(data, length), sink, 'ID3');
    return;
  }
  const isXmp = id === 'APPL' && hasAscii(source.upTo(data, XMP_SIGNATURE.length, 'APPL'), 0, XMP_SIGNATURE);
  if (!isXmp && !TEXTS.has(id)) return;
  const start = isXmp ? data + XMP_SIGNATURE.length : data;
  const value = storedValue(source, start, Math.max(0, length - (start - data)), 'AIFF chunk');
  const bytes = isXmp ? value.bytes : trimZeros(value.bytes);
  const place = { offset: source.fileOffset(start), length: bytes.length, bytes, intact: value.intact };
  sink.add(isXmp ? { kind: 'xmp', path: 'APPL', ...place } : { kind: 'entry', path: 'AIFF', key: id.trim(), ...place });
}
