import { toUSVString } from 'node:util';

/**
 * JSON for a `jsonb` column: texts of a file may contain U+0000 or halves of surrogate pairs, which PostgreSQL refuses and which
 * are not characters. They become U+FFFD, as they would in any other output.
 */
export function storedJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'string' ? toUSVString(member).replaceAll('\u0000', '\uFFFD') : member,
  );
}
