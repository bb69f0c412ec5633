import type { X509Certificate } from 'node:crypto';
import { fingerprintOf, isIssuedBy, subjectOf } from './certificate.ts';
import { KEY_PURPOSE, SIGNER_PURPOSES } from './key-purposes.ts';
import type { PreparedList, PreparedSnapshot } from './prepare-snapshot.ts';
import { DEVELOPMENT_ORGANIZATION, type SignerListName, type TrustMatch } from './trust-list.ts';

/**
 * Which list a chain (DER, leaf first) ends in: the first of c2pa, legacy, service that has its leaf among the allowed
 * certificates, or an anchor that is in the chain or issued its last good certificate. Null when there is none.
 *
 * Validity at a time, revocation and the certificate profile are left to the engine. The C2PA list counts only for
 * certificates made for signing claims (C2PA 2.x §14.4.1).
 */
export function matchChain(chainDer: readonly Uint8Array[], snapshot: PreparedSnapshot): TrustMatch | null {
  const chain = chainDer.flatMap((der) => snapshot.parse(der) ?? []);
  const [leaf] = chain;
  if (leaf === undefined || chain.length !== chainDer.length) return null;
  for (const list of snapshot.lists) {
    if (!hasPurpose(leaf, list.name)) continue;
    if (list.allowed.has(fingerprintOf(leaf))) {
      return { list: list.name, via: 'allowed_list', certificate_subject: subjectOf(leaf) };
    }
    const anchor = findAnchor(chain, list);
    if (anchor !== null) {
      const is_development = isDevelopment(anchor);
      return { list: list.name, via: 'anchor', certificate_subject: subjectOf(anchor), is_development };
    }
  }
  return null;
}

/** Node prints one attribute a line. */
function isDevelopment({ subject }: X509Certificate): boolean {
  return subject.split('\n').includes(`O=${DEVELOPMENT_ORGANIZATION}`);
}

/** The official list is for certificates that are made for signing claims. */
function hasPurpose(leaf: X509Certificate, list: SignerListName): boolean {
  const accepted = list === 'c2pa' ? [KEY_PURPOSE.claimSigning] : SIGNER_PURPOSES;
  // Despite its type, undefined when the certificate has no extended key usage.
  return (leaf.keyUsage ?? []).some((usage) => accepted.includes(usage));
}

/** Walks from the leaf as far as each certificate is signed by the next, which must be an authority's. */
function findAnchor(chain: readonly X509Certificate[], list: PreparedList): X509Certificate | null {
  for (const [index, certificate] of chain.entries()) {
    const anchor = list.anchors.get(fingerprintOf(certificate)) ?? findIssuer(certificate, list);
    if (anchor !== undefined) return anchor;
    const next = chain[index + 1];
    // Without the CA mark, any end-entity certificate below an anchor could issue further ones (CVE-2002-0862).
    if (next === undefined || !isIssuedBy(certificate, next)) return null;
    if (!next.ca && !list.anchors.has(fingerprintOf(next))) return null;
  }
  return null;
}

function findIssuer(certificate: X509Certificate, list: PreparedList): X509Certificate | undefined {
  return list.anchorsBySubject.get(certificate.issuer)?.find((anchor) => isIssuedBy(certificate, anchor));
}
