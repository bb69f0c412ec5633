import { be16, be32, concat, le16, le32, u8, type Bytes } from '../bytes.ts';
import { jpegExif } from '../label/image-parts.ts';
import { box } from './bmff.ts';
import { exifBlock, type ExifTagValues } from './exif.ts';
import { xmpUuidBox } from './other-containers.ts';

const CANON_UUID = [0x85, 0xc0, 0xb6, 0x87, 0x82, 0x0f, 0x11, 0xe0, 0x81, 0x11, 0xf4, 0xce, 0x46, 0x2b, 0x6a, 0x48];
const RAF_HEADER_BYTES = 0x5c;

/** Canon CR3 without pictures: the directories of Exif in a box of Canon's. */
export function buildCr3(tags: ExifTagValues, xmp?: Uint8Array): Bytes {
  const canon = box(
    'uuid',
    CANON_UUID,
    box('CNCV', 'CanonCR3_001/00.09.00/00.00.00'),
    box('CMT1', exifBlock({ tags })),
  );
  const brands = box('ftyp', 'crx ', be32(1), 'crx isom');
  return concat(brands, box('moov', canon), xmp === undefined ? [] : xmpUuidBox(xmp), box('mdat', new Uint8Array(16)));
}

/** Canon CRW: a heap with one entry in a heap of its properties. */
export function buildCrw({ make, model }: { make: string; model: string }): Bytes {
  const texts = concat(`${make}\0${model}\0`, new Uint8Array((make.length + model.length) % 2));
  const object = ciffHeap([{ tag: 0x080a, data: texts }]);
  const root = ciffHeap([{ tag: 0x300a, data: ciffHeap([{ tag: 0x2807, data: object }]) }]);
  const header = concat('II', le32(26), 'HEAPCCDR', le32(0x0001_0002), new Uint8Array(8));
  return concat(header, root);
}

function ciffHeap(values: readonly { tag: number; data: Uint8Array }[]): Bytes {
  let at = 0;
  const entries = values.map(({ tag, data }) => {
    const entry = concat(le16(tag), le32(data.length, at));
    at += data.length;
    return entry;
  });
  return concat(...values.map(({ data }) => data), le16(values.length), ...entries, le32(at));
}

/** Fujifilm RAF: the header and the picture for showing, with Exif. */
export function buildRaf(tags: ExifTagValues): Bytes {
  const jpeg = jpegExif({ tags, motorola: true });
  const head = concat('FUJIFILMCCD-RAW 0201FF383101', name(32, 'FinePix S5Pro'), '0100', new Uint8Array(20));
  return concat(head, be32(RAF_HEADER_BYTES, jpeg.length), jpeg);
}

function name(length: number, text: string): Bytes {
  return concat(text, new Uint8Array(length - text.length));
}

/** TIFF under the numbers of Panasonic and Olympus. */
export function buildRw2(tags: ExifTagValues): Bytes {
  const tiff = exifBlock({ tags });
  tiff.set([0x55, 0x00], 2);
  return tiff;
}

export function buildOrf(tags: ExifTagValues): Bytes {
  const tiff = exifBlock({ tags });
  tiff.set([0x52, 0x4f], 2);
  return tiff;
}

/** A codestream of JPEG 2000 with a comment and no tile. */
export function buildJ2c(comment = 'Created by Revera'): Bytes {
  const size = concat(be16(0), be32(1, 1, 0, 0, 1, 1, 0, 0), be16(1), u8(7, 1, 1));
  const text = concat(be16(1), comment);
  return concat(u8(0xff, 0x4f), marker(0xff51, size), marker(0xff64, text), u8(0xff, 0xd9));
}

function marker(code: number, content: Uint8Array): Bytes {
  return concat(be16(code, content.length + 2), content);
}
