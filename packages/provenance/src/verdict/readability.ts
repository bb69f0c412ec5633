import type { Report } from '../report.ts';

/**
 * Whether a report says anything about its file; decided here once for every caller of the engine.
 *
 * - A file whose container no reader of credentials can parse, and in which nothing else was found, is an error: nobody
 *   looked where a credential would be, so "no credential" would be an unfounded claim.
 * - Where a label, a marking like one, or a name in its metadata was found in such a file, it is reported, and the section
 *   on the credential is failed: the result is partial, and its first note says that the credential could not be examined.
 * - A reader of credentials that broke is our fault and not the file's, and still yields a result.
 */
export function isReadable({ c2pa, china_aigc, metadata }: Report): boolean {
  if (c2pa.state !== 'failed' || c2pa.reason !== 'media_unreadable') return true;
  const found = [
    ...(china_aigc.state === 'examined' ? [...china_aigc.facts.labels, ...china_aigc.facts.look_alikes] : []),
    ...(metadata.state === 'examined' ? metadata.facts.evidence : []),
  ];
  return found.length > 0;
}
