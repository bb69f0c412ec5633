import { toHex } from '../bytes/hex.ts';
import { DecodeError } from '../bytes/decode-error.ts';
import { ASF_OBJECTS } from './asf-objects.ts';
import { attemptAt } from './attempt-at.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { storedValue } from './stored-value.ts';
import { decodeItemText } from './text-decoding.ts';

const OBJECT_HEAD_BYTES = 24;
/** Behind the head of the header object: the number of its objects and two reserved bytes. */
const HEADER_FIELDS_BYTES = 6;
/** Behind the head of the header extension: a reserved identifier, a reserved number and the length of its objects. */
const EXTENSION_FIELDS_BYTES = 22;
const DESCRIPTION_KEYS = ['Title', 'Author', 'Copyright', 'Description', 'Rating'] as const;
const TYPE_TEXT = 0;

interface AsfObject {
  id: string;
  /** Offset of its content, after the head. */
  start: number;
  end: number;
}

/** ASF (WMA, WMV): texts of the content description objects, of the metadata objects, and XMP. Paths are `ASF`. */
export function readAsf(source: MediaSource, sink: MetadataSink): void {
  eachObject(source, sink, { start: 0, end: source.size }, (object) => {
    if (object.id === ASF_OBJECTS.header) readHeader(source, sink, object);
    else if (object.id === ASF_OBJECTS.xmp) addXmp(source, sink, object);
  });
}

function readHeader(source: MediaSource, sink: MetadataSink, { start, end }: AsfObject): void {
  eachObject(source, sink, { start: start + HEADER_FIELDS_BYTES, end }, (object) => {
    if (object.id === ASF_OBJECTS.headerExtension) {
      const range = { start: object.start + EXTENSION_FIELDS_BYTES, end: object.end };
      eachObject(source, sink, range, (inner) => readTexts(source, sink, inner));
    } else readTexts(source, sink, object);
  });
}

function eachObject(
  source: MediaSource,
  sink: MetadataSink,
  { start, end }: { start: number; end: number },
  read: (object: AsfObject) => void,
): void {
  let at = start;
  while (end - at >= OBJECT_HEAD_BYTES) {
    source.step('ASF object', at);
    const head = source.cursor(at, OBJECT_HEAD_BYTES, 'ASF object', { littleEndian: true });
    const id = toHex(head.slice(16, 'ASF object'));
    const length = head.u64('ASF object length');
    if (length < OBJECT_HEAD_BYTES) throw new DecodeError('ASF object length', source.fileOffset(at));
    const object = { id, start: at + OBJECT_HEAD_BYTES, end: Math.min(at + length, end) };
    attemptAt(source, sink, at, () => read(object));
    at += length;
  }
  if (at > end) throw new DecodeError('ASF object: not enough bytes', source.fileOffset(end));
}

function readTexts(source: MediaSource, sink: MetadataSink, object: AsfObject): void {
  if (object.id === ASF_OBJECTS.contentDescription) readDescription(source, sink, object);
  else if (object.id === ASF_OBJECTS.extendedContentDescription) readRecords(source, sink, object, readDescriptor);
  else if (object.id === ASF_OBJECTS.metadata || object.id === ASF_OBJECTS.metadataLibrary) {
    readRecords(source, sink, object, readMetadataRecord);
  }
}

/** Five lengths, and the five texts after them (§3.10). */
function readDescription(source: MediaSource, sink: MetadataSink, { start }: AsfObject): void {
  const lengths = source.cursor(start, 2 * DESCRIPTION_KEYS.length, 'content description', { littleEndian: true });
  let at = start + 2 * DESCRIPTION_KEYS.length;
  for (const key of DESCRIPTION_KEYS) {
    const length = lengths.u16('content description');
    if (length > 2) addText(source, sink, { key, offset: at, length });
    at += length;
  }
}

type ReadRecord = (source: MediaSource, sink: MetadataSink, at: number) => number;

/** Each record answers where the next one begins. */
function readRecords(source: MediaSource, sink: MetadataSink, { start, end }: AsfObject, read: ReadRecord): void {
  const count = source.cursor(start, 2, 'ASF records', { littleEndian: true }).u16('ASF records');
  let at = start + 2;
  for (let record = 0; record < count; record += 1) {
    source.step('ASF record', at);
    if (at >= end) throw new DecodeError('ASF record: not enough bytes', source.fileOffset(at));
    at = read(source, sink, at);
  }
}

/** Name, type and value, each length of 16 bits (§3.11). */
function readDescriptor(source: MediaSource, sink: MetadataSink, at: number): number {
  const nameBytes = source.cursor(at, 2, 'ASF record', { littleEndian: true }).u16('name length');
  const value = at + 2 + nameBytes;
  const fields = source.cursor(value, 4, 'ASF record', { littleEndian: true });
  const type = fields.u16('value type');
  const length = fields.u16('value length');
  if (type === TYPE_TEXT) {
    addText(source, sink, { key: nameAt(source, at + 2, nameBytes), offset: value + 4, length });
  }
  return value + 4 + length;
}

/** Language, stream, type and lengths precede name and value (§4.7, §4.8). */
function readMetadataRecord(source: MediaSource, sink: MetadataSink, at: number): number {
  const fields = source.cursor(at, 12, 'ASF record', { littleEndian: true });
  fields.skip(4, 'language and stream');
  const nameBytes = fields.u16('name length');
  const type = fields.u16('value type');
  const length = fields.u32('value length');
  const value = at + 12 + nameBytes;
  if (type === TYPE_TEXT) addText(source, sink, { key: nameAt(source, at + 12, nameBytes), offset: value, length });
  return value + length;
}

function nameAt(source: MediaSource, offset: number, length: number): string {
  return decodeItemText(source.bytes(offset, length, 'ASF name'), 'utf-16le').replace(/\0+$/, '');
}

function addText(
  source: MediaSource,
  sink: MetadataSink,
  { key, offset, length }: { key: string; offset: number; length: number },
): void {
  const { bytes, intact } = storedValue(source, offset, length, 'ASF text');
  const text = withoutEnd(bytes);
  const at = source.fileOffset(offset);
  sink.add({
    kind: 'entry',
    path: 'ASF',
    key,
    offset: at,
    length: text.length,
    bytes: text,
    encoding: 'utf-16le',
    intact,
  });
}

/** Without the zero characters that end a text of 16-bit characters. */
function withoutEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length - (bytes.length % 2);
  while (end >= 2 && bytes[end - 1] === 0 && bytes[end - 2] === 0) end -= 2;
  return bytes.subarray(0, end);
}

function addXmp(source: MediaSource, sink: MetadataSink, { start, end }: AsfObject): void {
  const { bytes, intact } = storedValue(source, start, end - start, 'ASF XMP');
  sink.add({ kind: 'xmp', path: 'ASF/XMP', offset: source.fileOffset(start), length: bytes.length, bytes, intact });
}
