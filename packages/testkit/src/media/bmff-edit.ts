import { be16, be32, concat, copyBytes, indexOfBytes, u8, type Bytes, type Part } from '../bytes.ts';
import { box, buildMp4, fullBox, type IsoBrand } from './bmff.ts';

export interface Mp4Additions {
  /** Further children of `moov`, after the tracks. */
  moov?: readonly Bytes[];
  /** Boxes at the end of the file. */
  end?: readonly Bytes[];
  /** Replaces the `ftyp` box. */
  fileType?: Bytes;
  brand?: IsoBrand;
}

interface Box {
  type: string;
  whole: Bytes;
  content: Bytes;
}

interface HeifItem {
  /** `mime` with a content type, or `Exif`. */
  type: 'mime' | 'Exif';
  contentType?: string;
  data: Uint8Array;
  place: 'idat' | 'mdat';
}

const HEAD_BYTES = 8;
export const FILE_TYPE_3GP: Bytes = box('ftyp', '3gp5', be32(256), '3gp53gp4');
const UDTA_TERMINATOR = be32(0);

/** {@link buildMp4} with further boxes; sample offsets stay right. */
export function buildMp4With({ moov = [], end = [], fileType, brand = 'mp4' }: Mp4Additions): Bytes {
  const [type, movie, data] = splitBoxes(buildMp4({ brand }));
  if (type === undefined || movie === undefined || data === undefined) throw new Error('ftyp, moov, mdat expected');
  const newType = fileType ?? type.whole;
  const grown = box('moov', movie.content, ...moov);
  const shift = newType.length - type.whole.length + grown.length - movie.whole.length;
  const at = indexOfBytes(grown, 'stco') + 12;
  const view = new DataView(grown.buffer);
  view.setUint32(at, view.getUint32(at) + shift);
  return concat(newType, grown, data.whole, ...end);
}

/** `udta` as QuickTime ends it. */
export function userDataBox(...children: Bytes[]): Bytes {
  return box('udta', ...children, UDTA_TERMINATOR);
}

/** Keys and their text values. `full`: with version and flags, as in `udta`; else the QuickTime form. */
export function keysMeta(entries: readonly (readonly [key: string, value: string])[], full = true): Bytes {
  const keys = entries.map(([key]) => box('mdta', key));
  const items = entries.map(([, value], index) => boxOfType(be32(index + 1), dataBox(value)));
  const children = [metaHandler('mdta'), fullBox('keys', 0, 0, be32(entries.length), ...keys), box('ilst', ...items)];
  return full ? fullBox('meta', 0, 0, ...children) : box('meta', ...children);
}

/** An iTunes list: handler `mdir`, items by type. */
export function itunesMeta(...items: Bytes[]): Bytes {
  return fullBox('meta', 0, 0, metaHandler('mdir'), box('ilst', ...items));
}

/** An item of {@link itunesMeta}; its type may be any four bytes. */
export function itunesItem(type: Part, value: string): Bytes {
  return boxOfType(type, dataBox(value));
}

/** A box whose type is not ASCII text, such as `©cmt` or a number. */
export function boxOfType(type: Part, ...parts: Part[]): Bytes {
  const content = concat(...parts);
  return concat(be32(content.length + HEAD_BYTES), type, content);
}

/** A freeform item `----`. */
export function freeformItem(name: string, value: string, mean = 'com.apple.iTunes'): Bytes {
  return box('----', fullBox('mean', 0, 0, mean), fullBox('name', 0, 0, name), dataBox(value));
}

/** Value atom: type 1 is UTF-8, locale 0. */
export function dataBox(value: Part): Bytes {
  return box('data', be32(1, 0), value);
}

/** A still of `buildHeic`, `buildHeif` or `buildAvif` with further metadata items, each describing the image. */
export function heifWithItems(still: Bytes, items: readonly HeifItem[]): Bytes {
  const [type, meta, data] = splitBoxes(still);
  if (type === undefined || meta === undefined || data === undefined) throw new Error('ftyp, meta, mdat expected');
  const children = splitBoxes(meta.content.subarray(4));
  const kept = children.filter((child) => !['iloc', 'iinf'].includes(child.type)).map((child) => child.whole);
  const imageEntry = children.find((child) => child.type === 'iinf')?.content.subarray(6) ?? new Uint8Array(0);
  const inIdat = items.filter((item) => item.place === 'idat');
  const inMdat = items.filter((item) => item.place === 'mdat');
  const rebuilt = (dataStart: number): Bytes => {
    const places = [locationRow(1, 0, dataStart, data.content.length)];
    const cursor = { idat: 0, mdat: dataStart + data.content.length };
    for (const [index, item] of items.entries()) {
      places.push(locationRow(index + 2, item.place === 'idat' ? 1 : 0, cursor[item.place], item.data.length));
      cursor[item.place] += item.data.length;
    }
    return fullBox(
      'meta',
      0,
      0,
      ...kept,
      fullBox('iloc', 1, 0, u8(0x44, 0), be16(places.length), ...places),
      fullBox(
        'iinf',
        0,
        0,
        be16(items.length + 1),
        imageEntry,
        ...items.map((item, index) => itemEntry(item, index + 2)),
      ),
      fullBox('iref', 0, 0, ...items.map((_, index) => box('cdsc', be16(index + 2, 1, 1)))),
      ...(inIdat.length === 0 ? [] : [box('idat', ...inIdat.map((item) => item.data))]),
    );
  };
  const start = type.whole.length + rebuilt(0).length + HEAD_BYTES;
  return concat(type.whole, rebuilt(start), box('mdat', data.content, ...inMdat.map((item) => item.data)));
}

function itemEntry({ type, contentType }: HeifItem, id: number): Bytes {
  return fullBox('infe', 2, 0, be16(id, 0), type, '\0', contentType === undefined ? [] : `${contentType}\0`);
}

function locationRow(id: number, method: number, offset: number, length: number): Bytes {
  return concat(be16(id, method, 0, 1), be32(offset, length));
}

function metaHandler(type: string): Bytes {
  return fullBox('hdlr', 0, 0, be32(0), type, type === 'mdir' ? 'appl' : be32(0), new Uint8Array(9));
}

function splitBoxes(bytes: Bytes): Box[] {
  const boxes: Box[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    const size = view.getUint32(at);
    const whole = copyBytes(bytes.subarray(at, at + size));
    const type = Buffer.from(whole.subarray(4, HEAD_BYTES)).toString('latin1');
    boxes.push({ type, whole, content: copyBytes(whole.subarray(HEAD_BYTES)) });
    at += size;
  }
  return boxes;
}
