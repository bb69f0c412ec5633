import { hasAscii } from '../bytes/match.ts';
import { latin1Text } from '../bytes/latin1-text.ts';
import { readExifBlock } from './exif.ts';
import { addIptcTexts, IIM_MARKER } from './iptc.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { addResourceTexts } from './photoshop.ts';

/** A line break, the profile's name, and the number of its bytes; the bytes follow in hexadecimal. */
const HEAD = /^\n[^\n]{0,80}\n[ \n]{0,80}(\d{1,10})\n/;
const HEAD_BYTES = 200;
const KEYWORD = /^raw profile type (exif|app1|xmp|iptc)$/i;
const EXIF_MARK = 'Exif\0\0';
const XMP_MARK = 'http://ns.adobe.com/xap/1.0/\0';

/** A text chunk of ImageMagick's, decompressed, and where it stands. */
export interface RawProfileText {
  keyword: string;
  type: string;
  text: Uint8Array;
  /** Offset of the stored text in the source. */
  offset: number;
  length: number;
  intact: boolean;
}

/**
 * Metadata of another format that ImageMagick keeps in a PNG text: as `<chunk>/Raw profile`, IPTC as `<chunk>/IPTC`.
 * @throws {LimitError} the file's budget is spent
 */
export function addRawProfile(source: MediaSource, sink: MetadataSink, chunk: RawProfileText): void {
  if (!KEYWORD.test(chunk.keyword)) return;
  const profile = decodeProfile(chunk.text);
  if (profile === null) return;
  const intact = chunk.intact && profile.intact;
  sink.attempt(() => addProfile(source, sink, chunk, { bytes: profile.bytes, intact }));
}

/** The Exif block or XMP packet that a PNG text holds in this form; null when neither. */
export function rawProfileOf(keyword: string, text: Uint8Array): { kind: 'exif' | 'xmp'; bytes: Uint8Array } | null {
  const bytes = KEYWORD.test(keyword) ? decodeProfile(text)?.bytes : undefined;
  if (bytes === undefined) return null;
  const tiff = tiffIn(bytes);
  if (tiff !== null) return { kind: 'exif', bytes: tiff };
  const packet = packetIn(bytes);
  return packet === null ? null : { kind: 'xmp', bytes: packet };
}

function tiffIn(bytes: Uint8Array): Uint8Array | null {
  if (hasAscii(bytes, 0, 'Exif\0')) return bytes.subarray(EXIF_MARK.length);
  return hasAscii(bytes, 0, 'II') || hasAscii(bytes, 0, 'MM') ? bytes : null;
}

function packetIn(bytes: Uint8Array): Uint8Array | null {
  const packet = hasAscii(bytes, 0, XMP_MARK) ? bytes.subarray(XMP_MARK.length) : bytes;
  return isMarkup(packet) ? packet : null;
}

interface Profile {
  bytes: Uint8Array;
  /** False when it has fewer bytes than it says. */
  intact: boolean;
}

function decodeProfile(text: Uint8Array): Profile | null {
  const head = HEAD.exec(latin1Text(text.subarray(0, HEAD_BYTES)));
  if (head === null) return null;
  const digits = latin1Text(text.subarray(head[0].length)).replaceAll(/\s/g, '');
  const bytes = Buffer.from(digits, 'hex');
  return { bytes, intact: bytes.length === Number(head[1]) };
}

/** By its content: ImageMagick calls Exif and XMP of a JPEG both APP1, and its image resources IPTC. */
function addProfile(
  source: MediaSource,
  sink: MetadataSink,
  { type, offset, length }: RawProfileText,
  { bytes, intact }: Profile,
): void {
  const path = `${type}/Raw profile`;
  const stored = { offset: source.fileOffset(offset), length };
  const tiff = tiffIn(bytes);
  if (tiff !== null) {
    sink.add({ kind: 'exif', path, ...stored, bytes: tiff, intact });
    readExifBlock(source.over(tiff, offset), sink, path);
    return;
  }
  const iptc = { path: `${type}/IPTC`, place: () => stored, intact };
  if (bytes[0] === IIM_MARKER) sink.attemptAside(() => addIptcTexts(source, sink, bytes, iptc));
  else if (hasAscii(bytes, 0, '8BIM')) {
    sink.attemptAside(() => addResourceTexts(source, sink, bytes, { ...iptc, starts: [] }));
  } else {
    const packet = packetIn(bytes);
    if (packet !== null) sink.add({ kind: 'xmp', path, ...stored, bytes: packet, intact });
  }
}

function isMarkup(bytes: Uint8Array): boolean {
  return latin1Text(bytes.subarray(0, HEAD_BYTES)).trimStart().startsWith('<');
}
