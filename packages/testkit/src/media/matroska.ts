import { be16, be64, concat, fromHex, u8, type Bytes, type Part } from '../bytes.ts';
import { buildJpeg } from './jpeg.ts';
import { missingBytes, paddingContent, type SizeOption } from './padding.ts';

const SIDE = 16;
/** Element head written here: identifier (1 byte for Void) and a length of 8 bytes. */
const VOID_HEAD_BYTES = 9;

/** One Motion-JPEG frame in Matroska; `sizeBytes` is reached with a Void element. */
export function buildMatroska(options: SizeOption = {}): Bytes {
  const padding = paddingContent(missingBytes(options, matroska([]).length), VOID_HEAD_BYTES);
  return matroska(padding === undefined ? [] : [ebml('ec', padding)]);
}

function matroska(padding: Bytes[]): Bytes {
  const header = ebml('1a45dfa3', ebml('4282', 'matroska'), ebml('4287', u8(4)), ebml('4285', u8(2)));
  const info = ebml('1549a966', ebml('2ad7b1', u8(0x0f, 0x42, 0x40)), ebml('4d80', 'revera'), ebml('5741', 'revera'));
  const video = ebml('e0', ebml('b0', u8(SIDE)), ebml('ba', u8(SIDE)));
  const track = ebml('ae', ebml('d7', u8(1)), ebml('73c5', u8(1)), ebml('83', u8(1)), ebml('86', 'V_MJPEG'), video);
  const block = ebml('a3', u8(0x81), be16(0), u8(0x80), buildJpeg({ width: SIDE, height: SIDE }));
  const cluster = ebml('1f43b675', ebml('e7', u8(0)), block);
  return concat(header, ebml('18538067', info, ebml('1654ae6b', track), ...padding, cluster));
}

/** An EBML element (RFC 8794) with an eight-byte length. */
export function ebml(identifier: string, ...parts: Part[]): Bytes {
  const data = concat(...parts);
  const length = be64(data.length);
  length[0] = 0x01;
  return concat(fromHex(identifier), length, data);
}
