import { isUtf8 } from 'node:buffer';
import { latin1Text } from '../bytes/latin1-text.ts';
import type { ItemEncoding } from './metadata-item.ts';
import { trimZeros } from './stored-value.ts';
import type { TiffField } from './tiff-directory.ts';

export const XMP_TAG = 0x02bc;
export const IPTC_TAG = 0x83bb;
export const MAKER_NOTE_TAG = 0x927c;
const USER_COMMENT = 0x9286;
const COPYRIGHT = 0x8298;
const ASCII_TYPE = 2;
const UTF8_TYPE = 129;

/** Tags of the TIFF, Exif and DNG directories that hold text. */
export const TEXT_TAGS: ReadonlyMap<number, string> = new Map([
  [0x000b, 'ProcessingSoftware'],
  [0x010d, 'DocumentName'],
  [0x010e, 'ImageDescription'],
  [0x010f, 'Make'],
  [0x0110, 'Model'],
  [0x011d, 'PageName'],
  [0x0131, 'Software'],
  [0x0132, 'DateTime'],
  [0x013b, 'Artist'],
  [0x013c, 'HostComputer'],
  [COPYRIGHT, 'Copyright'],
  [0x9003, 'DateTimeOriginal'],
  [USER_COMMENT, 'UserComment'],
  [0x9c9b, 'XPTitle'],
  [0x9c9c, 'XPComment'],
  [0x9c9d, 'XPAuthor'],
  [0x9c9e, 'XPKeywords'],
  [0x9c9f, 'XPSubject'],
  [0xa420, 'ImageUniqueID'],
  [0xa430, 'CameraOwnerName'],
  [0xa433, 'LensMake'],
  [0xa434, 'LensModel'],
  [0xa436, 'ImageTitle'],
  [0xa437, 'Photographer'],
  [0xa438, 'ImageEditor'],
  [0xa43a, 'RAWDevelopingSoftware'],
  [0xa43b, 'ImageEditingSoftware'],
  [0xa43c, 'MetadataEditingSoftware'],
  [0xc614, 'UniqueCameraModel'],
]);

const WINDOWS_TAGS_FIRST = 0x9c9b;
const WINDOWS_TAGS_LAST = 0x9c9f;
const CHARSET_BYTES = 8;
/** In shorter ones, Chinese in UTF-16 may look like ASCII by chance. */
const SHORTEST_BYTES_OF_TEXT = 8;
const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];
const CHARSETS = new Map<string, 'ascii' | 'unicode' | null>([
  ['ASCII\0\0\0', 'ascii'],
  ['UNICODE\0', 'unicode'],
  ['JIS\0\0\0\0\0', null],
  ['\0\0\0\0\0\0\0\0', null],
]);

export interface ExifText {
  /** How many bytes of the value precede the text. */
  skipped: number;
  bytes: Uint8Array;
  encoding: ItemEncoding;
}

/** The text in a tag's value, without the zeros after it and the character code in front of it. */
export function exifText({ tag, type, littleEndian }: TiffField, value: Uint8Array): ExifText {
  if (tag === USER_COMMENT) return userComment(value, littleEndian);
  // Windows writes these as bytes whose UTF-16 is little-endian in every file.
  if (tag >= WINDOWS_TAGS_FIRST && tag <= WINDOWS_TAGS_LAST) {
    return { skipped: 0, bytes: trimUtf16(value), encoding: 'utf-16le' };
  }
  const encoding = type === UTF8_TYPE ? 'utf-8' : type === ASCII_TYPE ? 'ascii' : null;
  // Exif 3.0 §4.6.4: a copyright is two texts, the photographer's and the editor's, with a zero between them.
  const isOneText = encoding !== null && tag !== COPYRIGHT;
  return { skipped: 0, bytes: isOneText ? untilZero(value) : trimZeros(value), encoding };
}

/** Exif 3.0 §4.6.6.A: eight bytes of character code. Writers leave them out, and then all of the value is text. */
function userComment(value: Uint8Array, littleEndian: boolean): ExifText {
  const charset = CHARSETS.get(latin1Text(value.subarray(0, CHARSET_BYTES)).toUpperCase());
  if (charset === undefined) return { skipped: 0, bytes: trimZeros(value), encoding: null };
  const text = value.subarray(CHARSET_BYTES);
  const skipped = CHARSET_BYTES;
  if (charset === null) return { skipped, bytes: trimZeros(text), encoding: null };
  if (charset === 'ascii') return { skipped, bytes: untilZero(text), encoding: 'ascii' };
  const short = trimZeros(text);
  if (isBytesOfText(short)) return { skipped, bytes: short, encoding: null };
  return { skipped, bytes: trimUtf16(text), encoding: utf16Order(text, littleEndian) };
}

/**
 * A text of ASCII ends at its first zero (TIFF 6.0 §2). Cameras write short names into fields of a fixed size and leave
 * what was in their memory behind them.
 */
function untilZero(value: Uint8Array): Uint8Array {
  const end = value.indexOf(0);
  return end === -1 ? value : value.subarray(0, end);
}

/**
 * Whether a comment that says Unicode was written in bytes, which writers do that take the mark for UTF-8. UTF-16 with a
 * Latin letter, a digit or a space in it has a zero; without one, and as long as this, it is hardly ever valid UTF-8
 * without control characters.
 */
function isBytesOfText(bytes: Uint8Array): boolean {
  return bytes.length >= SHORTEST_BYTES_OF_TEXT && bytes.every(isNoControl) && isUtf8(bytes);
}

function isNoControl(byte: number): boolean {
  return byte >= SPACE || byte === TAB || byte === LINE_FEED || byte === CARRIAGE_RETURN;
}

/**
 * A mark decides, then the side of the zero halves of ASCII characters: writers disagree, whatever the order of the TIFF
 * structure, as Exif requires.
 */
function utf16Order(bytes: Uint8Array, littleEndian: boolean): ItemEncoding {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'utf-16';
  let zerosInFront = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const [isFrontZero, isBackZero] = [bytes[at] === 0, bytes[at + 1] === 0];
    if (isFrontZero !== isBackZero) zerosInFront += isFrontZero ? 1 : -1;
  }
  if (zerosInFront === 0) return littleEndian ? 'utf-16le' : 'utf-16be';
  return zerosInFront > 0 ? 'utf-16be' : 'utf-16le';
}

function trimUtf16(bytes: Uint8Array): Uint8Array {
  let end = bytes.length - (bytes.length % 2);
  while (end > 0 && bytes[end - 1] === 0 && bytes[end - 2] === 0) end -= 2;
  return bytes.subarray(0, end);
}
