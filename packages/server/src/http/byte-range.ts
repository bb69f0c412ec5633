/** Part of a body, both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * What a `Range` header requests of a body of this size (RFC 9110 §14.2). `whole`: no range, or one that we may ignore, such as
 * several ranges or another unit. `unsatisfiable`: well-formed, and outside the body.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return 'whole';
  if (first === '') {
    const suffix = Number(last);
    return suffix === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Whether a list of entity tags (`If-None-Match`, RFC 9110 §13.1.2) contains this one; weak tags compare like strong ones. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  const tags = new Set((header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  return tags.has('*') || tags.has(etag);
}
