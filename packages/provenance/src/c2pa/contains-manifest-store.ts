import type { RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { MANIFEST_STORE_UUID } from '../media/sniff/manifest-store.ts';

const DESCRIPTION = Buffer.concat([Buffer.from('jumd'), Buffer.from(MANIFEST_STORE_UUID, 'hex')]);
const LABEL = Buffer.from('c2pa\0');
const TOGGLES_BYTES = 1;
const MARK_BYTES = DESCRIPTION.length + TOGGLES_BYTES + LABEL.length;
/**
 * The same in SVG, whose stores are Base64: the description starts at byte 12 of a store, a multiple of three, so that
 * its text is always the same. The toggles and the label are left out because the text does not end with them.
 */
const DESCRIPTION_BASE64 = Buffer.from(DESCRIPTION.subarray(0, 18).toString('base64'));

/**
 * Whether there is a manifest store anywhere in the file, found by the description box every store starts with.
 *
 * Used only when the container could not be read, to tell a damaged credential from a damaged picture. Looks at the first
 * `maxBytes`, in windows, so the whole file is never in memory.
 */
export function containsManifestStore(source: RandomAccess, maxBytes: number = LIMITS.storeSearchBytes): boolean {
  const end = Math.min(source.size, maxBytes);
  const overlap = MARK_BYTES - 1;
  for (let offset = 0; offset < end; offset += LIMITS.storeSearchWindowBytes) {
    const length = Math.min(LIMITS.storeSearchWindowBytes + overlap, end - offset);
    const window = source.read(offset, length);
    if (hasMark(Buffer.from(window.buffer, window.byteOffset, window.length))) return true;
  }
  return false;
}

function hasMark(window: Buffer): boolean {
  if (window.includes(DESCRIPTION_BASE64)) return true;
  for (let at = window.indexOf(DESCRIPTION); at !== -1; at = window.indexOf(DESCRIPTION, at + 1)) {
    const label = at + DESCRIPTION.length + TOGGLES_BYTES;
    if (window.subarray(label, label + LABEL.length).equals(LABEL)) return true;
  }
  return false;
}
