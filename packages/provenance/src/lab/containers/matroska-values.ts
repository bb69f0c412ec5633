import { plainText } from '../../bytes/plain-text.ts';
import type { EbmlElement } from '../../media/ebml.ts';
import { bigEndian } from '../../media/ebml.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { trimZeros } from '../../media/stored-value.ts';
import { LAB_LIMITS } from '../limits.ts';

/** Text of an element, cut at a bound. */
export function elementText(source: MediaSource, { data, end }: EbmlElement): string {
  const bytes = source.upTo(data, Math.min(end - data, LAB_LIMITS.shownChars), 'Matroska text');
  return plainText(new TextDecoder().decode(trimZeros(bytes)), LAB_LIMITS.shownChars);
}

/** An unsigned number of up to eight bytes; 0 for anything longer. */
export function elementNumber(source: MediaSource, { data, end }: EbmlElement): number {
  return end - data > 8 ? 0 : bigEndian(source.bytes(data, end - data, 'Matroska number'));
}

/** A floating point number of four or eight bytes; null for other lengths. */
export function float(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length === 4) return view.getFloat32(0);
  return bytes.length === 8 ? view.getFloat64(0) : null;
}
