import { hasAscii } from '../bytes/match.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { TGA_FOOTER_BYTES, TGA_MARK } from './tga-footer.ts';

const EXTENSION_BYTES = 495;
/** Texts of the extension area, each ended by a zero (TGA 2.0, fields 11, 12 and 18). */
const TEXTS = [
  { key: 'Author', at: 2, length: 41 },
  { key: 'Comments', at: 43, length: 324 },
  { key: 'Software', at: 426, length: 41 },
] as const;

/** TGA of version 2: author, comments and program in the extension area. Version 1 has no place for them. */
export function readTga(source: MediaSource, sink: MetadataSink): void {
  if (source.size < TGA_FOOTER_BYTES) return;
  const footer = source.cursor(source.size - TGA_FOOTER_BYTES, TGA_FOOTER_BYTES, 'TGA footer', { littleEndian: true });
  const offset = footer.u32('TGA extension offset');
  footer.skip(4, 'TGA developer offset');
  if (!hasAscii(footer.slice(TGA_MARK.length, 'TGA footer'), 0, TGA_MARK) || offset === 0) return;
  const area = source.bytes(offset, EXTENSION_BYTES, 'TGA extension area');
  for (const { key, at, length } of TEXTS) {
    const field = area.subarray(at, at + length);
    const zero = field.indexOf(0);
    const bytes = field.subarray(0, zero === -1 ? field.length : zero);
    const place = { offset: source.fileOffset(offset + at), length: bytes.length };
    if (bytes.length > 0) sink.add({ kind: 'entry', path: 'TGA', key, ...place, bytes, encoding: 'latin1' });
  }
}
