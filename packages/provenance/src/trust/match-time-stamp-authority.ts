import type { X509Certificate } from 'node:crypto';
import { LIMITS } from '../limits.ts';
import { fingerprintOf, isInForce, isIssuedBy, subjectOf } from './certificate.ts';
import { KEY_PURPOSE } from './key-purposes.ts';
import type { AnchorSet, PreparedSnapshot } from './prepare-snapshot.ts';
import { publicRoots } from './public-roots.ts';
import type { TimeStampListName } from './trust-list.ts';

/** What vouches for a time-stamp authority: one of our lists, or one of the public roots that ship with programs. */
export type TimeStampStanding =
  | { kind: 'listed'; list: TimeStampListName }
  | { kind: 'publicly_rooted'; certificate_subject: string }
  /** The chain ends in nothing known here: anybody can make such an authority. */
  | { kind: 'unknown_authority' };

/**
 * Follows the chain of the certificate that signed a time stamp. `others` are the token's further certificates, in any
 * order. Each authority on the way was valid at `at`, may issue certificates and does not rule time stamping out.
 *
 * @param roots the public roots, read only when no list vouches for the authority
 */
export function matchTimeStampAuthority(
  signer: X509Certificate,
  others: readonly X509Certificate[],
  snapshot: PreparedSnapshot,
  at: Date,
  roots: () => AnchorSet = publicRoots,
): TimeStampStanding {
  const chain = pathFrom(signer, others, at);
  for (const { name, anchors } of snapshot.timeStampLists) {
    if (findAnchor(chain, anchors) !== undefined) return { kind: 'listed', list: name };
  }
  const root = findAnchor(chain, roots());
  if (root === undefined) return { kind: 'unknown_authority' };
  return { kind: 'publicly_rooted', certificate_subject: subjectOf(root) };
}

/** The signer and its issuers, as far as the token shows them. */
function pathFrom(signer: X509Certificate, others: readonly X509Certificate[], at: Date): X509Certificate[] {
  const path = [signer];
  for (let current = signer; path.length <= LIMITS.chainCertificates;) {
    const subject = current;
    const issuer = others.find(
      (other) => !path.includes(other) && isIssuedBy(subject, other) && mayIssue(other) && isInForce(other, at),
    );
    if (issuer === undefined) break;
    path.push(issuer);
    current = issuer;
  }
  return path;
}

function findAnchor(chain: readonly X509Certificate[], set: AnchorSet): X509Certificate | undefined {
  for (const certificate of chain) {
    const anchor =
      set.anchors.get(fingerprintOf(certificate)) ??
      set.anchorsBySubject.get(certificate.issuer)?.find((candidate) => isIssuedBy(certificate, candidate));
    if (anchor !== undefined && allowsTimeStamping(anchor)) return anchor;
  }
  return undefined;
}

function mayIssue(certificate: X509Certificate): boolean {
  return certificate.ca && allowsTimeStamping(certificate);
}

/** An authority without extended key usages may issue for every purpose; one that names some, for those alone. */
function allowsTimeStamping(certificate: X509Certificate): boolean {
  // Despite its type, undefined when the certificate has no extended key usage.
  const usages: readonly string[] | undefined = certificate.keyUsage;
  if (usages === undefined || usages.length === 0) return true;
  return usages.includes(KEY_PURPOSE.timeStamping) || usages.includes(KEY_PURPOSE.any);
}
