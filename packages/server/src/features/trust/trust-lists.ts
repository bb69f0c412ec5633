import { X509Certificate } from 'node:crypto';
import {
  diffProductLists,
  diffTrustLists,
  isUsingCachedVersion,
  makeProductList,
  makeTrustList,
  makeTrustSnapshot,
  parseConformingProducts,
  parseTrustList,
  PRODUCT_LIST_NAME,
  TrustListError,
  type KeptListName,
  type ProductList,
  type ProductListDiff,
  type TrustList,
  type TrustListDiff,
  type TrustListName,
  type TrustSnapshot,
} from '@revera/provenance';
import type { TrustConfig } from './config.ts';
import { isFetched, isInUse } from './rules.ts';
import { FETCHED_LIST_NAMES } from './config.ts';
import { TrustRefusal } from './trust-refusal.ts';

/** The engine's functions over lists. They are pure and need no thread: the text is bounded, and no media file. */
export { isUsingCachedVersion };
export type { KeptListName, TrustList, TrustSnapshot };

/** What is fetched, kept and shown: a list of certificates, or the list of conforming products. */
export type KeptList = TrustList | ProductList;
export type KeptListDiff = TrustListDiff | ProductListDiff;

/** A copy with the place it came from. */
export interface SourcedCopy {
  list: KeptList;
  source: string;
}

export function isProductList(list: KeptList): list is ProductList {
  return list.name === PRODUCT_LIST_NAME;
}

/** What a new copy of a list changes. */
export function compareCopies(before: KeptList | null, after: KeptList): KeptListDiff {
  if (isProductList(after)) {
    return diffProductLists(before !== null && isProductList(before) ? before : null, after);
  }
  return diffTrustLists(before === null || isProductList(before) ? null : before, after);
}

/**
 * Reads a list of either kind from its text, strictly. `rejected` counts well-formed entries that are not used.
 *
 * @throws {TrustRefusal}
 */
export function decodeCopy(
  name: KeptListName,
  text: { anchors: string; allowed: string | null },
  fetchedAt: Date,
): { list: KeptList; rejected: number } {
  if (name !== PRODUCT_LIST_NAME) return decodeTrustList(name, text, fetchedAt);
  if (text.allowed !== null) throw allowedNotSupported();
  const products = refusing(() => parseConformingProducts(text.anchors));
  const list = makeProductList({ products, fetched_at: fetchedAt.toISOString(), last_fetch_failed: false });
  return { list, rejected: 0 };
}

/**
 * Reads a list of certificates from its text, strictly.
 *
 * @throws {TrustRefusal}
 */
export function decodeTrustList(
  name: TrustListName,
  text: { anchors: string; allowed: string | null },
  fetchedAt: Date,
): { list: TrustList; rejected: number } {
  if (text.allowed !== null && name !== 'legacy') throw allowedNotSupported();
  const anchors = refusing(() => parseTrustList(text.anchors, { name }));
  const { allowed } = text;
  const parsed = allowed === null ? null : refusing(() => parseTrustList(allowed, { name }));
  const rejected = anchors.rejected.length + (parsed?.rejected.length ?? 0);
  return { list: makeCopy(name, anchors.certificates, parsed?.certificates ?? [], fetchedAt), rejected };
}

function refusing<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    if (error instanceof TrustListError) throw new TrustRefusal(error.code, error.message, { cause: error });
    throw error;
  }
}

function allowedNotSupported(): TrustRefusal {
  return new TrustRefusal('ALLOWED_NOT_SUPPORTED', 'only the legacy list has allowed end-entity certificates');
}

/** The copy with more anchors, without repeating any. */
export function addAnchors(copy: TrustList, anchors: readonly string[]): TrustList {
  return makeCopy(copy.name, [...new Set([...copy.anchors, ...anchors])], copy.allowed, new Date(copy.fetched_at));
}

/** The lists of an installation that has none yet. */
export function emptySnapshot(config: TrustConfig): TrustSnapshot {
  return buildSnapshot([], config);
}

/** The same lists, with one more root that this service trusts. */
export function addRoot(snapshot: TrustSnapshot, rootPem: string, config: TrustConfig, at: Date): TrustSnapshot {
  const service = snapshot.lists.find(({ name }) => name === 'service');
  const { list: root } = decodeTrustList('service', { anchors: rootPem, allowed: null }, at);
  const lists = [
    ...snapshot.lists.filter((list) => list !== service),
    service === undefined ? root : addAnchors(service, root.anchors),
  ];
  const expected = [...new Set([...snapshot.expected, 'service' as const])];
  return makeTrustSnapshot(lists, expected, config.freshForMs, snapshot.products);
}

/** The anchors of a copy with one of these fingerprints (SHA-256, lower-case hexadecimal). */
export function findAnchors(copy: TrustList, fingerprints: ReadonlySet<string>): string[] {
  return copy.anchors.filter((pem) => fingerprints.has(fingerprintOf(pem)));
}

/** All copies in use, as the engine takes them. */
export function buildSnapshot(copies: readonly SourcedCopy[], config: TrustConfig): TrustSnapshot {
  const used = copies.filter(({ list, source }) => isInUse(list.name, source, config)).map(({ list }) => list);
  const lists = used.filter((list) => !isProductList(list));
  // Missing products are never a failure, so their list is not among the expected ones.
  const fetched = FETCHED_LIST_NAMES.filter((name) => name !== PRODUCT_LIST_NAME).filter((name) =>
    isFetched(name, config),
  );
  const expected = [...fetched, ...lists.map(({ name }) => name)];
  return makeTrustSnapshot(lists, expected, config.freshForMs, used.find(isProductList) ?? null);
}

function makeCopy(name: TrustListName, anchors: string[], allowed: string[], fetchedAt: Date): TrustList {
  return makeTrustList({ name, anchors, allowed, fetched_at: fetchedAt.toISOString(), last_fetch_failed: false });
}

function fingerprintOf(pem: string): string {
  return new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();
}
