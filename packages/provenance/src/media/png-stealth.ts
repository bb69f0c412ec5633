import { isObject, parseJson } from '../bytes/json.ts';
import { latin1Text } from '../bytes/latin1-text.ts';
import { LIMITS } from '../limits.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { decodePngRows, type PngRows } from './png-pixels.ts';

/**
 * Signatures of "stealth pnginfo": text in the lowest bits of the pixels, column by column, from the first pixel on. In
 * alpha one bit of each pixel, else one of red, green and blue in turn; plain, or compressed with gzip.
 */
const SIGNATURES = [
  { mark: 'stealth_pnginfo', isAlpha: true, isPacked: false },
  { mark: 'stealth_pngcomp', isAlpha: true, isPacked: true },
  { mark: 'stealth_rgbinfo', isAlpha: false, isPacked: false },
  { mark: 'stealth_rgbcomp', isAlpha: false, isPacked: true },
] as const;

const MARK_BYTES = 15;
const LENGTH_BYTES = 4;
/** Rows that hold the whole mark when each pixel of the first column gives one bit. */
const MARK_ROWS = MARK_BYTES * 8;
const PATH = 'IDAT/stealth';
/** Names of the values are those of PNG texts: title, program, source, comment. */
const MEMBERS_MAX = 16;

/**
 * Text that generators hide in the pixels of a PNG (NovelAI, and extensions of AUTOMATIC1111, Forge and SwarmUI), at
 * `IDAT/stealth`: the members of a JSON object as texts of their names, any other text as `parameters`. Only the first rows
 * of a picture are decompressed to look for the mark; damage there is no problem of the file.
 */
export function readStealthText(source: MediaSource, sink: MetadataSink): void {
  sink.attemptAside(() => {
    const start = decodePngRows(source, MARK_ROWS);
    const signature =
      start === null ? undefined : SIGNATURES.find(({ mark, isAlpha }) => markIn(start, isAlpha) === mark);
    if (signature === undefined) return;
    const picture = decodePngRows(source, null);
    if (picture === null) return;
    const head = bitsOf(picture, signature.isAlpha, 0, MARK_BYTES + LENGTH_BYTES);
    const length = Math.floor(new DataView(head.buffer).getUint32(MARK_BYTES) / 8);
    if (length === 0 || length > LIMITS.mediaItemBytes) return;
    const stored = bitsOf(picture, signature.isAlpha, MARK_BYTES + LENGTH_BYTES, length);
    const text = signature.isPacked ? source.decompress(stored, 'gzip', 0, 'stealth text') : stored;
    addTexts(source, sink, text);
  });
}

function markIn(rows: PngRows, isAlpha: boolean): string {
  if (isAlpha && rows.channels !== 4) return '';
  return latin1Text(bitsOf(rows, isAlpha, 0, MARK_BYTES));
}

/** So many bytes from the lowest bits, the highest bit first; zeros after the last pixel. */
function bitsOf(
  { rows, width, fullHeight, height, channels }: PngRows,
  isAlpha: boolean,
  from: number,
  length: number,
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(length);
  const perPixel = isAlpha ? 1 : 3;
  const rowBytes = 1 + width * channels;
  for (let bit = 0; bit < length * 8; bit += 1) {
    const index = from * 8 + bit;
    const pixel = Math.floor(index / perPixel);
    const [x, y] = [Math.floor(pixel / fullHeight), pixel % fullHeight];
    if (x >= width || y >= height) continue;
    const channel = isAlpha ? 3 : index % perPixel;
    const value = (rows[y * rowBytes + 1 + x * channels + channel] ?? 0) & 1;
    out[bit >> 3] = (out[bit >> 3] ?? 0) | (value << (7 - (bit & 7)));
  }
  return out;
}

function addTexts(source: MediaSource, sink: MetadataSink, bytes: Uint8Array): void {
  source.step('stealth text', 0);
  for (const [key, text] of membersOf(Buffer.from(bytes).toString('utf8'))) {
    const value = new TextEncoder().encode(text);
    sink.add({ kind: 'entry', path: PATH, key, offset: 0, length: source.size, bytes: value, encoding: 'utf-8' });
  }
}

/** NovelAI hides the texts of its PNG as one object of strings; the others hide the one text they write. */
function membersOf(text: string): [string, string][] {
  const value = text.startsWith('{') ? parseJson(text) : undefined;
  if (!isObject(value)) return [['parameters', text]];
  const members = Object.entries(value).slice(0, MEMBERS_MAX);
  return members.flatMap(([key, one]): [string, string][] => (typeof one === 'string' ? [[key, one]] : []));
}
