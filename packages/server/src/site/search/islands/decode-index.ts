import { member } from '../../kit/islands/member.ts';
import type { Entry } from './rank.ts';

/** The index as the server sends it: sections of pages. Undefined: it is something else. */
export function decodeIndex(value: unknown): Entry[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.map(decodeEntry);
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

function decodeEntry(value: unknown): Entry | undefined {
  const [url, page, heading, text] = ['url', 'page', 'heading', 'text'].map((name) => member(value, name));
  const isEntry =
    typeof url === 'string' && typeof page === 'string' && typeof heading === 'string' && typeof text === 'string';
  // The addresses are of this site: an index that says otherwise is not ours.
  return isEntry && /^\/(?!\/)/.test(url) ? { url, page, heading, text } : undefined;
}
