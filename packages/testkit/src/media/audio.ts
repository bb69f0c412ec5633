import { createHash } from 'node:crypto';
import { be16, be32, concat, u8, type Bytes, type Part } from '../bytes.ts';
import { missingBytes, paddingContent, type SizeOption } from './padding.ts';

/** MPEG-1 layer III, 128 kbit/s, 44.1 kHz, mono: 417 bytes a frame; zero side information is silence. */
const MP3_FRAME_HEADER = u8(0xff, 0xfb, 0x90, 0xc4);
const MP3_FRAME_BYTES = 417;
const MP3_FRAMES = 4;
const ID3_HEAD_BYTES = 10;
const FLAC_BLOCK_HEAD_BYTES = 4;
const FLAC_BLOCK_MAX = 0xff_ff_ff;
const FLAC_BLOCK_SAMPLES = 192;

/** Silent MP3 after an ID3v2.4 tag with a title; `sizeBytes` is reached with a `TXXX` frame. */
export function buildMp3(options: SizeOption = {}): Bytes {
  const title = id3Frame('TIT2', concat(u8(3), 'Revera test'));
  const audio = concat(...Array.from({ length: MP3_FRAMES }, mp3Frame));
  const description = concat(u8(0), 'pad\0');
  const missing = missingBytes(options, id3Tag(title).length + audio.length);
  const padding = paddingContent(missing, ID3_HEAD_BYTES + description.length);
  const frames = padding === undefined ? [] : [id3Frame('TXXX', concat(description, padding.fill(0x50)))];
  return concat(id3Tag(...frames, title), audio);
}

/** One silent layer III frame. */
export function mp3Frame(): Bytes {
  return concat(MP3_FRAME_HEADER, new Uint8Array(MP3_FRAME_BYTES - MP3_FRAME_HEADER.length));
}

/** An ID3v2.4 tag of whole frames. */
export function id3Tag(...frames: Bytes[]): Bytes {
  const body = concat(...frames);
  return concat('ID3', u8(4, 0, 0), synchsafe(body.length), body);
}

/** An ID3v2.4 frame. */
export function id3Frame(id: string, data: Uint8Array): Bytes {
  return concat(id, synchsafe(data.length), u8(0, 0), data);
}

/** Seven bits a byte, so that a length never looks like an MPEG sync word. */
export function synchsafe(value: number): Bytes {
  return u8((value >>> 21) & 127, (value >>> 14) & 127, (value >>> 7) & 127, value & 127);
}

/** One constant block of 192 silent mono samples, with right CRCs and MD5; `sizeBytes` is reached with PADDING blocks. */
export function buildFlac(options: SizeOption = {}): Bytes {
  const md5 = createHash('md5')
    .update(new Uint8Array(FLAC_BLOCK_SAMPLES * 2))
    .digest();
  // 20 bits sample rate, 3 bits channels - 1, 5 bits depth - 1, 36 bits number of samples.
  const packed = (44_100n << 44n) | (15n << 36n) | BigInt(FLAC_BLOCK_SAMPLES);
  const stream = concat(be16(FLAC_BLOCK_SAMPLES, FLAC_BLOCK_SAMPLES), new Uint8Array(6), bigBe64(packed), md5);
  const smallest = 4 + FLAC_BLOCK_HEAD_BYTES + stream.length + flacFrame().length;
  const padding = flacPadding(missingBytes(options, smallest));
  return concat('fLaC', flacBlock(0, stream, padding.length === 0), ...padding, flacFrame());
}

function flacPadding(bytes: number): Bytes[] {
  const blocks: Bytes[] = [];
  let left = bytes;
  while (left > 0) {
    let size = Math.min(left, FLAC_BLOCK_MAX + FLAC_BLOCK_HEAD_BYTES);
    if (left > size && left - size < FLAC_BLOCK_HEAD_BYTES) size -= FLAC_BLOCK_HEAD_BYTES;
    left -= size;
    blocks.push(flacBlock(1, paddingContent(size, FLAC_BLOCK_HEAD_BYTES) ?? new Uint8Array(0), left === 0));
  }
  return blocks;
}

/** A metadata block of FLAC. */
export function flacBlock(type: number, content: Part, isLast = false): Bytes {
  const data = concat(content);
  return concat(be32((isLast ? 0x80_00_00_00 : 0) + type * 0x1_00_00_00 + data.length), data);
}

function flacFrame(): Bytes {
  // 192 samples, 44.1 kHz; mono, 16 bits; frame number 0.
  const header = u8(0xff, 0xf8, 0x19, 0x08, 0x00);
  const frame = concat(header, u8(crc(header, 8, 0x07)), u8(0, 0, 0));
  return concat(frame, be16(crc(frame, 16, 0x8005)));
}

function crc(bytes: Uint8Array, width: 8 | 16, polynomial: number): number {
  const top = 1 << (width - 1);
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit++) value = value & top ? (value << 1) ^ polynomial : value << 1;
    value &= top * 2 - 1;
  }
  return value;
}

function bigBe64(value: bigint): Bytes {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setBigUint64(0, value);
  return out;
}
