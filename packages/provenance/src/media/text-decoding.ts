import { latin1Text } from '../bytes/latin1-text.ts';
import type { ItemEncoding } from './metadata-item.ts';

/** UTF-16 by its mark, or by the zero that half of XML's first character is. */
export function decodeXmlText(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return decode(bytes, 'utf-16le');
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return decode(bytes, 'utf-16be');
  return decode(bytes, 'utf-8');
}

/**
 * Text of bytes in a coding that the container states. Without one: UTF-16 by its mark, else UTF-8 when it is valid, else
 * GB 18030 when it is valid, else Latin-1. A mark is dropped; what cannot be decoded becomes U+FFFD.
 */
export function decodeItemText(bytes: Uint8Array, encoding: ItemEncoding): string {
  switch (encoding) {
    case 'utf-16':
      return decode(bytes, bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-16le');
    case 'utf-16le':
    case 'utf-16be':
      return decode(bytes, encoding);
    case 'pdf':
      return decodePdfText(bytes);
    case 'latin1':
      // Writers put UTF-8 into fields that their format calls Latin-1; valid UTF-8 is hardly ever anything else.
      return tryDecode(bytes, 'utf-8') ?? latin1Text(bytes);
    case 'utf-8':
    case 'ascii':
    case null:
      return guess(bytes);
  }
}

function guess(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return decode(bytes, 'utf-16le');
  if (a === 0xfe && b === 0xff) return decode(bytes, 'utf-16be');
  return tryDecode(bytes, 'utf-8') ?? tryDecode(bytes, 'gb18030') ?? latin1Text(bytes);
}

/** A PDF text string (ISO 32000-2 §7.9.2.2). The upper half of PDFDocEncoding differs from Latin-1 in signs no label has. */
function decodePdfText(bytes: Uint8Array): string {
  const [a, b, c] = bytes;
  if (a === 0xfe && b === 0xff) return decode(bytes, 'utf-16be');
  if (a === 0xff && b === 0xfe) return decode(bytes, 'utf-16le');
  if (a === 0xef && b === 0xbb && c === 0xbf) return decode(bytes, 'utf-8');
  return tryDecode(bytes, 'utf-8') ?? latin1Text(bytes);
}

function decode(bytes: Uint8Array, label: string): string {
  return new TextDecoder(label).decode(bytes);
}

function tryDecode(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
