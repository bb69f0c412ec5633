import { be16, be32, concat, le16, u8, type Bytes, type Part } from '../bytes.ts';
import { mp3Frame, synchsafe } from './audio.ts';

export type Id3Version = 2 | 3 | 4;

/** The first byte of a text frame; `utf16be` and `utf8` came with ID3v2.4. */
export const ID3_ENCODINGS = { latin1: 0, utf16: 1, utf16be: 2, utf8: 3 } as const;
export type Id3Encoding = keyof typeof ID3_ENCODINGS;

export interface Id3Options {
  /** Unsynchronisation of the whole tag (2.2, 2.3) or of each frame (2.4). */
  unsynchronised?: boolean;
  /** An extended header without any of its parts. */
  extendedHeader?: boolean;
}

interface Id3Frame {
  /** As in ID3v2.3; the names of ID3v2.2 have three letters. */
  id: string;
  data: Uint8Array;
}

const FRAMES = 4;
/** Zeros after the last frame, as writers leave them. */
const PADDING_BYTES = 16;
const UNSYNCHRONISED = 0x80;
const EXTENDED = 0x40;
const FRAME_UNSYNCHRONISED = 0x02;

/** A tag of ID3v2.2, 2.3 or 2.4 with the sizes of its version. */
export function id3v2(version: Id3Version, frames: readonly Id3Frame[], options: Id3Options = {}): Bytes {
  const { unsynchronised = false, extendedHeader = false } = options;
  const whole = unsynchronised && version < 4;
  const extension = extendedHeader ? extended(version) : new Uint8Array(0);
  const content = concat(
    extension,
    ...frames.map((frame) => id3v2Frame(version, frame, unsynchronised)),
    new Uint8Array(PADDING_BYTES),
  );
  const body = whole ? unsynchronise(content) : content;
  const flags = (unsynchronised ? UNSYNCHRONISED : 0) | (extendedHeader ? EXTENDED : 0);
  return concat('ID3', u8(version, 0, flags), synchsafe(body.length), body);
}

/** Content of a `TXXX` or `TXX` frame. */
export function userText(description: string, value: string, encoding: Id3Encoding): Bytes {
  return concat(u8(ID3_ENCODINGS[encoding]), id3Text(`${description}\0`, encoding), id3Text(value, encoding));
}

/** Content of a `COMM` frame. */
export function id3Comment(description: string, value: string, encoding: Id3Encoding): Bytes {
  return concat(u8(ID3_ENCODINGS[encoding]), 'eng', id3Text(`${description}\0`, encoding), id3Text(value, encoding));
}

/** Silent MP3 frames after (and in front of) whatever tags the caller has. */
export function buildMp3With(before: Part, after: Part = []): Bytes {
  return concat(before, ...Array.from({ length: FRAMES }, mp3Frame), after);
}

function id3v2Frame(version: Id3Version, { id, data }: Id3Frame, unsynchronised: boolean): Bytes {
  if (version === 2) return concat(id, be32(data.length).subarray(1), data);
  if (version === 3) return concat(id, be32(data.length), u8(0, 0), data);
  const body = unsynchronised ? unsynchronise(data) : concat(data);
  return concat(id, synchsafe(body.length), u8(0, unsynchronised ? FRAME_UNSYNCHRONISED : 0), body);
}

function extended(version: Id3Version): Bytes {
  return version === 4 ? concat(synchsafe(6), u8(1, 0)) : concat(be32(6), be16(0), be32(0));
}

/** A zero byte after each FF that could be taken for an MPEG sync word, or that a reader would strip. */
function unsynchronise(bytes: Uint8Array): Bytes {
  const out: number[] = [];
  for (const [index, byte] of bytes.entries()) {
    out.push(byte);
    const next = bytes[index + 1];
    if (byte === 0xff && (next === undefined || next >= 0xe0 || next === 0)) out.push(0);
  }
  return Uint8Array.from(out);
}

function id3Text(text: string, encoding: Id3Encoding): Bytes {
  if (encoding === 'utf8') return concat(text);
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  if (encoding === 'latin1') return Uint8Array.from(units, (unit) => unit & 0xff);
  return encoding === 'utf16be' ? be16(...units) : concat(le16(0xfeff), le16(...units));
}
