import { be32, concat, fromHex, type Bytes } from '../bytes.ts';
import { box } from './bmff.ts';
import { missingBytes, paddingContent, type SizeOption } from './padding.ts';

const BOX_HEAD_BYTES = 8;
const SIGNATURE = box('JXL ', fromHex('0d0a870a'));
const TYPE = box('ftyp', 'jxl ', be32(0), 'jxl ');
/** One grey 16x16 image. */
const CODESTREAM = fromHex(`
  ff0a43060012880200c4005de5120000152aa38c1bbc9cebf9f24387c5b48deb
  0c6db56d6149a2c8383649277048128b34800864e6020030b4504902`);

/** A JPEG XL container (ISO/IEC 18181-2); `sizeBytes` is reached with a `free` box. */
export function buildJxl(options: SizeOption = {}): Bytes {
  const smallest = jxlContainer().length;
  const padding = paddingContent(missingBytes(options, smallest), BOX_HEAD_BYTES);
  return jxlContainer(...(padding === undefined ? [] : [box('free', padding)]));
}

/** The container with further boxes between the file type and the codestream. */
export function jxlContainer(...boxes: Bytes[]): Bytes {
  return concat(SIGNATURE, TYPE, ...boxes, box('jxlc', CODESTREAM));
}
