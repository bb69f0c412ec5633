import { concat, le16, le32, u8, type Bytes, type Part } from '../bytes.ts';

const OGG_POLYNOMIAL = 0x04c1_1db7;
const LACING_MAX = 255;
const PAGE_SEGMENTS_MAX = 255;
const BLOCK_SAMPLES = 256;
const PACKETS = 4;
/** One 20 ms stereo frame of silence in CELT. */
const OPUS_SILENCE = u8(0xf8, 0xff, 0xfe);
const OPUS_FRAME_SAMPLES = 960;
const SERIAL = 0x52_65_76_61;

export interface OggOptions {
  /** `NAME=value`, as in the comment header. */
  comments?: readonly string[];
}

/** Silent mono Vorbis at 8 kHz: the three headers and a few packets. */
export function buildOggVorbis(options: OggOptions = {}): Bytes {
  const identification = concat(u8(1), 'vorbis', le32(0), u8(1), le32(8000, 0, 0, 0), u8(0x88, 1));
  const comment = concat(u8(3), 'vorbis', vorbisComments(...(options.comments ?? [])), u8(1));
  const audio = Array.from({ length: PACKETS }, () => u8(0));
  return oggFile(identification, [comment, vorbisSetup()], audio, BLOCK_SAMPLES / 2);
}

/** Silent stereo Opus (RFC 7845). */
export function buildOpus(options: OggOptions = {}): Bytes {
  const head = concat('OpusHead', u8(1, 2), le16(312), le32(48_000), le16(0), u8(0));
  const tags = concat('OpusTags', vorbisComments(...(options.comments ?? [])));
  const audio = Array.from({ length: PACKETS }, () => OPUS_SILENCE);
  return oggFile(head, [tags], audio, OPUS_FRAME_SAMPLES);
}

/** Vendor and list, without the framing bit that only Vorbis itself has. */
export function vorbisComments(...comments: Part[]): Bytes {
  const lengthAndText = (text: Part): Bytes => {
    const bytes = concat(text);
    return concat(le32(bytes.length), bytes);
  };
  return concat(lengthAndText('revera'), le32(comments.length), ...comments.map(lengthAndText));
}

export interface OggPage {
  /** 1 continued, 2 first, 4 last. Default 0. */
  flags?: number;
  /** Samples up to the page's end; -1 when no packet ends here. Default 0. */
  position?: number;
  sequence: number;
  serial?: number;
  /** The segment table as it is written; its sum should be the length of `body`. */
  lacing: Part;
  body: Uint8Array;
}

/** One page, with its checksum. */
export function oggPage({ flags = 0, position = 0, sequence, serial = SERIAL, lacing, body }: OggPage): Bytes {
  const numbers = le32(position, position < 0 ? -1 : 0, serial, sequence, 0);
  const table = concat(lacing);
  const head = concat('OggS', u8(0, flags), numbers, u8(table.length), table);
  const page = concat(head, body);
  page.set(le32(oggCrc(page)), 22);
  return page;
}

function oggFile(first: Bytes, headers: Bytes[], audio: Bytes[], packetSamples: number): Bytes {
  const pages = [oggPage({ flags: 2, sequence: 0, lacing: [first.length], body: first })];
  for (const { continued, lacing, body } of headerPages(headers)) {
    pages.push(oggPage({ flags: continued ? 1 : 0, sequence: pages.length, lacing, body }));
  }
  const lacing = audio.map((packet) => packet.length);
  const position = audio.length * packetSamples;
  pages.push(oggPage({ flags: 4, position, sequence: pages.length, lacing, body: concat(...audio) }));
  return concat(...pages);
}

/** Packets one after another in as many pages as they need; a page holds at most 255 segments of 255 bytes. */
function headerPages(packets: Bytes[]): { continued: boolean; lacing: Bytes; body: Bytes }[] {
  const lacing: number[] = [];
  for (const packet of packets) {
    for (let left = packet.length; ; left -= LACING_MAX) {
      lacing.push(Math.min(left, LACING_MAX));
      if (left < LACING_MAX) break;
    }
  }
  const body = concat(...packets);
  const pages: { continued: boolean; lacing: Bytes; body: Bytes }[] = [];
  let at = 0;
  for (let segment = 0; segment < lacing.length; segment += PAGE_SEGMENTS_MAX) {
    const row = Uint8Array.from(lacing.slice(segment, segment + PAGE_SEGMENTS_MAX));
    const bytes = row.reduce((sum, size) => sum + size, 0);
    const continued = segment > 0 && lacing[segment - 1] === LACING_MAX;
    pages.push({ continued, lacing: row, body: concat(body.subarray(at, at + bytes)) });
    at += bytes;
  }
  return pages;
}

/** CRC-32 without reflection and without a final inversion (RFC 3533 §6). */
function oggCrc(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ OGG_POLYNOMIAL : value << 1;
  }
  return value >>> 0;
}

/** The smallest setup header (Vorbis I §4.2.4): one of each table, none of which silence uses. Pairs of value and bits. */
function vorbisSetup(): Bytes {
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let bit = 0; bit < count; bit++) bits.push((value >>> bit) & 1);
  };
  const codebook = [0, 8, 0x56_43_42, 24, 1, 16, 2, 24, 0, 2, 0, 5, 0, 5, 0, 4];
  const timeAndFloor = [0, 6, 0, 16, 0, 6, 1, 16, 0, 5, 0, 2, 7, 4];
  const residue = [0, 6, 0, 16, 0, 24, 0, 24, 0, 24, 0, 6, 0, 8, 0, 4];
  const mappingAndMode = [0, 6, 0, 16, 0, 4, 0, 24, 0, 6, 0, 1, 0, 16, 0, 16, 0, 8, 1, 1];
  const fields = [...codebook, ...timeAndFloor, ...residue, ...mappingAndMode];
  for (let at = 0; at < fields.length; at += 2) put(fields[at] ?? 0, fields[at + 1] ?? 0);
  const packed = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [index, bit] of bits.entries()) packed[index >> 3] = (packed[index >> 3] ?? 0) | (bit << (index & 7));
  return concat(u8(5), 'vorbis', packed);
}
