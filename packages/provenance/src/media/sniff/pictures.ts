import { Cursor } from '../../bytes/cursor.ts';
import { hasAscii, hasBytes } from '../../bytes/match.ts';
import type { MediaType } from '../media-types.ts';
import { TGA_FOOTER_BYTES, TGA_MARK } from '../tga-footer.ts';
import type { SniffWindow } from './window.ts';

const FILE_HEADER_BYTES = 14;
/** Core, OS/2 2.x and its short form, and Windows from 3 to 5. */
const DIB_HEADERS = new Set([12, 16, 40, 52, 56, 64, 108, 124]);
const CORE_HEADER = 12;
const BMP_DEPTHS = new Set([0, 1, 2, 4, 8, 16, 24, 32]);

/** `BM` begins words too: the header after it must be one that exists, and the picture lie in the file. */
export function sniffBmp({ head, size }: SniffWindow): MediaType | null {
  if (!hasAscii(head, 0, 'BM')) return null;
  const cursor = new Cursor(head.subarray(10, 34), { littleEndian: true });
  const pixels = cursor.u32('pixel offset');
  const header = cursor.u32('header length');
  if (!DIB_HEADERS.has(header) || pixels < FILE_HEADER_BYTES + header || pixels > size) return null;
  cursor.skip(header === CORE_HEADER ? 4 : 8, 'width and height');
  const planes = cursor.u16('planes');
  return planes === 1 && BMP_DEPTHS.has(cursor.u16('bits')) ? 'image/bmp' : null;
}

const ICON_HEADER_BYTES = 6;
const ICON_ENTRY_BYTES = 16;
const ICON_ENTRIES_MAX = 256;
const ICON_ENTRIES_CHECKED = 16;
const PNG_START = [0x89, 0x50, 0x4e, 0x47];
const DIB_START = [0x28, 0, 0, 0];

/** Icons and cursors: every entry must lie in the file, and the first one begin as a picture does. */
export function sniffIcon(window: SniffWindow): MediaType | null {
  const { head, size } = window;
  const kind = head[2];
  if (!hasBytes(head, 0, [0, 0]) || (kind !== 1 && kind !== 2) || head[3] !== 0) return null;
  const count = (head[4] ?? 0) + (head[5] ?? 0) * 256;
  const table = ICON_HEADER_BYTES + count * ICON_ENTRY_BYTES;
  if (count === 0 || count > ICON_ENTRIES_MAX || table > size) return null;
  const cursor = new Cursor(head.subarray(ICON_HEADER_BYTES), { littleEndian: true });
  for (let entry = 0; entry < Math.min(count, ICON_ENTRIES_CHECKED); entry += 1) {
    cursor.skip(8, 'icon entry');
    const length = cursor.u32('icon length');
    const offset = cursor.u32('icon offset');
    if (length === 0 || offset < table || offset + length > size) return null;
    if (entry > 0) continue;
    const start = window.at(offset, 4);
    if (!hasBytes(start, 0, PNG_START) && !hasBytes(start, 0, DIB_START)) return null;
  }
  return kind === 1 || kind === 2 ? 'image/vnd.microsoft.icon' : null;
}

const PSD_CHANNELS_MAX = 56;
const PSD_DEPTHS = new Set([1, 8, 16, 32]);
const PSD_MODE_MAX = 9;

/** Photoshop's own format, and the form for large documents (Adobe Photoshop File Formats, "File header section"). */
export function sniffPsd({ head }: SniffWindow): MediaType | null {
  if (!hasAscii(head, 0, '8BPS')) return null;
  const cursor = new Cursor(head.subarray(4, 26));
  const version = cursor.u16('version');
  const isReserved = cursor.slice(6, 'reserved').every((byte) => byte === 0);
  const channels = cursor.u16('channels');
  const [height, width] = [cursor.u32('height'), cursor.u32('width')];
  const isDepth = PSD_DEPTHS.has(cursor.u16('depth'));
  const isMode = cursor.u16('mode') <= PSD_MODE_MAX;
  const isSized = height > 0 && width > 0 && channels > 0 && channels <= PSD_CHANNELS_MAX;
  const isPsd = (version === 1 || version === 2) && isReserved && isSized && isDepth && isMode;
  return isPsd ? 'image/vnd.adobe.photoshop' : null;
}

