import { toUSVString } from 'node:util';

/**
 * JSON that a `jsonb` column takes: texts of a file may hold U+0000 or halves of surrogate pairs, which PostgreSQL refuses
 * and which are no characters. They become U+FFFD, as they would on any other way out.
 */
export function storedJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'string' ? toUSVString(member).replaceAll('\u0000', '\uFFFD') : member,
  );
}
