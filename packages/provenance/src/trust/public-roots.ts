import { rootCertificates } from 'node:tls';
import { anchorSet, type AnchorSet } from './prepare-snapshot.ts';

let prepared: AnchorSet | null = null;

/**
 * The public roots that come with Node.js (Mozilla's list). Parsed on first use, which takes some 30 ms in each thread; they
 * stay the same while the program runs.
 */
export function publicRoots(): AnchorSet {
  prepared ??= anchorSet(rootCertificates);
  return prepared;
}
