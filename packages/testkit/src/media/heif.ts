import { be16, be32, concat, fromHex, u8, type Bytes } from '../bytes.ts';
import { box, fullBox } from './bmff.ts';
import { buildJpeg } from './jpeg.ts';
import { missingBytes, type SizeOption } from './padding.ts';

interface StillImage {
  brand: string;
  compatible: string;
  itemType: string;
  width: number;
  height: number;
  /** The decoder configuration property. */
  configuration: Bytes[];
  data: Bytes;
}

/** One grey 16x16 AV1 key frame (sequence header and frame OBU). */
const AV1_FRAME = fromHex('0a06180cffdb0080 320a18000000 50000000009c');
/** One grey 64x64 HEVC key frame, Main Still Picture, with its parameter sets. */
const HEVC_FRAME = fromHex('0000000e 2801af1380e668e3ff1cfc7f6cf0');
const HEVC_CONFIGURATION = fromHex(`
  01016000000090000000 00001ef000fcfdf8f800000f 03
  a0000100184001 0c01ffff016000000300900000030000 03001e959809
  a1000100294201 0101600000030090000003000003001ea020810596566924caf01680800000030080000003008 4
  a2000100074401 c172b42240`);

/** A 16x16 AVIF still; `sizeBytes` is reached inside `mdat`. */
export function buildAvif(options: SizeOption = {}): Bytes {
  const configuration = [box('av1C', fromHex('81000c00'))];
  const image = { brand: 'avif', compatible: 'avifmif1miaf', itemType: 'av01', width: 16, height: 16 };
  return stillImage({ ...image, configuration, data: AV1_FRAME }, options);
}

/** A 64x64 HEIC still; `sizeBytes` is reached inside `mdat`. */
export function buildHeic(options: SizeOption = {}): Bytes {
  const configuration = [box('hvcC', HEVC_CONFIGURATION)];
  const image = { brand: 'heic', compatible: 'mif1heic', itemType: 'hvc1', width: 64, height: 64 };
  return stillImage({ ...image, configuration, data: HEVC_FRAME }, options);
}

/** A 16x16 HEIF still coded as JPEG (ISO/IEC 23008-12 Annex H); `sizeBytes` is reached inside `mdat`. */
export function buildHeif(options: SizeOption = {}): Bytes {
  const data = buildJpeg({ width: 16, height: 16 });
  const image = { brand: 'mif1', compatible: 'mif1jpeg', itemType: 'jpeg', width: 16, height: 16 };
  return stillImage({ ...image, configuration: [], data }, options);
}

function stillImage(image: StillImage, options: SizeOption): Bytes {
  const type = box('ftyp', image.brand, be32(0), image.compatible);
  const head = (offset: number): Bytes => concat(type, meta(image, offset));
  const start = head(head(0).length + 8);
  const missing = missingBytes(options, start.length + 8 + image.data.length);
  return concat(start, box('mdat', image.data, new Uint8Array(missing).fill(0x50)));
}

function meta(image: StillImage, offset: number): Bytes {
  const properties = [
    fullBox('ispe', 0, 0, be32(image.width, image.height)),
    fullBox('pixi', 0, 0, u8(3, 8, 8, 8)),
    ...image.configuration,
  ];
  // The decoder configuration is essential (high bit), the others are not.
  const associations = properties.map((_, index) => (index >= 2 ? 0x80 : 0) + index + 1);
  return fullBox(
    'meta',
    0,
    0,
    fullBox('hdlr', 0, 0, be32(0), 'pict', new Uint8Array(12), '\0'),
    fullBox('pitm', 0, 0, be16(1)),
    fullBox('iloc', 0, 0, u8(0x44, 0), be16(1, 1, 0, 1), be32(offset, image.data.length)),
    fullBox('iinf', 0, 0, be16(1), fullBox('infe', 2, 0, be16(1, 0), image.itemType, '\0')),
    box(
      'iprp',
      box('ipco', ...properties),
      fullBox('ipma', 0, 0, be32(1), be16(1), u8(associations.length), associations),
    ),
  );
}
