import { createHash } from 'node:crypto';
import { fingerprintOf, parsePemCertificate } from './certificate.ts';
import { TrustListError } from './trust-list-error.ts';
import type { TrustList } from './trust-list.ts';

/**
 * A trust list as a value. Its hash covers the certificates alone: SHA-256 over the sorted fingerprints of the anchors,
 * then those of the allowed certificates with `allowed ` in front, one a line.
 *
 * @throws {TrustListError} when a certificate cannot be read
 */
export function makeTrustList(list: Omit<TrustList, 'sha256'>): TrustList {
  const lines = [...fingerprints(list.anchors), ...fingerprints(list.allowed).map((print) => `allowed ${print}`)];
  const hash = createHash('sha256');
  for (const line of lines) hash.update(`${line}\n`);
  return {
    name: list.name,
    anchors: list.anchors,
    allowed: list.allowed,
    sha256: hash.digest('hex'),
    fetched_at: list.fetched_at,
    last_fetch_failed: list.last_fetch_failed,
  };
}

function fingerprints(certificates: readonly string[]): string[] {
  const prints = certificates.map((pem, index) => {
    const certificate = parsePemCertificate(pem);
    if (certificate === null)
      throw new TrustListError('MALFORMED_CERTIFICATE', `certificate ${index + 1} cannot be read`);
    return fingerprintOf(certificate);
  });
  return prints.toSorted();
}
