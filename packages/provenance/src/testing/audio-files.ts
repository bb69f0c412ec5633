import { concat, le32, u8, type Bytes, type Part } from '@revera/testkit';
import { flacBlock, oggPage as pageOf, vorbisComments, type OggPage } from '@revera/testkit/media';

/** Builders of tagged audio for tests of readers and writers. */

type PageOptions = Pick<OggPage, 'sequence'> & Partial<Pick<OggPage, 'serial' | 'flags' | 'position'>>;

/** A page around packets, the last of which ends with the page unless it is `open`. */
export function oggPage(packets: Part[], { open = false, ...options }: PageOptions & { open?: boolean }): Bytes {
  const bodies = packets.map((packet) => concat(packet));
  const lacing = bodies.flatMap(({ length }, index) => {
    const full = Array.from({ length: Math.floor(length / 255) }, () => 255);
    return open && index === bodies.length - 1 ? full : [...full, length % 255];
  });
  return pageOf({ serial: 7, ...options, lacing, body: concat(...bodies) });
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

export const FLAC_SOUND = u8(0xff, 0xf8, 0x19, 0x08, 0, 1, 2, 3);

/** FLAC with these blocks after the first; the last of them is marked as such. */
export function buildFlacOf(...blocks: { type: number; content: Part }[]): Bytes {
  const rest = blocks.map(({ type, content }, index) => flacBlock(type, content, index === blocks.length - 1));
  return concat('fLaC', flacBlock(0, new Uint8Array(34), blocks.length === 0), ...rest, FLAC_SOUND);
}
