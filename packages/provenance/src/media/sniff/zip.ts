import { Cursor } from '../../bytes/cursor.ts';
import { hasAscii, hasBytes } from '../../bytes/match.ts';
import type { MediaType } from '../media-types.ts';
import type { SniffWindow } from './window.ts';

/** By the first entry `mimetype`, stored (OpenDocument 1.3 part 2 §3.3, EPUB OCF §4.3). Templates read as documents do. */
const MIME_TYPES: Readonly<Record<string, MediaType>> = {
  'application/vnd.oasis.opendocument.text': 'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.text-template': 'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet': 'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.spreadsheet-template': 'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation': 'application/vnd.oasis.opendocument.presentation',
  'application/vnd.oasis.opendocument.presentation-template': 'application/vnd.oasis.opendocument.presentation',
  'application/epub+zip': 'application/epub+zip',
};

/** Where the parts of an office document stand (ECMA-376 part 2 leaves it open; all writers use these). */
const OOXML_FOLDERS: readonly { folder: string; type: MediaType }[] = [
  { folder: 'word/', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  { folder: 'xl/', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  { folder: 'ppt/', type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
];
const CONTENT_TYPES = '[Content_Types].xml';

const LOCAL_HEADER = [0x50, 0x4b, 0x03, 0x04];
const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_ENTRY = 0x0201_4b50;
const END_RECORD = [0x50, 0x4b, 0x05, 0x06];
const END_RECORD_BYTES = 22;
/** The end record, with a comment of some length after it. */
const TAIL_BYTES = 2048;
const DIRECTORY_BYTES = 16_384;

/** Office documents and electronic books: ZIP files that name their type. */
export function sniffZipDocument(window: SniffWindow): MediaType | null {
  const { head } = window;
  if (!hasBytes(head, 0, LOCAL_HEADER)) return null;
  if (hasAscii(head, LOCAL_HEADER_BYTES, 'mimetype')) return typeByMimetype(head);
  const names = directoryNames(window);
  if (!names.includes(CONTENT_TYPES)) return null;
  return OOXML_FOLDERS.find(({ folder }) => names.some((name) => name.startsWith(folder)))?.type ?? null;
}

function typeByMimetype(head: Uint8Array): MediaType | null {
  const cursor = new Cursor(head.subarray(0, LOCAL_HEADER_BYTES), { littleEndian: true });
  cursor.skip(18, 'local header');
  const size = cursor.u32('stored size');
  cursor.skip(4, 'size');
  const start = LOCAL_HEADER_BYTES + cursor.u16('name length') + cursor.u16('extra length');
  const value = head.subarray(start, start + Math.min(size, 128));
  const name = String.fromCharCode(...value).trim();
  return Object.hasOwn(MIME_TYPES, name) ? (MIME_TYPES[name] ?? null) : null;
}

/** Names of the first entries of the central directory. */
function directoryNames(window: SniffWindow): string[] {
  const tail = window.at(Math.max(0, window.size - TAIL_BYTES), Math.min(TAIL_BYTES, window.size));
  const end = Buffer.from(tail.buffer, tail.byteOffset, tail.length).lastIndexOf(Buffer.from(END_RECORD));
  if (end === -1) return [];
  const record = new Cursor(tail.subarray(end, end + END_RECORD_BYTES), { littleEndian: true });
  record.skip(12, 'end record');
  const size = record.u32('directory size');
  const directory = new Cursor(window.at(record.u32('directory offset'), Math.min(size, DIRECTORY_BYTES)), {
    littleEndian: true,
  });
  const names: string[] = [];
  while (directory.remaining >= 46 && directory.u32('directory entry') === DIRECTORY_ENTRY) {
    directory.skip(24, 'directory entry');
    const nameLength = directory.u16('name length');
    const behind = directory.u16('extra length') + directory.u16('comment length');
    directory.skip(12, 'directory entry');
    if (nameLength + behind > directory.remaining) break;
    names.push(String.fromCharCode(...directory.slice(nameLength, 'name')));
    directory.skip(behind, 'directory entry');
  }
  return names;
}
