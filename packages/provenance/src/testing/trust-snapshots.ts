import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTrustList } from '../trust/make-trust-list.ts';
import { makeTrustSnapshot } from '../trust/make-snapshot.ts';
import { parseTrustList } from '../trust/parse-trust-list.ts';
import { TRUST_LIST_NAMES, type TrustList, type TrustListName, type TrustSnapshot } from '../trust/trust-list.ts';
import { TEST_TIME } from './engine-bench.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A fresh list of these certificates (PEM). */
export function listOf(name: TrustListName, anchors: readonly string[], allowed: readonly string[] = []): TrustList {
  return makeTrustList({
    name,
    anchors: [...anchors],
    allowed: [...allowed],
    fetched_at: TEST_TIME.toISOString(),
    last_fetch_failed: false,
  });
}

/** A snapshot of these lists in an installation that expects all four. */
export function snapshotOf(...lists: TrustList[]): TrustSnapshot {
  return makeTrustSnapshot(lists, [...TRUST_LIST_NAMES], 2 * DAY_MS);
}

export const NO_LISTS = snapshotOf();

/** The real lists in `../shared/trust`; with `testRoots`, the reference SDK's test roots as the service's own. */
export function realSnapshot(folder: string, options: { testRoots: boolean }): TrustSnapshot {
  const certificates = (name: TrustListName, file: string): string[] =>
    parseTrustList(readFileSync(join(folder, file), 'utf8'), { name }).certificates;
  const lists = [
    listOf('c2pa', certificates('c2pa', 'C2PA-TRUST-LIST.json')),
    listOf('c2pa_tsa', certificates('c2pa_tsa', 'C2PA-TSA-TRUST-LIST.json')),
    listOf(
      'legacy',
      certificates('legacy', 'legacy-anchors.pem'),
      certificates('legacy', 'legacy-allowed-end-entities.pem'),
    ),
  ];
  if (options.testRoots) lists.push(listOf('service', certificates('service', 'test/test_cert_root_bundle.pem')));
  return snapshotOf(...lists);
}
