import { describe, expect, it } from 'vitest';
import { TEST_CERTIFICATES } from '../testing/test-certificates.ts';
import { diffTrustLists } from './diff-trust-lists.ts';
import { isUsingCachedVersion } from './is-cached.ts';
import { listUses } from './list-use.ts';
import { makeTrustSnapshot } from './make-snapshot.ts';
import { makeTrustList } from './make-trust-list.ts';
import { TrustListError } from './trust-list-error.ts';
import type { TrustList } from './trust-list.ts';

const { root, otherRoot, rootTwin, intermediate, leaf } = TEST_CERTIFICATES;
const FETCHED_AT = '2026-11-01T00:00:00Z';
const HOUR_MS = 3_600_000;
const later = (hours: number) => new Date(Date.parse(FETCHED_AT) + hours * HOUR_MS);
const list = (parts: Partial<Omit<TrustList, 'sha256'>>) =>
  makeTrustList({
    name: 'legacy',
    anchors: [],
    allowed: [],
    fetched_at: FETCHED_AT,
    last_fetch_failed: false,
    ...parts,
  });

describe('hash of a trust list', () => {
  it('depends on the certificates and on how they are listed, not on their order, dates or name', () => {
    const { sha256 } = list({ anchors: [root, otherRoot], allowed: [leaf] });
    expect(
      list({ anchors: [otherRoot, root], allowed: [leaf], name: 'c2pa', fetched_at: '2020-01-01T00:00:00Z' }).sha256,
    ).toBe(sha256);
    expect(list({ anchors: [root, otherRoot] }).sha256).not.toBe(sha256);
    expect(list({ anchors: [root, otherRoot, leaf] }).sha256).not.toBe(sha256);
  });

  it('is not made of a certificate that cannot be read', () => {
    expect(() => list({ anchors: ['-----BEGIN CERTIFICATE-----'] })).toThrow(TrustListError);
  });
});

describe('snapshot', () => {
  const c2pa = list({ name: 'c2pa', anchors: [root] });
  const legacy = list({ anchors: [otherRoot] });

  it('has the same id for the same content in any order, and another one for anything else', () => {
    const { id, lists } = makeTrustSnapshot([legacy, c2pa], ['legacy', 'c2pa'], HOUR_MS);
    expect(lists.map(({ name }) => name)).toEqual(['c2pa', 'legacy']);
    expect(makeTrustSnapshot([c2pa, legacy], ['c2pa', 'legacy'], HOUR_MS).id).toBe(id);
    const others = [
      makeTrustSnapshot([c2pa], ['c2pa', 'legacy'], HOUR_MS),
      makeTrustSnapshot([c2pa, legacy], ['c2pa'], HOUR_MS),
      makeTrustSnapshot([c2pa, legacy], ['c2pa', 'legacy'], HOUR_MS + 1),
      makeTrustSnapshot([c2pa, { ...legacy, last_fetch_failed: true }], ['c2pa', 'legacy'], HOUR_MS),
      makeTrustSnapshot([c2pa, { ...legacy, fetched_at: '2026-11-02T00:00:00Z' }], ['c2pa', 'legacy'], HOUR_MS),
      makeTrustSnapshot([c2pa, list({ anchors: [rootTwin] })], ['c2pa', 'legacy'], HOUR_MS),
    ];
    expect(new Set([id, ...others.map((other) => other.id)]).size).toBe(others.length + 1);
  });

  it('refuses one list twice', () => {
    expect(() => makeTrustSnapshot([legacy, legacy], [], HOUR_MS)).toThrow(TypeError);
  });

  it('tells of each list that is used or missing, and not of those that are off', () => {
    const snapshot = makeTrustSnapshot([c2pa, { ...legacy, last_fetch_failed: true }], ['c2pa', 'c2pa_tsa'], HOUR_MS);
    expect(listUses(snapshot, later(1))).toEqual([
      {
        name: 'c2pa',
        available: true,
        sha256: c2pa.sha256,
        fetched_at: FETCHED_AT,
        certificates: 1,
        using_cached_version: false,
      },
      {
        name: 'c2pa_tsa',
        available: false,
        sha256: null,
        fetched_at: null,
        certificates: 0,
        using_cached_version: false,
      },
      {
        name: 'legacy',
        available: true,
        sha256: legacy.sha256,
        fetched_at: FETCHED_AT,
        certificates: 1,
        using_cached_version: true,
      },
    ]);
  });
});

it.each<[string, string, boolean, Date, boolean]>([
  ['fresh', FETCHED_AT, false, later(1), false],
  ['one millisecond too old', FETCHED_AT, false, new Date(later(1).getTime() + 1), true],
  ['fresh, but the newest fetch failed', FETCHED_AT, true, later(0), true],
  ['fetched by a clock that is ahead', FETCHED_AT, false, later(-1), false],
  ['a time that cannot be read', 'yesterday', false, later(0), true],
])('a copy that is %s is told as cached or not', (_, fetched_at, last_fetch_failed, at, expected) => {
  expect(isUsingCachedVersion({ name: 'c2pa', fetched_at, last_fetch_failed }, at, HOUR_MS)).toBe(expected);
});

it('the service list is never fetched, so it does not age', () => {
  const copy = { name: 'service', fetched_at: FETCHED_AT, last_fetch_failed: false } as const;
  expect(isUsingCachedVersion(copy, later(1_000), HOUR_MS)).toBe(false);
});

describe('difference of two copies', () => {
  it('names what came and what went, and the share that would be lost', () => {
    const before = list({ anchors: [root, otherRoot, rootTwin, intermediate], allowed: [leaf] });
    const diff = diffTrustLists(before, list({ anchors: [intermediate, root, otherRoot, leaf], allowed: [leaf] }));
    expect(diff.added.map(({ listed_as, subject }) => [listed_as, subject])).toEqual([
      ['anchor', String.raw`CN=Example Signer, O=Signer\, Inc., C=XX`],
    ]);
    expect(diff.removed.map(({ subject }) => subject)).toEqual(['CN=Example Root, O=Example Trust, C=XX']);
    expect(diff.lossRatio).toBe(0.25);
  });

  it('counts lost allowed certificates too, and nothing as lost when there was nothing', () => {
    expect(diffTrustLists(list({ anchors: [root], allowed: [leaf] }), list({ anchors: [root] })).lossRatio).toBe(1);
    const first = diffTrustLists(null, list({ anchors: [root] }));
    expect([first.added.length, first.removed.length, first.lossRatio]).toEqual([1, 0, 0]);
  });
});
