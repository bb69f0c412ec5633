const UNNAMED = 'unnamed';

/**
 * A file name that may be stored and shown: the last path segment, without control, format (bidi overrides, zero width) and lone
 * surrogate characters, at most `maxCharacters`. It remains hostile text: never a path, always escaped.
 */
export function sanitizeFilename(name: string | undefined, maxCharacters: number): string {
  const segment =
    (name ?? '')
      .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
      .split(/[/\\]/)
      .pop()
      ?.trim() ?? '';
  if (segment === '' || segment === '.' || segment === '..') return UNNAMED;
  const characters = Array.from(segment);
  if (characters.length <= maxCharacters) return segment;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(segment)?.[0] ?? '';
  return characters.slice(0, maxCharacters - extension.length).join('') + extension;
}
