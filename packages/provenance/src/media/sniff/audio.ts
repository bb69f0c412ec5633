import { hasAscii } from '../../bytes/match.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaType } from '../media-types.ts';
import type { SniffWindow } from './window.ts';

const ID3_HEADER_BYTES = 10;
const ID3_FOOTER_FLAG = 0x10;

/** Tags at the start of an audio file: what follows them decides (ID3v2.4 §3.1). */
export function sniffId3(window: SniffWindow): MediaType | null {
  let offset = 0;
  for (let tags = 0; tags < LIMITS.sniffSkips; tags += 1) {
    const end = id3End(window.at(offset, ID3_HEADER_BYTES), offset);
    if (end === null) break;
    offset = end;
  }
  if (offset === 0) return null;
  const behind = window.at(offset, LIMITS.sniffAudioGapBytes);
  if (hasAscii(behind, 0, 'fLaC')) return 'audio/flac';
  // After a tag one frame header is enough; after a gap, two must agree.
  if (decodeFrameHeader(behind, 0) !== null) return 'audio/mpeg';
  if (startsTwoAdtsFrames(behind)) return 'audio/aac';
  for (let gap = 1; gap < behind.length; gap += 1) {
    if (startsTwoFrames(behind, gap)) return 'audio/mpeg';
  }
  return null;
}

/** AAC in ADTS without a tag. */
export function sniffAdts(window: SniffWindow): MediaType | null {
  return startsTwoAdtsFrames(window.head) ? 'audio/aac' : null;
}

const ADTS_HEADER_BYTES = 7;

/** Two frames that follow each other and agree in version, profile and rate (ISO/IEC 13818-7 §6.2). */
function startsTwoAdtsFrames(bytes: Uint8Array): boolean {
  const first = decodeAdtsHeader(bytes, 0);
  return first !== null && decodeAdtsHeader(bytes, first.length)?.constant === first.constant;
}

function decodeAdtsHeader(bytes: Uint8Array, offset: number): { constant: number; length: number } | null {
  if (offset + ADTS_HEADER_BYTES > bytes.length) return null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = bytes.subarray(offset, offset + ADTS_HEADER_BYTES);
  const samplingIndex = (c >> 2) & 0x0f;
  const length = (d & 3) * 0x800 + e * 8 + (f >> 5);
  // Twelve set bits, layer 0, and a sampling rate that exists.
  if (a !== 0xff || (b & 0xf6) !== 0xf0 || samplingIndex > 12 || length <= ADTS_HEADER_BYTES) return null;
  return { constant: (b & 0x0f) * 0x100 + (c & 0xfc), length };
}

/** MPEG audio without a tag: two frames that follow each other and agree, as twelve set bits alone prove nothing. */
export function sniffMpegAudio(window: SniffWindow): MediaType | null {
  return startsTwoFrames(window.head, 0) ? 'audio/mpeg' : null;
}

function id3End(header: Uint8Array, offset: number): number | null {
  if (header.length < ID3_HEADER_BYTES || !hasAscii(header, 0, 'ID3')) return null;
  const [, , , major = 0xff, minor = 0xff, flags = 0, ...size] = header;
  if (major === 0xff || minor === 0xff || size.some((byte) => byte > 0x7f)) return null;
  const length = size.reduce((sum, byte) => sum * 0x80 + byte, 0);
  const footer = (flags & ID3_FOOTER_FLAG) === 0 ? 0 : ID3_HEADER_BYTES;
  return offset + ID3_HEADER_BYTES + length + footer;
}

interface FrameHeader {
  /** Version, layer and sampling rate: constant through a stream. */
  constant: number;
  /** Bytes to the next frame; null for the free format, which does not tell. */
  length: number | null;
}

/** Kilobits per second by index 1 to 14 (ISO/IEC 11172-3 §2.4.2.3, 13818-3). */
const BIT_RATES = {
  v1l1: [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  v1l2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  v1l3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2l1: [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  v2l23: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const VERSION_1 = 3;
const VERSION_2_5 = 0;
const LAYER_1 = 3;
const LAYER_2 = 2;

function decodeFrameHeader(bytes: Uint8Array, offset: number): FrameHeader | null {
  const [a = 0, b = 0, c = 0] = bytes.subarray(offset, offset + 4);
  const version = (b >> 3) & 3;
  const layer = (b >> 1) & 3;
  const rateIndex = c >> 4;
  const samplingIndex = (c >> 2) & 3;
  const reserved = version === 1 || layer === 0 || rateIndex === 15 || samplingIndex === 3;
  if (a !== 0xff || b < 0xe0 || reserved || offset + 4 > bytes.length) return null;
  const constant = (b & 0x1e) * 4 + samplingIndex;
  if (rateIndex === 0) return { constant, length: null };
  const rate = (bitRates(version, layer)[rateIndex - 1] ?? 0) * 1000;
  const sampling = ([44_100, 48_000, 32_000][samplingIndex] ?? 0) / samplingDivisor(version);
  const padding = (c >> 1) & 1;
  if (layer === LAYER_1) return { constant, length: (Math.floor((12 * rate) / sampling) + padding) * 4 };
  const samplesPer8Bits = layer === LAYER_2 || version === VERSION_1 ? 144 : 72;
  return { constant, length: Math.floor((samplesPer8Bits * rate) / sampling) + padding };
}

function bitRates(version: number, layer: number): readonly number[] {
  if (version !== VERSION_1) return layer === LAYER_1 ? BIT_RATES.v2l1 : BIT_RATES.v2l23;
  if (layer === LAYER_1) return BIT_RATES.v1l1;
  return layer === LAYER_2 ? BIT_RATES.v1l2 : BIT_RATES.v1l3;
}

function samplingDivisor(version: number): number {
  if (version === VERSION_1) return 1;
  return version === VERSION_2_5 ? 4 : 2;
}

function startsTwoFrames(bytes: Uint8Array, offset: number): boolean {
  const first = decodeFrameHeader(bytes, offset);
  if (first === null || first.length === null) return false;
  return decodeFrameHeader(bytes, offset + first.length)?.constant === first.constant;
}
