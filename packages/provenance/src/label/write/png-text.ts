import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import type { MediaSource } from '../../media/media-source.ts';
import type { ItemEncoding } from '../../media/metadata-item.ts';

export const XMP_KEYWORD = 'XML:com.adobe.xmp';
export const PNG_TEXT_TYPES: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt']);

interface PngText {
  keyword: string;
  /** Null: it cannot be decompressed. */
  value: Uint8Array | null;
  encoding: ItemEncoding;
}

/**
 * The text of a tEXt, zTXt or iTXt chunk (PNG 3rd edition §11.3.3); null when it has no form.
 * @throws {LimitError} the file's budget is spent
 */
export function readPngText(source: MediaSource, type: string, data: Uint8Array, offset: number): PngText | null {
  const nameEnd = data.indexOf(0);
  if (nameEnd === -1) return null;
  const keyword = Buffer.from(data.subarray(0, nameEnd)).toString('latin1');
  const rest = nameEnd + 1;
  if (type === 'tEXt') return { keyword, value: data.subarray(rest), encoding: 'latin1' };
  if (type === 'zTXt') return { keyword, value: inflated(source, data.subarray(rest + 1), offset), encoding: 'latin1' };
  const languageEnd = data.indexOf(0, rest + 2);
  const translatedEnd = languageEnd === -1 ? -1 : data.indexOf(0, languageEnd + 1);
  if (translatedEnd === -1) return null;
  const stored = data.subarray(translatedEnd + 1);
  const value = data[rest] === 0 ? stored : inflated(source, stored, offset);
  return { keyword, value, encoding: 'utf-8' };
}

/** The content of the iTXt chunk that holds XMP (ISO 16684-3 §1.1.5): not compressed, without language or translation. */
export function xmpTextContent(packet: Uint8Array): Uint8Array {
  return Uint8Array.from(Buffer.concat([Buffer.from(`${XMP_KEYWORD}\0\0\0\0\0`, 'latin1'), packet]));
}

function inflated(source: MediaSource, bytes: Uint8Array, offset: number): Uint8Array | null {
  try {
    return source.decompress(bytes, 'zlib', offset, 'PNG text');
  } catch (error) {
    // What no reader can decompress is nobody's label.
    if (error instanceof DecodeError && !(error instanceof LimitError && error.isFinal)) return null;
    throw error;
  }
}
