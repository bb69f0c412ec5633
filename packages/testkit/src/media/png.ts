import { crc32, deflateSync } from 'node:zlib';
import { be32, concat, fromHex, u8, type Bytes } from '../bytes.ts';
import { missingBytes, paddingContent, type SizeOption } from './padding.ts';

export interface PngChunk {
  /** Four letters. */
  type: string;
  data: Uint8Array;
}

export interface PngOptions extends SizeOption {
  /** Default 16. */
  width?: number;
  /** Default 16. */
  height?: number;
  /** Between IHDR and IDAT. */
  chunks?: readonly PngChunk[];
  /** Between IDAT and IEND. */
  chunksAfterImage?: readonly PngChunk[];
}

export const PNG_SIGNATURE: Bytes = fromHex('89504e470d0a1a0a');
const CHUNK_OVERHEAD_BYTES = 12;

/** An RGB gradient; `sizeBytes` is reached with a private ancillary chunk `paDd`. */
export function buildPng(options: PngOptions = {}): Bytes {
  const { width = 16, height = 16 } = options;
  const head = concat(
    PNG_SIGNATURE,
    pngChunk('IHDR', concat(be32(width, height), u8(8, 2, 0, 0, 0))),
    ...(options.chunks ?? []).map(({ type, data }) => pngChunk(type, data)),
  );
  const tail = concat(
    pngChunk('IDAT', deflateSync(gradient(width, height))),
    ...(options.chunksAfterImage ?? []).map(({ type, data }) => pngChunk(type, data)),
    pngChunk('IEND', new Uint8Array(0)),
  );
  const padding = paddingContent(missingBytes(options, head.length + tail.length), CHUNK_OVERHEAD_BYTES);
  return concat(head, ...(padding === undefined ? [] : [pngChunk('paDd', padding)]), tail);
}

/** A chunk with its length and its right CRC. */
export function pngChunk(type: string, data: Uint8Array): Bytes {
  const body = concat(type, data);
  return concat(be32(data.length), body, be32(crc32(body)));
}

function gradient(width: number, height: number): Bytes {
  const rowBytes = 1 + width * 3;
  const out = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) out.set([(x * 16) & 255, (y * 16) & 255, 128], y * rowBytes + 1 + x * 3);
  }
  return out;
}
