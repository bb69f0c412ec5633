import { be16, be32, concat, fromHex, le16, le32, u8, type Bytes, type Part } from '../bytes.ts';
import { box } from './bmff.ts';

const ASF_HEADER = fromHex('3026b2758e66cf11a6d900aa0062ce6c');
const ASF_FILE_PROPERTIES = fromHex('a1dcab8c47a9cf118ee400c00c205365');
const ASF_HEADER_EXTENSION = fromHex('b503bf5f2ea9cf118ee300c00c205365');
const ASF_EXTENDED_CONTENT = fromHex('40a4d0d207e3d21197f000a0c95ea850');
const ASF_DATA = fromHex('3626b2758e66cf11a6d900aa0062ce6c');
const XMP_UUID = fromHex('be7acfcb97a942e89c71999491e3afac');
const SIDE = 16;

/** AIFF of 16 silent samples with further chunks after them. */
export function buildAiff(chunks: readonly Bytes[] = []): Bytes {
  // 44,100 Hz as an 80-bit float.
  const common = aiffChunk('COMM', be16(1), be32(16), be16(16), fromHex('400eac44000000000000'));
  const body = concat('AIFF', common, aiffChunk('SSND', be32(0, 0), new Uint8Array(32)), ...chunks);
  return concat('FORM', be32(body.length), body);
}

/** An IFF chunk: big-endian length, even size. */
export function aiffChunk(type: string, ...parts: Part[]): Bytes {
  const data = concat(...parts);
  return concat(type, be32(data.length), data, data.length % 2 === 0 ? [] : [0]);
}

/** An ASF file without streams whose header has the given names and texts. */
export function buildAsf(descriptors: readonly (readonly [name: string, value: string])[] = []): Bytes {
  const rows = descriptors.map(([name, value]) => {
    const [key, text] = [utf16(name), utf16(value)];
    return concat(le16(key.length), key, le16(0, text.length), text);
  });
  const properties = asfObject(ASF_FILE_PROPERTIES, new Uint8Array(64), le32(2, 3200, 3200, 0));
  const extension = asfObject(ASF_HEADER_EXTENSION, fromHex('11d2d3abbaa9cf118ee600c00c205365'), le16(6), le32(0));
  const extended = asfObject(ASF_EXTENDED_CONTENT, le16(rows.length), ...rows);
  const objects = [properties, extension, ...(rows.length === 0 ? [] : [extended])];
  const header = asfObject(ASF_HEADER, le32(objects.length), u8(1, 2), ...objects);
  return concat(header, asfObject(ASF_DATA, new Uint8Array(24), le16(0x101)));
}

/** A JPEG 2000 file without image data after its boxes, with an XMP packet in its `uuid` box. */
export function buildJp2(xmp: Uint8Array): Bytes {
  const image = box('ihdr', be32(SIDE, SIDE), be16(1), u8(7, 7, 0, 0));
  const head = box('jp2h', image, box('colr', u8(1, 0, 0), be32(17)));
  const start = concat(box('jP  ', fromHex('0d0a870a')), box('ftyp', 'jp2 ', be32(0), 'jp2 '), head);
  return concat(start, xmpUuidBox(xmp), box('jp2c', fromHex('ff4fffd9')));
}

/** `uuid` box of an XMP packet, as MP4 and JPEG 2000 have it. */
export function xmpUuidBox(packet: Uint8Array): Bytes {
  return box('uuid', XMP_UUID, packet);
}

/** A flat grey 16x16 Photoshop file with an XMP packet as image resource 1060. */
export function buildPsd(xmp: Uint8Array): Bytes {
  const head = concat('8BPS', be16(1), new Uint8Array(6), be16(1), be32(SIDE, SIDE), be16(8, 1));
  const resource = concat('8BIM', be16(1060, 0), be32(xmp.length), xmp, xmp.length % 2 === 0 ? [] : [0]);
  const pixels = new Uint8Array(SIDE * SIDE).fill(0x80);
  return concat(head, be32(0), be32(resource.length), resource, be32(0), be16(0), pixels);
}

function asfObject(id: Bytes, ...parts: Part[]): Bytes {
  const content = concat(...parts);
  return concat(id, le32(content.length + 24, 0), content);
}

function utf16(text: string): Bytes {
  return le16(...Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)), 0);
}

/** A grey BMP of one pixel. */
export function buildBmp(): Bytes {
  const header = concat(le32(40, 1, 1), le16(1, 24), le32(0, 4, 0, 0, 0, 0));
  return concat('BM', le32(58, 0, 54), header, u8(0x80, 0x80, 0x80, 0));
}

/** A transport stream of null packets. */
export function buildTransportStream(): Bytes {
  const packet = concat(u8(0x47, 0x1f, 0xff, 0x10), new Uint8Array(184).fill(0xff));
  return concat(packet, packet, packet, packet);
}

/** An icon of one picture of one pixel, as a bitmap. */
export function buildIcon(): Bytes {
  const bitmap = concat(
    le32(40, 1, 2),
    le16(1, 32),
    le32(0, 4, 0, 0, 0, 0),
    u8(0x80, 0x80, 0x80, 0xff),
    new Uint8Array(4),
  );
  return concat(le16(0, 1, 1), u8(1, 1, 0, 0), le16(1, 32), le32(bitmap.length, 22), bitmap);
}

const TGA_HEADER_BYTES = 18;

/** A TGA of one grey pixel; with texts it is of version 2 and has an extension area and a footer. */
export function buildTga(texts?: { author?: string; comment?: string; software?: string }): Bytes {
  const picture = concat(u8(0, 0, 3), new Uint8Array(9), le16(1, 1), u8(8, 0), u8(0x80));
  if (texts === undefined) return picture;
  const area = new Uint8Array(495);
  area.set(le16(area.length));
  const fields = [
    [2, texts.author],
    [43, texts.comment],
    [426, texts.software],
  ] as const;
  for (const [at, text] of fields) area.set(concat(text ?? ''), at);
  return concat(picture, area, le32(TGA_HEADER_BYTES + 1, 0), 'TRUEVISION-XFILE.\0');
}
