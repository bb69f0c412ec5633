import { toUSVString } from 'node:util';

/** How JSON writes U+0000 and half a surrogate pair; also a text that only looks like that, which does no harm. */
const REFUSED_ESCAPE = /\\u(?:0000|d[89a-f])/;

/**
 * JSON for a `jsonb` column: texts of a file may contain U+0000 or halves of surrogate pairs, which PostgreSQL refuses and which
 * are not characters. They become U+FFFD, as they would in any other output.
 */
export function storedJson(value: unknown): string {
  // Of a whole report this takes a third of the time, and almost no file has such texts.
  const text = JSON.stringify(value);
  if (!REFUSED_ESCAPE.test(text)) return text;
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'string' ? toUSVString(member).replaceAll('\u0000', '\uFFFD') : member,
  );
}
