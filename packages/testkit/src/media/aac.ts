import { concat, fromHex, u8, type Bytes } from '../bytes.ts';

const FRAMES = 4;
const ADTS_HEAD_BYTES = 7;
/** One AAC-LC frame of stereo silence at 44.1 kHz, and its AudioSpecificConfig. */
export const AAC_SILENCE: Bytes = fromHex('211004608c1c');
export const AAC_LC_CONFIG: Bytes = fromHex('1210');

/** Silent AAC-LC frames under ADTS heads (ISO/IEC 13818-7 §6.2), after anything that is to stand before them. */
export function buildAac(prefix: Uint8Array = new Uint8Array(0)): Bytes {
  return concat(prefix, ...Array.from({ length: FRAMES }, adtsFrame));
}

function adtsFrame(): Bytes {
  const length = ADTS_HEAD_BYTES + AAC_SILENCE.length;
  // No CRC; AAC-LC, 44.1 kHz, two channels; buffer fullness "variable"; one raw data block.
  const head = u8(0xff, 0xf1, 0x50, 0x80 | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f, 0xfc);
  return concat(head, AAC_SILENCE);
}
