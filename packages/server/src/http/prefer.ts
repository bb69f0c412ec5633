/**
 * Whether the `Prefer` header contains `respond-async` (RFC 7240 §4.1). Preferences are case-insensitive, may carry values and
 * parameters, and unknown ones are ignored.
 */
export function prefersAsync(header: string | string[] | undefined): boolean {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  // A quoted value may contain a comma or the very word; that is not a preference.
  const unquoted = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  return unquoted.split(',').some((preference) => {
    const token = preference.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    return token === 'respond-async';
  });
}
