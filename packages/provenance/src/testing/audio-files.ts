import { oggChecksum } from '../media/ogg-page.ts';
import { concat as concatBytes, u32 } from './bytes.ts';

type Part = Uint8Array | readonly number[] | string;
type Bytes = Uint8Array<ArrayBuffer>;

/** Builders of tagged audio for tests of readers and writers. */

export interface PageOptions {
  serial?: number;
  sequence: number;
  /** 1 continued, 2 first, 4 last. */
  flags?: number;
  /** Samples up to the page's end; below zero: no packet ends here. */
  position?: number;
}

/** A page around bytes whose last packet ends with the page, unless `open`. */
export function oggPage(packets: Part[], options: PageOptions & { open?: boolean }): Bytes {
  const { serial = 7, sequence, flags = 0, position = 0, open = false } = options;
  const bodies = packets.map((packet) => concat(packet));
  const lacing = bodies.flatMap(({ length }, index) => {
    const full = Array.from({ length: Math.floor(length / 255) }, () => 255);
    return open && index === bodies.length - 1 ? full : [...full, length % 255];
  });
  const granule = position < 0 ? new Uint8Array(8).fill(0xff) : concat(le32(position), le32(0));
  const head = concat('OggS', u8(0, flags), granule, le32(serial), le32(sequence), le32(0), u8(lacing.length));
  const page = concat(head, lacing, ...bodies);
  page.set(le32(oggChecksum(page)), 22);
  return page;
}

/** The content of a comment header. */
export function vorbisComments(...comments: Part[]): Bytes {
  const list = comments.map((comment) => concat(comment)).flatMap((comment) => [le32(comment.length), comment]);
  return concat(le32(4), 'test', le32(comments.length), ...list);
}

export const OPUS_HEAD = concat('OpusHead', u8(1, 1, 0, 0), le32(48_000), u8(0, 0, 0));
export const VORBIS_HEAD = concat(u8(1), 'vorbis', new Uint8Array(23));

/** Opus with the comments and three pages of sound. */
export function buildOpus(...comments: Part[]): Bytes {
  return concat(
    oggPage([OPUS_HEAD], { sequence: 0, flags: 2 }),
    oggPage([concat('OpusTags', vorbisComments(...comments))], { sequence: 1 }),
    ...sound(2),
  );
}

/** Vorbis whose comment and setup packets share a page. */
export function buildVorbis(...comments: Part[]): Bytes {
  return concat(
    oggPage([VORBIS_HEAD], { sequence: 0, flags: 2 }),
    oggPage([concat(u8(3), 'vorbis', vorbisComments(...comments), u8(1)), vorbisSetup()], { sequence: 1 }),
    ...sound(2),
  );
}

export function vorbisSetup(): Bytes {
  return concat(u8(5), 'vorbis', new Uint8Array(600).fill(9));
}

function sound(from: number): Bytes[] {
  return [0, 1, 2].map((index) => {
    const options = { sequence: from + index, position: 960 * (index + 1), flags: index === 2 ? 4 : 0 };
    return oggPage([u8(0xfc, 1, index), new Uint8Array(300).fill(index)], options);
  });
}

/** A metadata block of FLAC. */
export function flacBlock(type: number, content: Part, isLast = false): Bytes {
  const bytes = concat(content);
  const { length } = bytes;
  return concat(u8(type + (isLast ? 0x80 : 0), length >> 16, (length >> 8) & 0xff, length & 0xff), bytes);
}

export const FLAC_SOUND = u8(0xff, 0xf8, 0x19, 0x08, 0, 1, 2, 3);

/** FLAC with these blocks behind the first; the last of them is marked as such. */
export function buildFlacOf(...blocks: { type: number; content: Part }[]): Bytes {
  const rest = blocks.map(({ type, content }, index) => flacBlock(type, content, index === blocks.length - 1));
  return concat('fLaC', flacBlock(0, new Uint8Array(34), blocks.length === 0), ...rest, FLAC_SOUND);
}

/** AAC LC at 44.1 kHz, mono. */
export function adtsFrames(): Bytes {
  const frame = concat(u8(0xff, 0xf1, 0x50, 0x40, 0x04, 0x1f, 0xfc), new Uint8Array(25));
  return concat(frame, frame, frame);
}

/** An APE tag of version 2 with header and footer. */
export function apeTag(items: Record<string, Part>): Bytes {
  const list = Object.entries(items).map(([key, value]) => {
    const bytes = concat(value);
    return concat(le32(bytes.length, 0), key, u8(0), bytes);
  });
  const body = concat(...list);
  const frame = (flags: number) =>
    concat('APETAGEX', le32(2000, body.length + 32, list.length, flags), new Uint8Array(8));
  return concat(frame(0xa000_0000), body, frame(0x8000_0000));
}

/** ID3v1, which has no room for a label. */
export function id3v1(): Bytes {
  return concat('TAG', new Uint8Array(125));
}

function concat(...parts: Part[]): Bytes {
  const bytes = concatBytes(...parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part)));
  return new Uint8Array(bytes);
}

function u8(...values: number[]): Bytes {
  return Uint8Array.from(values);
}

function le32(...values: number[]): Bytes {
  return concat(...values.map((value) => u32(value).toReversed()));
}
