import { concat, le16, le32, type Bytes, type Part } from '../bytes.ts';
import { buildJpeg } from './jpeg.ts';
import { missingBytes, paddingContent, type SizeOption } from './padding.ts';

const CHUNK_HEAD_BYTES = 8;
const SIDE = 16;

/** A RIFF chunk with its length and its padding byte. */
export function riffChunk(type: string, ...parts: Part[]): Bytes {
  const data = concat(...parts);
  return concat(type, le32(data.length), data, data.length % 2 === 0 ? [] : [0]);
}

/** A `LIST` or `RIFF` chunk of the given form type. */
export function riffList(kind: 'RIFF' | 'LIST', formType: string, ...chunks: Part[]): Bytes {
  return riffChunk(kind, formType, ...chunks);
}

/** A 16x16 lossless WebP of one colour; `sizeBytes` (even) is reached with an unknown chunk, which readers skip. */
export function buildWebp(options: SizeOption = {}): Bytes {
  return padded(options, 'paDd', (padding) => riffList('RIFF', 'WEBP', riffChunk('VP8L', vp8l()), ...padding));
}

/** Mono 16-bit PCM at 8 kHz, 64 samples of a triangle wave; `sizeBytes` (even) is reached with `JUNK`. */
export function buildWav(options: SizeOption = {}): Bytes {
  const samples = le16(...Array.from({ length: 64 }, (_, index) => Math.abs((index % 16) - 8) * 1000));
  const format = riffChunk('fmt ', le16(1, 1), le32(8000, 16_000), le16(2, 16));
  return padded(options, 'JUNK', (padding) => riffList('RIFF', 'WAVE', format, ...padding, riffChunk('data', samples)));
}

/** One Motion-JPEG frame with its index; `sizeBytes` (even) is reached with `JUNK`. */
export function buildAvi(options: SizeOption = {}): Bytes {
  const jpeg = buildJpeg({ width: SIDE, height: SIDE });
  const frame = riffChunk('00dc', jpeg);
  const mainHeader = riffChunk('avih', le32(1_000_000, 25_000, 0, 0x10, 1, 0, 1, jpeg.length, SIDE, SIDE, 0, 0, 0, 0));
  const streamHeader = riffChunk(
    'strh',
    concat(
      'vids',
      'MJPG',
      le32(0),
      le16(0, 0),
      le32(0, 1, 1, 0, 1, jpeg.length, 0xffffffff, 0),
      le16(0, 0, SIDE, SIDE),
    ),
  );
  const streamFormat = riffChunk(
    'strf',
    le32(40, SIDE, SIDE),
    le16(1, 24),
    concat('MJPG', le32(SIDE * SIDE * 3, 0, 0, 0, 0)),
  );
  const index = riffChunk('idx1', '00dc', le32(0x10, 4, jpeg.length));
  return padded(options, 'JUNK', (padding) =>
    riffList(
      'RIFF',
      'AVI ',
      riffList('LIST', 'hdrl', mainHeader, riffList('LIST', 'strl', streamHeader, streamFormat)),
      ...padding,
      riffList('LIST', 'movi', frame),
      index,
    ),
  );
}

function padded(options: SizeOption, type: string, build: (padding: Bytes[]) => Bytes): Bytes {
  const content = paddingContent(missingBytes(options, build([]).length), CHUNK_HEAD_BYTES);
  if (content === undefined) return build([]);
  if (content.length % 2 === 1) throw new RangeError('A RIFF file has an even size');
  return build([riffChunk(type, content)]);
}

/**
 * A VP8L stream (RFC 9649 §3) whose five prefix codes have one symbol each: pixels then take no bits at all.
 * Bits are written least significant first.
 */
function vp8l(): Bytes {
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let bit = 0; bit < count; bit++) bits.push((value >> bit) & 1);
  };
  put(0x2f, 8);
  put(SIDE - 1, 14);
  put(SIDE - 1, 14);
  put(0, 1 + 3);
  put(0, 3); // no transform, no colour cache, no meta prefix codes
  for (const symbol of [0x80, 0x40, 0xc0, 0xff, 0]) {
    put(1, 1); // simple code
    put(0, 1); // of one symbol
    put(1, 1); // of eight bits
    put(symbol, 8);
  }
  const out = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [index, bit] of bits.entries()) out[index >> 3] = (out[index >> 3] ?? 0) | (bit << (index & 7));
  return out;
}
