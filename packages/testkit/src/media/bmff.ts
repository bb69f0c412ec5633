import { be16, be32, concat, fromHex, u8, type Bytes, type Part } from '../bytes.ts';
import { buildJpeg } from './jpeg.ts';
import { missingBytes, type SizeOption } from './padding.ts';

export type IsoBrand = 'mp4' | 'mov' | 'm4a';

export interface Mp4Options extends SizeOption {
  /** Default `mp4`. */
  brand?: IsoBrand;
}

/** Everything of a file but the media data, for writers that stream. */
export interface Mp4Frame {
  /** `ftyp` and `moov`, which points at the first byte of the media data. */
  head: Bytes;
  /** The one sample; `mdat` begins with it. */
  sample: Bytes;
}

const SIDE = 16;
const BOX_HEAD_BYTES = 8;
const MDAT_LARGE_HEAD_BYTES = 16;
const IDENTITY_MATRIX = be32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
/** One AAC-LC frame of stereo silence at 44.1 kHz. */
const SILENT_AAC_FRAME = fromHex('21100460 8c1c');
const AAC_CONFIG = fromHex('1210');
const FTYP: Readonly<Record<IsoBrand, Bytes>> = {
  mp4: box('ftyp', 'isom', be32(512), 'isomiso2mp41'),
  mov: box('ftyp', 'qt  ', be32(512), 'qt  '),
  m4a: box('ftyp', 'M4A ', be32(512), 'M4A isommp42'),
};

/** A box of ISO/IEC 14496-12 with a 32-bit size. */
export function box(type: string, ...parts: Part[]): Bytes {
  const content = concat(...parts);
  return concat(be32(content.length + BOX_HEAD_BYTES), type, content);
}

/** A box with version and flags. */
export function fullBox(type: string, version: number, flags: number, ...parts: Part[]): Bytes {
  return box(type, be32(version * 0x1000000 + flags), ...parts);
}

/**
 * One Motion-JPEG frame (`mp4`, `mov`) or one frame of silent AAC (`m4a`), index before the data; `sizeBytes` is reached
 * inside `mdat`, after the sample.
 */
export function buildMp4(options: Mp4Options = {}): Bytes {
  const { head, sample } = mp4Frame(options.brand ?? 'mp4', BOX_HEAD_BYTES);
  const missing = missingBytes(options, head.length + BOX_HEAD_BYTES + sample.length);
  return concat(head, box('mdat', sample, new Uint8Array(missing).fill(0x50)));
}

/** The parts of a file whose `mdat` has a 64-bit size and is written by the caller. */
export function largeMp4Frame(brand: IsoBrand = 'mp4'): Mp4Frame {
  return mp4Frame(brand, MDAT_LARGE_HEAD_BYTES);
}

function mp4Frame(brand: IsoBrand, mdatHeadBytes: number): Mp4Frame {
  const sample = brand === 'm4a' ? SILENT_AAC_FRAME : buildJpeg({ width: SIDE, height: SIDE });
  const head = (sampleOffset: number): Bytes => concat(FTYP[brand], movie(brand, sample.length, sampleOffset));
  return { head: head(head(0).length + mdatHeadBytes), sample };
}

function movie(brand: IsoBrand, sampleBytes: number, sampleOffset: number): Bytes {
  const audio = brand === 'm4a';
  const volume = be16(audio ? 0x100 : 0, 0);
  const side = be32(audio ? 0 : SIDE << 16);
  const header = fullBox(
    'mvhd',
    0,
    0,
    be32(0, 0, 1000, 1000, 0x10000),
    be16(0x100, 0),
    be32(0, 0),
    IDENTITY_MATRIX,
    new Uint8Array(24),
    be32(2),
  );
  const trackHeader = fullBox(
    'tkhd',
    0,
    3,
    be32(0, 0, 1, 0, 1000, 0, 0),
    be16(0, 0),
    volume,
    IDENTITY_MATRIX,
    side,
    side,
  );
  const handler = fullBox(
    'hdlr',
    0,
    0,
    brand === 'mov' ? 'mhlr' : be32(0),
    audio ? 'soun' : 'vide',
    new Uint8Array(12),
    'x\0',
  );
  const mediaHeader = fullBox('mdhd', 0, 0, be32(0, 0, 44_100, audio ? 1024 : 44_100), be16(0x55c4, 0));
  const typeHeader = audio ? fullBox('smhd', 0, 0, be32(0)) : fullBox('vmhd', 0, 1, new Uint8Array(8));
  const dataInformation = box('dinf', fullBox('dref', 0, 0, be32(1), fullBox('url ', 0, 1)));
  const sampleTable = box(
    'stbl',
    fullBox('stsd', 0, 0, be32(1), audio ? audioSample() : videoSample(brand)),
    fullBox('stts', 0, 0, be32(1, 1, audio ? 1024 : 44_100)),
    fullBox('stsc', 0, 0, be32(1, 1, 1, 1)),
    fullBox('stsz', 0, 0, be32(0, 1, sampleBytes)),
    fullBox('stco', 0, 0, be32(1, sampleOffset)),
  );
  const information = box('minf', typeHeader, dataInformation, sampleTable);
  return box('moov', header, box('trak', trackHeader, box('mdia', mediaHeader, handler, information)));
}

function videoSample(brand: IsoBrand): Bytes {
  const common = concat(
    new Uint8Array(6),
    be16(1),
    new Uint8Array(16),
    be16(SIDE, SIDE),
    be32(0x480000, 0x480000, 0),
    be16(1),
    new Uint8Array(32),
    be16(24, 0xffff),
  );
  return brand === 'mov' ? box('jpeg', common) : box('mp4v', common, elementaryStream(0x6c, 0x11));
}

function audioSample(): Bytes {
  const common = concat(new Uint8Array(6), be16(1), be32(0, 0), be16(2, 16, 0, 0), be32(44_100 * 0x10000));
  return box('mp4a', common, elementaryStream(0x40, 0x15, AAC_CONFIG));
}

/** `esds`: the descriptors of ISO/IEC 14496-1 §7.2.6 around an object type. */
function elementaryStream(objectType: number, streamType: number, config?: Bytes): Bytes {
  const specific = config === undefined ? [] : [descriptor(5, config)];
  const decoder = descriptor(4, u8(objectType, streamType, 0, 0, 0), be32(0, 0), ...specific);
  return fullBox('esds', 0, 0, descriptor(3, be16(1), u8(0), decoder, descriptor(6, u8(2))));
}

function descriptor(tag: number, ...parts: Part[]): Bytes {
  const content = concat(...parts);
  return concat(u8(tag, content.length), content);
}
