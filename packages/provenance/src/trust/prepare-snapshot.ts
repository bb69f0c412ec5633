import type { X509Certificate } from 'node:crypto';
import { fingerprintOf, parsePemCertificate } from './certificate.ts';
import { prepareProducts, type PreparedProducts } from './match-product.ts';
import { SIGNER_LIST_NAMES } from './trust-list.ts';
import type { SignerListName, TrustSnapshot } from './trust-list.ts';

/** A snapshot with its certificates parsed. Costs about 0.2 ms a certificate: keep it for each snapshot id. */
export interface PreparedSnapshot {
  id: string;
  /** Lists of signers, in the order in which a match counts. */
  lists: PreparedList[];
  products: PreparedProducts;
}

export interface PreparedList {
  name: SignerListName;
  anchors: ReadonlyMap<string, X509Certificate>;
  /** Anchors by holder, as Node prints the name. */
  anchorsBySubject: ReadonlyMap<string, X509Certificate[]>;
  /** Fingerprints of end-entity certificates that are accepted by themselves. */
  allowed: ReadonlySet<string>;
}

/** Parses the anchors of all lists of signers. Certificates that cannot be read match nothing. */
export function prepareSnapshot(snapshot: TrustSnapshot): PreparedSnapshot {
  const lists = SIGNER_LIST_NAMES.flatMap((name): PreparedList[] => {
    const list = snapshot.lists.find((candidate) => candidate.name === name);
    if (list === undefined) return [];
    const anchors = parseAll(list.anchors);
    return [
      {
        name,
        anchors: new Map(anchors.map((anchor) => [fingerprintOf(anchor), anchor])),
        anchorsBySubject: groupBySubject(anchors),
        allowed: new Set(parseAll(list.allowed).map(fingerprintOf)),
      },
    ];
  });
  return { id: snapshot.id, lists, products: prepareProducts(snapshot.products ?? null) };
}

function parseAll(certificates: readonly string[]): X509Certificate[] {
  return certificates.flatMap((pem) => parsePemCertificate(pem) ?? []);
}

function groupBySubject(anchors: readonly X509Certificate[]): Map<string, X509Certificate[]> {
  const groups = new Map<string, X509Certificate[]>();
  for (const anchor of anchors) groups.set(anchor.subject, [...(groups.get(anchor.subject) ?? []), anchor]);
  return groups;
}
