import { LIMITS } from '../limits.ts';
import { fingerprintOf, parseCertificate } from './certificate.ts';
import { decodePemBundle } from './decode-pem-bundle.ts';
import { decodeTrustListJson } from './decode-trust-list-json.ts';
import type { ListedCertificate, RejectedEntry } from './listed-certificate.ts';
import { TrustListError } from './trust-list-error.ts';
import type { TrustListName } from './trust-list.ts';

export type { RejectedEntry } from './listed-certificate.ts';

export interface ParsedTrustList {
  /** PEM, one certificate each, in the order of the list, each once. Expired ones too: time decides later. */
  certificates: string[];
  rejected: RejectedEntry[];
}

const DIGEST_LINE = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Parses a trust list: a PEM bundle (text between the certificates is allowed), or the JSON form of ETSI TS 119 602
 * that the C2PA publishes. Lists of allowed end-entity certificates are PEM bundles too; lists of their digests
 * (`allowed.sha256.txt`) are not supported, because a digest has no name or dates to show.
 *
 * `name` is what the list is to be used as; a list of time-stamp authorities is refused as a list of signers, and vice
 * versa. Anything malformed refuses the whole list, so that a damaged download never replaces a good copy.
 *
 * @throws {TrustListError}
 */
export function parseTrustList(text: string, { name }: { name: TrustListName }): ParsedTrustList {
  if (Buffer.byteLength(text) > LIMITS.trustListBytes) {
    throw new TrustListError('TOO_LARGE', `a trust list may have ${LIMITS.trustListBytes} bytes`);
  }
  const content = text.replace(/^\uFEFF/, '');
  const listed = content.trimStart().startsWith('{')
    ? decodeTrustListJson(content, name)
    : { certificates: decodePem(content), rejected: [] };
  if (listed.certificates.length > LIMITS.trustListCertificates) {
    throw new TrustListError(
      'TOO_MANY_CERTIFICATES',
      `a trust list may have ${LIMITS.trustListCertificates} certificates`,
    );
  }
  return keepEachOnce(listed.certificates, listed.rejected);
}

function decodePem(content: string): ListedCertificate[] {
  if (content.includes('-----BEGIN')) return decodePemBundle(content);
  const lines = content.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (lines.length > 0 && lines.every((line) => DIGEST_LINE.test(line.trim()))) {
    throw new TrustListError('DIGEST_LIST_UNSUPPORTED', 'a list of digests; give the certificates themselves as PEM');
  }
  throw new TrustListError('UNKNOWN_FORMAT', 'neither a PEM bundle nor a JSON trust list');
}

function keepEachOnce(listed: readonly ListedCertificate[], rejected: readonly RejectedEntry[]): ParsedTrustList {
  const certificates = new Map<string, string>();
  const duplicates: RejectedEntry[] = [];
  for (const { where, der } of listed) {
    const certificate = parseCertificate(der);
    if (certificate === null) throw new TrustListError('MALFORMED_CERTIFICATE', `${where} cannot be read`);
    const fingerprint = fingerprintOf(certificate);
    if (certificates.has(fingerprint)) duplicates.push({ where, reason: 'duplicate' });
    else certificates.set(fingerprint, certificate.toString());
  }
  if (certificates.size === 0) throw new TrustListError('NO_CERTIFICATES', 'no certificate of the list can be used');
  return { certificates: [...certificates.values()], rejected: [...rejected, ...duplicates] };
}
