import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { LIMITS } from '../limits.ts';
import { boxesIn, eachBox, type Box } from './bmff/boxes.ts';
import { readExifPayload } from './bmff/exif-payload.ts';
import { isXmp, readUuidBox } from './bmff/xmp-box.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';

const TYPE_BYTES = 4;
const SIGNATURE_BYTES = 12;
const METADATA_TYPES = new Set(['xml ', 'Exif']);

/**
 * Metadata of a JPEG XL container (ISO/IEC 18181-2 §9): `xml `, `Exif`, and these two compressed, as `brob/xml ` and
 * `brob/Exif`. A bare codestream has no place for metadata.
 */
export function readJxl(source: MediaSource, sink: MetadataSink): void {
  const head = source.upTo(0, SIGNATURE_BYTES, 'JXL signature');
  if (String.fromCharCode(...head.subarray(4, 8)) !== 'JXL ') return;
  const top = boxesIn(source, { start: 0, end: source.size, what: 'file', isSparse: true });
  sink.attempt(() => eachBox(source, sink, top, (box) => readBox(source, sink, box)));
}

function readBox(source: MediaSource, sink: MetadataSink, box: Box): void {
  const content = source.within(box.contentStart, box.end - box.contentStart);
  if (METADATA_TYPES.has(box.type))
    readContent(sink, content, { type: box.type, path: box.type, stored: content, box });
  else if (box.type === 'brob') readCompressed(sink, content, box);
  else readUuidBox(source, sink, box);
}

/** A Brotli stream after the type of the box that it replaces (§9.4). */
function readCompressed(sink: MetadataSink, content: MediaSource, box: Box): void {
  const type = content.cursor(0, TYPE_BYTES, 'brob').fourCc('brob type');
  if (!METADATA_TYPES.has(type)) return;
  const length = content.size - TYPE_BYTES;
  if (length > LIMITS.mediaItemBytes) throw new LimitError('brob', content.fileOffset(0));
  const packed = content.bytes(TYPE_BYTES, length, 'brob');
  const plain = content.decompress(packed, 'brotli', TYPE_BYTES, `brob/${type}`);
  const stored = content.within(TYPE_BYTES, length);
  readContent(sink, content.over(plain, TYPE_BYTES), { type, path: `brob/${type}`, stored, box });
}

interface Content {
  type: string;
  path: string;
  /** The place of the value in the file, compressed or not. */
  stored: MediaSource;
  box: Box;
}

function readContent(sink: MetadataSink, content: MediaSource, { type, path, stored, box }: Content): void {
  const { intact } = box;
  if (content.size > LIMITS.mediaItemBytes) throw new LimitError(path, stored.fileOffset(0));
  if (content.size === 0) throw new DecodeError(`${path}: empty`, stored.fileOffset(0));
  if (type === 'Exif') return readExifPayload(content, sink, { path, intact });
  const bytes = content.bytes(0, content.size, path);
  if (isXmp(bytes)) sink.add({ kind: 'xmp', path, offset: stored.fileOffset(0), length: stored.size, bytes, intact });
}
