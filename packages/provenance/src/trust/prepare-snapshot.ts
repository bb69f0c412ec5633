import type { X509Certificate } from 'node:crypto';
import { KeptResults } from '../bytes/kept-results.ts';
import { fingerprintOf, parseCertificate, parsePemCertificate, type ParseCertificate } from './certificate.ts';
import { prepareProducts, type PreparedProducts } from './match-product.ts';
import { SIGNER_LIST_NAMES, TIME_STAMP_LIST_NAMES } from './trust-list.ts';
import type { SignerListName, TimeStampListName, TrustSnapshot } from './trust-list.ts';

/** A snapshot with its certificates parsed. Costs about 0.2 ms a certificate: keep it for each snapshot id. */
export interface PreparedSnapshot {
  id: string;
  /** Lists of signers, in the order in which a match counts. */
  lists: PreparedList[];
  /** Anchors that vouch for time-stamp authorities, list by list in the order in which a match counts. */
  timeStampLists: { name: TimeStampListName; anchors: AnchorSet }[];
  products: PreparedProducts;
  /** Parses a certificate, or answers the one that it made of the same bytes before. */
  parse: ParseCertificate;
}

/** Certificates that a chain may end in. */
export interface AnchorSet {
  /** By fingerprint. */
  anchors: ReadonlyMap<string, X509Certificate>;
  /** By holder, as Node prints the name. */
  anchorsBySubject: ReadonlyMap<string, X509Certificate[]>;
}

export interface PreparedList extends AnchorSet {
  name: SignerListName;
  /** Fingerprints of end-entity certificates that are accepted by themselves. */
  allowed: ReadonlySet<string>;
}

/** Parses the anchors of all lists. Certificates that cannot be read match nothing. */
export function prepareSnapshot(snapshot: TrustSnapshot): PreparedSnapshot {
  const lists = SIGNER_LIST_NAMES.flatMap((name): PreparedList[] => {
    const list = snapshot.lists.find((candidate) => candidate.name === name);
    if (list === undefined) return [];
    return [{ name, ...anchorSet(list.anchors), allowed: new Set(parseAll(list.allowed).map(fingerprintOf)) }];
  });
  const timeStampLists = TIME_STAMP_LIST_NAMES.flatMap((name) => {
    const list = snapshot.lists.find((candidate) => candidate.name === name);
    const prepared = lists.find((candidate) => candidate.name === name);
    return list === undefined ? [] : [{ name, anchors: prepared ?? anchorSet(list.anchors) }];
  });
  const products = prepareProducts(snapshot.products ?? null);
  const certificates = new KeptResults(parseCertificate);
  return { id: snapshot.id, lists, timeStampLists, products, parse: (der) => certificates.of(der) };
}

/** Anchors (PEM), parsed and found by name. */
export function anchorSet(certificates: readonly string[]): AnchorSet {
  const anchors = parseAll(certificates);
  return {
    anchors: new Map(anchors.map((anchor) => [fingerprintOf(anchor), anchor])),
    anchorsBySubject: groupBySubject(anchors),
  };
}

function parseAll(certificates: readonly string[]): X509Certificate[] {
  return certificates.flatMap((pem) => parsePemCertificate(pem) ?? []);
}

function groupBySubject(anchors: readonly X509Certificate[]): Map<string, X509Certificate[]> {
  const groups = new Map<string, X509Certificate[]>();
  for (const anchor of anchors) groups.set(anchor.subject, [...(groups.get(anchor.subject) ?? []), anchor]);
  return groups;
}
