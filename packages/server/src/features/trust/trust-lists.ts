import { X509Certificate } from 'node:crypto';
import {
  diffTrustLists,
  isUsingCachedVersion,
  makeTrustList,
  makeTrustSnapshot,
  parseTrustList,
  TrustListError,
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
export { diffTrustLists as compareCopies, isUsingCachedVersion };
export type { TrustList, TrustListDiff, TrustListName, TrustSnapshot };

/** A copy with the place it came from. */
export interface SourcedCopy {
  list: TrustList;
  source: string;
}

/**
 * Reads a list from its text, strictly. `rejected` counts well-formed entries that are not used.
 *
 * @throws {TrustRefusal}
 */
export function decodeCopy(
  name: TrustListName,
  text: { anchors: string; allowed: string | null },
  fetchedAt: Date,
): { list: TrustList; rejected: number } {
  if (text.allowed !== null && name !== 'legacy') {
    throw new TrustRefusal('ALLOWED_NOT_SUPPORTED', 'only the legacy list has allowed end-entity certificates');
  }
  try {
    const anchors = parseTrustList(text.anchors, { name });
    const allowed = text.allowed === null ? null : parseTrustList(text.allowed, { name });
    const rejected = anchors.rejected.length + (allowed?.rejected.length ?? 0);
    return { list: makeCopy(name, anchors.certificates, allowed?.certificates ?? [], fetchedAt), rejected };
  } catch (error) {
    if (error instanceof TrustListError) throw new TrustRefusal(error.code, error.message, { cause: error });
    throw error;
  }
}

/** The copy with more anchors; those it has already are not repeated. */
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
  const { list: root } = decodeCopy('service', { anchors: rootPem, allowed: null }, at);
  const lists = [
    ...snapshot.lists.filter((list) => list !== service),
    service === undefined ? root : addAnchors(service, root.anchors),
  ];
  return makeTrustSnapshot(lists, [...new Set([...snapshot.expected, 'service' as const])], config.freshForMs);
}

/** The anchors of a copy with one of these fingerprints (SHA-256, lower-case hexadecimal). */
export function findAnchors(copy: TrustList, fingerprints: ReadonlySet<string>): string[] {
  return copy.anchors.filter((pem) => fingerprints.has(fingerprintOf(pem)));
}

/** All copies in use, as the engine takes them. */
export function buildSnapshot(copies: readonly SourcedCopy[], config: TrustConfig): TrustSnapshot {
  const used = copies.filter(({ list, source }) => isInUse(list.name, source, config)).map(({ list }) => list);
  const fetched = FETCHED_LIST_NAMES.filter((name) => isFetched(name, config));
  return makeTrustSnapshot(used, [...fetched, ...used.map(({ name }) => name)], config.freshForMs);
}

function makeCopy(name: TrustListName, anchors: string[], allowed: string[], fetchedAt: Date): TrustList {
  return makeTrustList({ name, anchors, allowed, fetched_at: fetchedAt.toISOString(), last_fetch_failed: false });
}

function fingerprintOf(pem: string): string {
  return new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();
}
