import { DecodeError } from '../../bytes/decode-error.ts';
import type { MediaSource } from '../media-source.ts';
import { entryOf, nameOf, wholeNumber, type PdfDictionary, type PdfValue } from './values.ts';

const FLATE = new Set(['FlateDecode', 'Fl']);

type Resolve = (value: PdfValue) => PdfValue;

/**
 * The data of a stream without its filters (ISO 32000-2 §7.4). Null for a filter other than Flate.
 * @throws {DecodeError} the data is damaged
 */
export function decodeFilters(
  source: MediaSource,
  dictionary: PdfDictionary,
  { data, offset, resolve }: { data: Uint8Array; offset: number; resolve: Resolve },
): Uint8Array | null {
  const filters = listOf(resolve(entryOf(dictionary, 'Filter'))).map(resolve);
  const parameters = listOf(resolve(entryOf(dictionary, 'DecodeParms'))).map(resolve);
  let out = data;
  // One is the rule; twice in a row is seen, more is an attack on the reader's time.
  if (filters.length > 2) return null;
  for (const [index, filter] of filters.entries()) {
    const name = nameOf(filter);
    // Decryption is done before; the filter then only says with which key.
    if (name === 'Crypt') continue;
    if (name === null || !FLATE.has(name)) return null;
    out = source.decompress(out, 'zlib', offset, 'PDF stream');
    const parameter = parameters[index];
    if (parameter?.kind !== 'dictionary') continue;
    const unpredicted = undoPredictor(out, parameter, { at: source.fileOffset(offset), resolve });
    if (unpredicted === null) return null;
    out = unpredicted;
  }
  return out;
}

function listOf(value: PdfValue): PdfValue[] {
  if (value.kind === 'array') return value.items;
  return value.kind === 'null' ? [] : [value];
}

interface PredictorContext {
  at: number;
  resolve: Resolve;
}

/** Undoes the PNG predictors (§7.4.4.4); the TIFF one is not used for what is read here: null. */
function undoPredictor(data: Uint8Array, parameters: PdfDictionary, context: PredictorContext): Uint8Array | null {
  const number = (name: string, standard: number): number => {
    const value = context.resolve(entryOf(parameters, name));
    const found = value.kind === 'null' ? standard : wholeNumber(value);
    if (found === null || found > 65_535) throw new DecodeError('PDF predictor', context.at);
    return found;
  };
  const predictor = number('Predictor', 1);
  if (predictor < 2) return data;
  if (predictor < 10) return null;
  const bits = number('Colors', 1) * number('BitsPerComponent', 8);
  const rowBytes = Math.ceil((bits * number('Columns', 1)) / 8);
  if (rowBytes < 1 || rowBytes > data.length) throw new DecodeError('PDF predictor', context.at);
  return undoPngRows(data, rowBytes, Math.max(1, bits >> 3));
}

/** Each row begins with the number of its filter (PNG, ISO/IEC 15948 §9); a last row that is cut off is left out. */
function undoPngRows(data: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const rows = Math.floor(data.length / (rowBytes + 1));
  const out = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row += 1) {
    const from = row * (rowBytes + 1);
    const to = row * rowBytes;
    const filter = data[from] ?? 0;
    for (let column = 0; column < rowBytes; column += 1) {
      const at = to + column;
      const byte = data[from + 1 + column] ?? 0;
      // Cross-references have the filter "up", and sums are taken modulo 256 by the array.
      if (filter === 2) out[at] = byte + (row > 0 ? (out[at - rowBytes] ?? 0) : 0);
      else out[at] = byte + predicted(filter, out, { at, rowBytes, isFirstRow: row === 0, pixelBytes, column });
    }
  }
  return out;
}

interface PixelPlace {
  at: number;
  rowBytes: number;
  isFirstRow: boolean;
  pixelBytes: number;
  column: number;
}

function predicted(filter: number, out: Uint8Array, place: PixelPlace): number {
  if (filter === 0 || filter > 4) return 0;
  const { at, rowBytes, isFirstRow, pixelBytes, column } = place;
  const left = column >= pixelBytes ? (out[at - pixelBytes] ?? 0) : 0;
  const up = isFirstRow ? 0 : (out[at - rowBytes] ?? 0);
  if (filter === 1) return left;
  if (filter === 3) return (left + up) >> 1;
  const upLeft = !isFirstRow && column >= pixelBytes ? (out[at - rowBytes - pixelBytes] ?? 0) : 0;
  return paeth(left, up, upLeft);
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
}