const JP2_SIGNATURE = [0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a];
const J2C_START = [0xff, 0x4f, 0xff, 0x51];

/** JPEG 2000: its container by the signature box, a codestream by its first two markers (ISO/IEC 15444-1 I.5.1, A.4). */
export function sniffJpeg2000({ head }: SniffWindow): MediaType | null {
  if (hasBytes(head, 0, JP2_SIGNATURE)) return hasAscii(head, 16, 'ftyp') ? 'image/jp2' : null;
  if (!hasBytes(head, 0, J2C_START)) return null;
  const cursor = new Cursor(head.subarray(4, 42));
  const length = cursor.u16('SIZ length');
  cursor.skip(34, 'SIZ');
  return length === 38 + 3 * cursor.u16('components') ? 'image/j2c' : null;
}

const TGA_HEADER_BYTES = 18;
/** Bits of a pixel by image type: palette, true colour, grey, and the same run-length encoded. */
const TGA_DEPTHS = new Map<number, readonly number[]>([
  [1, [8, 16]],
  [2, [15, 16, 24, 32]],
  [3, [8, 16]],
  [9, [8, 16]],
  [10, [15, 16, 24, 32]],
  [11, [8, 16]],
]);
const TGA_MAP_DEPTHS = new Set([15, 16, 24, 32]);
const TGA_RUN_LENGTH = 8;

/**
 * TGA has no mark at its start. With the footer of version 2 a header that makes sense is enough; without it, the file must
 * also be exactly as long as the header says, which only pictures that are not compressed do.
 */
export function sniffTga(window: SniffWindow): MediaType | null {
  const { head, size } = window;
  const behindHeader = tgaLength(head);
  if (behindHeader === null) return null;
  if (size > TGA_FOOTER_BYTES) {
    const footer = window.at(size - TGA_FOOTER_BYTES, TGA_FOOTER_BYTES);
    if (hasAscii(footer, 8, TGA_MARK)) return 'image/x-tga';
  }
  return behindHeader.isExact && behindHeader.bytes === size ? 'image/x-tga' : null;
}

function tgaLength(head: Uint8Array): { bytes: number; isExact: boolean } | null {
  const cursor = new Cursor(head.subarray(0, TGA_HEADER_BYTES), { littleEndian: true });
  const idBytes = cursor.u8('id length');
  const mapType = cursor.u8('map type');
  const imageType = cursor.u8('image type');
  const [mapStart, mapLength, mapBits] = [cursor.u16('map start'), cursor.u16('map length'), cursor.u8('map bits')];
  cursor.skip(4, 'origin');
  const [width, height, bits] = [cursor.u16('width'), cursor.u16('height'), cursor.u8('pixel bits')];
  const descriptor = cursor.u8('descriptor');
  const depths = TGA_DEPTHS.get(imageType);
  if (depths?.includes(bits) !== true || width === 0 || height === 0 || descriptor > 0x3f) return null;
  if ((descriptor & 0x0f) > 8 || mapType > 1) return null;
  const isMapped = imageType === 1 || imageType === 9;
  if (mapType === 0 ? isMapped || mapStart + mapLength + mapBits > 0 : !TGA_MAP_DEPTHS.has(mapBits)) return null;
  const mapBytes = mapType === 0 ? 0 : mapLength * Math.ceil(mapBits / 8);
  const bytes = TGA_HEADER_BYTES + idBytes + mapBytes + width * height * Math.ceil(bits / 8);
  return { bytes, isExact: imageType < TGA_RUN_LENGTH };
}
