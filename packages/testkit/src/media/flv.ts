import { be16, be32, concat, u8, type Bytes, type Part } from '../bytes.ts';
import { AAC_LC_CONFIG, AAC_SILENCE } from './aac.ts';

const AUDIO_TAG = 8;
const SCRIPT_TAG = 18;
const AUDIO_ONLY = 4;
const AAC_STEREO = 0xaf;

/** FLV 1 with one frame of silent AAC after an `onMetaData` of the given properties (see {@link amfProperty}). */
export function buildFlv(properties: readonly Bytes[] = []): Bytes {
  const list = [amfProperty('duration', u8(0), new Uint8Array(8)), ...properties];
  const metadata = concat(amfString('onMetaData'), u8(8), be32(list.length), ...list, u8(0, 0, 9));
  return flvFile(
    flvTag(SCRIPT_TAG, metadata),
    flvTag(AUDIO_TAG, concat(u8(AAC_STEREO, 0), AAC_LC_CONFIG)),
    flvTag(AUDIO_TAG, concat(u8(AAC_STEREO, 1), AAC_SILENCE)),
  );
}

export function flvFile(...tags: Bytes[]): Bytes {
  return concat('FLV', u8(1, AUDIO_ONLY), be32(9, 0), ...tags);
}

/** A tag and the size that follows it. */
export function flvTag(type: number, data: Uint8Array): Bytes {
  const head = concat(be32(type * 0x100_0000 + data.length), be32(0), u8(0, 0, 0));
  return concat(head, data, be32(head.length + data.length));
}

/** A property of an AMF0 object: its name, the type marker and the value. */
export function amfProperty(name: string, ...value: Part[]): Bytes {
  const bytes = concat(name);
  return concat(be16(bytes.length), bytes, ...value);
}

/** An AMF0 string (marker 02). */
export function amfString(text: string): Bytes {
  const bytes = concat(text);
  return concat(u8(2), be16(bytes.length), bytes);
}

/** An AMF0 long string (marker 0C). */
export function amfLongString(text: string): Bytes {
  const bytes = concat(text);
  return concat(u8(12), be32(bytes.length), bytes);
}
