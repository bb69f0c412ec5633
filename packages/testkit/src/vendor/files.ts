import { be16, be32, concat, copyBytes, le16, type Bytes, type Part } from '../bytes.ts';
import { EXIF_HEAD, gifComment, gifWith, pngCompressed, pngInternational, pngLatin } from '../label/image-parts.ts';
import { buildMp4With, heifWithItems, itunesItem, itunesMeta, keysMeta, userDataBox } from '../media/bmff-edit.ts';
import { buildTiffWith, exifBlock, tiffBytes, type ExifTagValues } from '../media/exif.ts';
import { buildHeic } from '../media/heif.ts';
import { buildMp3With, id3v2 } from '../media/id3v2.ts';
import { buildJpeg } from '../media/jpeg.ts';
import { imageResource, iptcRecord } from '../media/maker-metadata.ts';
import { buildPng, type PngChunk } from '../media/png.ts';
import { riffChunk } from '../media/riff.ts';
import { buildWebpWith } from '../media/riff-edit.ts';
import type { VendorFile } from './case.ts';
import { xmpProperties, type XmpValues } from './xmp-properties.ts';

/** Metadata of a picture, each where its format has it. */
export interface PictureTags {
  exif?: ExifTagValues;
  /** With its character code; see `exifComments`. */
  userComment?: Part;
  isCommentInFirst?: boolean;
  /** Properties, or a packet as it is. */
  xmp?: XmpValues | Uint8Array;
  /** IPTC-IIM data sets: `['2:110', …]`. */
  iptc?: readonly (readonly [string, string])[];
  /** A comment segment (JPEG only). */
  comment?: Part;
}

const [APP1, APP13, COM] = [0xe1, 0xed, 0xfe];
const XMP_HEAD = 'http://ns.adobe.com/xap/1.0/\0';
const IPTC_RESOURCE = 0x0404;
const [WEBP_EXIF, WEBP_XMP] = [8, 4];
const FIRST_TAG_NUMBERS = { ImageDescription: 0x010e, Make: 0x010f, Model: 0x0110, Software: 0x0131 } as const;

/** The ways writers mark what a UserComment is written in. */
export const exifComments = {
  ascii: (text: string) => concat('ASCII\0\0\0', text),
  none: (text: string) => concat(text),
  /** The order of the WebUIs, whatever the order of the structure around it. */
  utf16BigEndian: (text: string) => concat('UNICODE\0', be16(...units(text))),
  utf16LittleEndian: (text: string) => concat('UNICODE\0', le16(...units(text))),
  /** What writers leave that take the mark of Unicode for UTF-8. */
  unicodeInBytes: (text: string) => concat('UNICODE\0', text),
} as const;

export function jpegFile(tags: PictureTags = {}, extension = 'jpg'): VendorFile {
  return file('image/jpeg', extension, () => {
    const { xmp, iptc, comment } = tags;
    const exif = exifOf(tags);
    const segments: { marker: number; payload: Bytes }[] = [];
    if (exif !== null) segments.push({ marker: APP1, payload: concat(EXIF_HEAD, exif) });
    if (xmp !== undefined) segments.push({ marker: APP1, payload: concat(XMP_HEAD, packetOf(xmp)) });
    if (iptc !== undefined) {
      const resource = imageResource(IPTC_RESOURCE, iptcRecord(...iptc));
      segments.push({ marker: APP13, payload: concat('Photoshop 3.0\0', resource) });
    }
    if (comment !== undefined) segments.push({ marker: COM, payload: concat(comment) });
    return buildJpeg({ segments });
  });
}

export function webpFile(tags: PictureTags): VendorFile {
  return file('image/webp', 'webp', () => {
    const exif = exifOf(tags);
    const chunks = [
      ...(exif === null ? [] : [riffChunk('EXIF', exif)]),
      ...(tags.xmp === undefined ? [] : [riffChunk('XMP ', packetOf(tags.xmp))]),
    ];
    const flags = (exif === null ? 0 : WEBP_EXIF) | (tags.xmp === undefined ? 0 : WEBP_XMP);
    return buildWebpWith(flags, chunks);
  });
}

