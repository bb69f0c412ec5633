import { toHex } from '../../bytes/hex.ts';
import { hasAscii, hasBytes } from '../../bytes/match.ts';
import type { MediaType } from '../media-types.ts';
import type { SniffWindow } from './window.ts';

/** Content type of a C2PA manifest store (C2PA 2.x §11.1.4.2): 63327061-0011-0010-8000-00AA00389B71 without dashes. */
export const MANIFEST_STORE_UUID = '6332706100110010800000aa00389b71';

/** A manifest store in a file of its own: a JUMBF superbox whose description says so. */
export function sniffManifestStore({ head }: SniffWindow): MediaType | null {
  const description = hasBytes(head, 0, [0, 0, 0, 1]) ? 16 : 8;
  if (!hasAscii(head, 4, 'jumb') || !hasAscii(head, description + 4, 'jumd')) return null;
  const uuid = toHex(head.subarray(description + 8, description + 24));
  return uuid === MANIFEST_STORE_UUID ? 'application/c2pa' : null;
}
