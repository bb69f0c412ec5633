import { concat, le16, u8, type Bytes } from '../bytes.ts';
import { missingBytes, type SizeOption } from './padding.ts';

const SIDE = 16;
/** Eight-bit LZW codes (minimum code size 7): a clear code often enough that they never grow to nine. */
const LZW_MINIMUM_CODE_SIZE = 7;
const LZW_CLEAR = 0x80;
const LZW_END = 0x81;
const LZW_RUN = 100;
const SUB_BLOCK_MAX = 255;

/** A 16x16 GIF89a of two colours; `sizeBytes` is reached with a comment extension. */
export function buildGif(options: SizeOption = {}): Bytes {
  const head = concat('GIF89a', le16(SIDE, SIDE), u8(0xf6, 0, 0), greyPalette());
  const image = concat(u8(0x2c), le16(0, 0, SIDE, SIDE), u8(0, LZW_MINIMUM_CODE_SIZE), subBlocks(lzw()), u8(0x3b));
  return concat(head, commentExtension(missingBytes(options, head.length + image.length)), image);
}

function greyPalette(): Bytes {
  return Uint8Array.from({ length: 128 * 3 }, (_, index) => Math.floor(index / 3) * 2);
}

function lzw(): Bytes {
  const codes: number[] = [];
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    if (pixel % LZW_RUN === 0) codes.push(LZW_CLEAR);
    codes.push(pixel % 2 === 0 ? 20 : 100);
  }
  return Uint8Array.from([...codes, LZW_END]);
}

function subBlocks(data: Uint8Array): Bytes {
  const parts: Bytes[] = [];
  for (let at = 0; at < data.length; at += SUB_BLOCK_MAX) {
    const block = data.subarray(at, at + SUB_BLOCK_MAX);
    parts.push(concat(u8(block.length), block));
  }
  return concat(...parts, u8(0));
}

function commentExtension(bytes: number): Bytes {
  if (bytes === 0) return new Uint8Array(0);
  const blocks: Bytes[] = [];
  let left = bytes - 3;
  while (left > 0) {
    // A rest of one byte would be an empty sub-block, which ends the extension.
    const size = left === SUB_BLOCK_MAX + 2 ? SUB_BLOCK_MAX : Math.min(left, SUB_BLOCK_MAX + 1);
    blocks.push(concat(u8(size - 1), new Uint8Array(size - 1).fill(0x50)));
    left -= size;
  }
  if (left < 0 || bytes === 4) throw new RangeError('Less room than a GIF comment needs');
  return concat(u8(0x21, 0xfe), ...blocks, u8(0));
}
