import type { Cursor } from '../../bytes/cursor.ts';
import { latin1Text } from '../../bytes/latin1-text.ts';
import type { Box } from '../../media/bmff/boxes.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { LAB_LIMITS } from '../limits.ts';

/** The elementary stream descriptor of a sample entry (ISO/IEC 14496-1 §7.2.6). */
export interface StreamDescriptor {
  /** 0x40 AAC, 0x69 and 0x6b MP3, 0x20 MPEG-4 Visual. */
  objectType: number;
  /** AAC: 2 is LC, 5 HE, 29 HE version 2; null for others. */
  audioType: number | null;
  /** Lengths are written with four bytes where one would do. */
  hasLongLengths: boolean;
  /** The decoder's configuration as text: MPEG-4 Visual has its encoder's name in it. */
  configText: string;
}

const TAG = { stream: 3, decoder: 4, specific: 5 } as const;
const AAC = 0x40;
const FULL_BOX_BYTES = 4;
const LENGTH_BYTES = 4;

/** Null when it holds no decoder. @throws {DecodeError} cut off */
export function readStreamDescriptor(source: MediaSource, { contentStart, end }: Box): StreamDescriptor | null {
  const size = Math.min(end - contentStart, LAB_LIMITS.boxBytes);
  const cursor = source.cursor(contentStart, size, 'esds');
  cursor.skip(FULL_BOX_BYTES, 'esds version');
  if (cursor.u8('descriptor') !== TAG.stream) return null;
  const hasLongLengths = readLength(cursor).bytes === LENGTH_BYTES;
  cursor.skip(3, 'stream number');
  if (cursor.u8('descriptor') !== TAG.decoder) return null;
  readLength(cursor);
  const objectType = cursor.u8('object type');
  cursor.skip(12, 'decoder');
  if (cursor.remaining === 0 || cursor.u8('descriptor') !== TAG.specific) {
    return { objectType, audioType: null, hasLongLengths, configText: '' };
  }
  const { value } = readLength(cursor);
  const config = cursor.slice(Math.min(value, cursor.remaining), 'decoder configuration');
  const audioType = objectType === AAC ? audioObjectType(config) : null;
  return { objectType, audioType, hasLongLengths, configText: latin1Text(config) };
}

function readLength(cursor: Cursor): { value: number; bytes: number } {
  let value = 0;
  for (let bytes = 1; ; bytes += 1) {
    const byte = cursor.u8('descriptor length');
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80 || bytes === LENGTH_BYTES) return { value, bytes };
  }
}

function audioObjectType([first = 0]: Uint8Array): number {
  return first >> 3;
}