export function pngFile(chunks: readonly PngChunk[] = [], extension = 'png'): VendorFile {
  return file('image/png', extension, () => buildPng({ chunks }));
}

export function gifFile(comment: string): VendorFile {
  return file('image/gif', 'gif', () => gifWith(gifComment(comment)));
}

/** Texts of a PNG: `tEXt`, `zTXt`, `iTXt`, and `iTXt` compressed. */
export const pngChunks = {
  t: (keyword: string, text: Part) => pngLatin(keyword, text),
  z: (keyword: string, text: Part) => pngCompressed(keyword, text),
  i: (keyword: string, text: Part) => pngInternational(keyword, text),
  I: (keyword: string, text: Part) => pngInternational(keyword, text, true),
} as const;

/** A PNG with these texts as `tEXt`. */
export function pngTexts(texts: Readonly<Record<string, string>>): VendorFile {
  return pngFile(Object.entries(texts).map(([keyword, text]) => pngChunks.t(keyword, text)));
}

/** A TIFF with tags of its first directory; raw formats of several makers are TIFF files too. */
export function tiffFile(tags: Readonly<Partial<Record<keyof typeof FIRST_TAG_NUMBERS, string>>>): VendorFile {
  return file('image/tiff', 'tif', () =>
    buildTiffWith(
      Object.entries(FIRST_TAG_NUMBERS).flatMap(([name, tag]) => {
        const value = Object.entries(tags).find(([key]) => key === name)?.[1];
        return value === undefined ? [] : [tiffBytes(tag, 2, concat(value, '\0'))];
      }),
    ),
  );
}

export function heicFile(exif: ExifTagValues): VendorFile {
  return file('image/heic', 'heic', () => {
    const data = concat(be32(0), exifBlock({ tags: exif, motorola: true }));
    return heifWithItems(buildHeic(), [{ type: 'Exif', data, place: 'mdat' }]);
  });
}

/** QuickTime keys of a film. */
export function keysFile(kind: 'mp4' | 'mov', ...keys: readonly (readonly [string, string])[]): VendorFile {
  return movieFile(kind, keysMeta(keys));
}

/** Items of an iTunes list; `©` is one byte there. */
export function itunesFile(kind: 'mp4' | 'm4a', ...items: readonly (readonly [string, string])[]): VendorFile {
  return movieFile(kind, itunesMeta(...items.map(([type, value]) => itunesItem(macText(type), value))));
}

/** Boxes in the user data of a film. */
export function movieFile(kind: 'mp4' | 'mov' | 'm4a', ...userData: readonly Bytes[]): VendorFile {
  const mediaType = { mp4: 'video/mp4', mov: 'video/quicktime', m4a: 'audio/mp4' }[kind];
  return file(mediaType, kind, () => buildMp4With({ brand: kind, moov: [userDataBox(...userData)] }));
}

export function mp3File(...frames: { id: string; data: Bytes }[]): VendorFile {
  return file('audio/mpeg', 'mp3', () => buildMp3With(id3v2(4, frames)));
}

export function file(mediaType: string, extension: string, build: () => Bytes): VendorFile {
  return { mediaType, extension, build };
}

/** One byte for each character, as four-character codes are written. */
export function macText(text: string): Bytes {
  return copyBytes(Buffer.from(text, 'latin1'));
}

function exifOf({ exif, userComment, isCommentInFirst = false }: PictureTags): Bytes | null {
  if (exif === undefined && userComment === undefined) return null;
  return exifBlock({
    ...(exif === undefined ? {} : { tags: exif }),
    ...(userComment === undefined ? {} : { userComment, isCommentInFirst }),
  });
}

function packetOf(xmp: XmpValues | Uint8Array): Uint8Array {
  return xmp instanceof Uint8Array ? xmp : xmpProperties(xmp);
}

function units(text: string): number[] {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}
