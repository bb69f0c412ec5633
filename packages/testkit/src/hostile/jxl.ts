import { brotliCompressSync, constants } from 'node:zlib';
import type { Bytes } from '../bytes.ts';
import { box } from '../media/bmff.ts';
import { jxlContainer } from '../media/jxl.ts';

/** A Brotli-compressed box (`brob`) of zeros that unpacks to `unpackedBytes`. `type` is that of the box inside. */
export function jxlBrotliBomb(unpackedBytes: number, type = 'jumb'): Bytes {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return jxlContainer(box('brob', type, brotliCompressSync(new Uint8Array(unpackedBytes), { params })));
}
