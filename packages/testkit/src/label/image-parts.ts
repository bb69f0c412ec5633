import { deflateSync } from 'node:zlib';
import { concat, copyBytes, le16, u8, type Bytes, type Part } from '../bytes.ts';
import { exifBlock } from '../media/exif.ts';
import { buildGif } from '../media/gif.ts';
import { buildJpeg } from '../media/jpeg.ts';
import { buildPng } from '../media/png.ts';
import type { AigcCarrierCase, AigcCarrierName } from './carrier.ts';

export type Format = readonly [prefix: string, mediaType: string, extension: string];

export const EXIF_HEAD = 'Exif\0\0';
const XMP_HEAD = 'http://ns.adobe.com/xap/1.0/\0';
const APP1 = 0xe1;
const GIF_IMAGE_AT = 13 + 128 * 3;

/** Tags by which exiftool shows a label. */
export const exiftoolNames = { xmp: 'Aigc', userComment: 'UserComment' } as const;

/** What precedes the text of a UserComment, and how the text after it is written. */
export const userComments = {
  ascii: (text) => concat('ASCII\0\0\0', text),
  none: (text) => concat(text),
  zero: (text) => concat(new Uint8Array(8), text),
  unicodeLittleEndian: (text) => concat('UNICODE\0', utf16(text)),
} as const satisfies Record<string, (text: string) => Bytes>;

/** A `tEXt` chunk; text beyond Latin-1 is written as UTF-8, as writers do. */
export function pngLatin(keyword: string, text: Part): { type: string; data: Bytes } {
  return { type: 'tEXt', data: concat(keyword, '\0', text) };
}

/** A `zTXt` chunk. */
export function pngCompressed(keyword: string, text: Part): { type: string; data: Bytes } {
  return { type: 'zTXt', data: concat(keyword, u8(0, 0), deflateSync(concat(text))) };
}

/** An `iTXt` chunk without language. */
export function pngInternational(keyword: string, text: Part, compressed = false): { type: string; data: Bytes } {
  const content = compressed ? deflateSync(concat(text)) : text;
  return { type: 'iTXt', data: concat(keyword, u8(0, compressed ? 1 : 0, 0, 0, 0), content) };
}

/** A JPEG with one further segment. */
export function jpegWithSegment(marker: number, payload: Bytes): Bytes {
  return buildJpeg({ segments: [{ marker, payload }] });
}

/** A JPEG with an Exif APP1. */
export function jpegExif(options: Parameters<typeof exifBlock>[0]): Bytes {
  return jpegWithSegment(APP1, concat(EXIF_HEAD, exifBlock(options)));
}

/** A JPEG with an XMP APP1. */
export function jpegXmp(packet: Uint8Array): Bytes {
  return jpegWithSegment(APP1, concat(XMP_HEAD, packet));
}

/** A PNG with one chunk before the image. */
export function pngText(...chunks: { type: string; data: Bytes }[]): Bytes {
  return buildPng({ chunks });
}

/** A GIF with an extension before the image. */
export function gifWith(extension: Bytes): Bytes {
  const gif = buildGif();
  return concat(gif.subarray(0, GIF_IMAGE_AT), extension, gif.subarray(GIF_IMAGE_AT));
}

/** The packet stands raw after the head; 258 bytes follow that lead a reader of sub-blocks to the end. */
export function gifXmp(packet: Bytes): Bytes {
  const trailer = Uint8Array.from({ length: 258 }, (_, index) => (index === 0 ? 1 : Math.max(0, 256 - index)));
  return concat(u8(0x21, 0xff, 0x0b), 'XMP DataXMP', packet, trailer);
}

/** A comment extension. */
export function gifComment(text: string): Bytes {
  const bytes = concat(text);
  const blocks: Bytes[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = copyBytes(bytes.subarray(at, at + 255));
    blocks.push(concat(u8(block.length), block));
  }
  return concat(u8(0x21, 0xfe), ...blocks, u8(0));
}

/** A carrier of one image format. */
export function row(
  [prefix, mediaType, extension]: Format,
  id: string,
  carrier: AigcCarrierName,
  placement: AigcCarrierCase['placement'],
  build: (text: string) => Bytes,
  exiftool?: string,
): AigcCarrierCase {
  const base = { id: `${prefix}-${id}`, mediaType, extension, carrier, placement, build };
  return exiftool === undefined ? base : { ...base, exiftool };
}

function utf16(text: string): Bytes {
  return le16(...Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)));
}
