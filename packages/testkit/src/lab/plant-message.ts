import { be32, concat, fromHex, indexOfBytes, u8, type Bytes } from '../bytes.ts';
import { moveSamples } from './edit-boxes.ts';

const SEI = 6;
const USER_DATA_UNREGISTERED = 5;
const STOP = 0x80;
const SIZE_MAX = 255;

/**
 * Puts a message before the first picture of an MP4 whose first track is H.264 in units of four length bytes, as FFmpeg
 * writes it with the index last.
 */
export function plantMessage(file: Uint8Array, uuid: string, text: string): Bytes {
  const unit = messageUnit(uuid, text);
  const added = concat(be32(unit.length), unit);
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const at = view.getUint32(indexOfBytes(file, 'stco') + 12);
  const out = moveSamples(concat(file.subarray(0, at), added, file.subarray(at)), added.length, at + 1);
  const grow = (place: number): void => {
    const edited = new DataView(out.buffer);
    edited.setUint32(place, edited.getUint32(place) + added.length);
  };
  grow(indexOfBytes(out, 'mdat') - 4);
  grow(indexOfBytes(out, 'stsz') + 16);
  return out;
}

/** A unit with one message of an encoder's own, escaped as the standard asks. */
function messageUnit(uuid: string, text: string): Bytes {
  const payload = concat(fromHex(uuid.replaceAll('-', '')), text, u8(0));
  const size = [
    ...Array.from({ length: Math.floor(payload.length / SIZE_MAX) }, () => SIZE_MAX),
    payload.length % SIZE_MAX,
  ];
  return concat(u8(SEI), escaped(concat(u8(USER_DATA_UNREGISTERED), size, payload, u8(STOP))));
}

/** With a three behind every two zeros that a byte up to three follows (H.264 clause 7.4.1). */
function escaped(bytes: Uint8Array): Bytes {
  const out: number[] = [];
  for (const byte of bytes) {
    if (byte <= 3 && out.at(-1) === 0 && out.at(-2) === 0) out.push(3);
    out.push(byte);
  }
  return u8(...out);
}
