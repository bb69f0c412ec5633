import { LANGUAGE_PATHS } from '../../shared/language.ts';

const CHARACTERS_MAX = 1_000;

/** One of our pages, from the root: printable ASCII, so that no browser reads anything else into it. */
const OWN_PAGE = new RegExp(`^/(?:${Object.values(LANGUAGE_PATHS).join('|')})(?:[/?][\\x21-\\x7e]*)?$`);

/**
 * Where to go on after signing in, as an address may name it; null: nowhere of ours. A path that begins with two slashes,
 * or with a backslash, which browsers take for one, would lead to another site.
 */
export function nextPath(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text.length > CHARACTERS_MAX) return null;
  const isOurs = OWN_PAGE.test(text) && !text.includes('//') && !text.includes('\\');
  // The same as a browser reads it, with its dots resolved.
  return isOurs && OWN_PAGE.test(new URL(text, 'http://localhost').pathname) ? text : null;
}

/** A page with the one to go on to behind it. */
export function withNext(path: string, next: string | null): string {
  return next === null ? path : `${path}?next=${encodeURIComponent(next)}`;
}
