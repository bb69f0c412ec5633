import { be32, concat, type Bytes } from '@revera/testkit';
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

interface Chunk {
  type: string;
  data: Uint8Array;
}

export interface Raster {
  width: number;
  height: number;
  /** 3 or 4 bytes of each pixel. */
  pixels: Uint8Array;
}

export interface PictureOptions {
  /** The filter type of each row; default is each of the five in turn. */
  filters?: readonly number[];
  /** Between header and image data. */
  chunks?: readonly Chunk[];
  /** Instead of 8 bits, the colour type, and no interlacing. */
  header?: { depth?: number; colour?: number; interlace?: number };
  /** Image data are cut into this many chunks. */
  parts?: number;
  /** Between the parts. */
  between?: readonly Chunk[];
}

/** Pixels without a pattern, so that a wrong neighbour shows. */
export function rasterOf(width: number, height: number, channels: 3 | 4, alpha = 255): Raster {
  const pixels = Uint8Array.from({ length: width * height * channels }, (_, i) =>
    channels === 4 && i % 4 === 3 ? alpha : (i * i * 7 + (i >> 3) * 31) & 255,
  );
  return { width, height, pixels };
}

/** A PNG of these pixels. The filters are written from the specification's definition, pixel by pixel. */
export function pictureOf(raster: Raster, options: PictureOptions = {}): Bytes {
  const { width, height, pixels } = raster;
  const channels = pixels.length / (width * height);
  const { depth = 8, colour = channels === 3 ? 2 : 6, interlace = 0 } = options.header ?? {};
  const data = deflateSync(filteredRows(raster, channels, options.filters ?? [0, 1, 2, 3, 4]));
  const { parts = 1, between = [] } = options;
  const size = Math.ceil(data.length / parts);
  const pieces = Array.from({ length: parts }, (_, i) => pngChunk('IDAT', data.subarray(i * size, (i + 1) * size)));
  const others = between.map(({ type, data: content }) => pngChunk(type, content));
  return concat(
    SIGNATURE,
    pngChunk('IHDR', concat(be32(width, height), [depth, colour, 0, 0, interlace])),
    ...(options.chunks ?? []).map(({ type, data: content }) => pngChunk(type, content)),
    ...pieces.flatMap((piece, i) => (i === 0 ? [piece, ...others] : [piece])),
    pngChunk('IEND', new Uint8Array(0)),
  );
}

function filteredRows({ width, height, pixels }: Raster, channels: number, filters: readonly number[]): Bytes {
  const rowBytes = width * channels;
  const at = (x: number, y: number): number => (x < 0 || y < 0 ? 0 : (pixels[y * rowBytes + x] ?? 0));
  const rows = Array.from({ length: height }, (_, y) => {
    const type = filters[y % filters.length] ?? 0;
    const row = Uint8Array.from({ length: rowBytes }, (_byte, x) => {
      const [a, b, c] = [at(x - channels, y), at(x, y - 1), at(x - channels, y - 1)];
      return at(x, y) - predicted(type, a, b, c);
    });
    return concat([type], row);
  });
  return concat(...rows);
}

function predicted(type: number, a: number, b: number, c: number): number {
  if (type === 4) {
    const estimate = a + b - c;
    const [nearest = 0] = [a, b, c].toSorted((x, y) => Math.abs(estimate - x) - Math.abs(estimate - y));
    return nearest;
  }
  return [0, a, b, Math.floor((a + b) / 2)][type] ?? 0;
}

function pngChunk(type: string, data: Uint8Array): Bytes {
  const body = concat(type, data);
  return concat(be32(data.length), body, be32(crc32(body)));
}
