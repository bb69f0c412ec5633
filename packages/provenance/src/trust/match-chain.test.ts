import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TEST_CERTIFICATES } from '../testing/test-certificates.ts';
import { makeTrustSnapshot } from './make-snapshot.ts';
import { makeTrustList } from './make-trust-list.ts';
import { matchChain } from './match-chain.ts';
import { prepareSnapshot } from './prepare-snapshot.ts';
import type { TrustListName } from './trust-list.ts';

type Name = keyof typeof TEST_CERTIFICATES;
type Lists = Partial<Record<TrustListName, { anchors?: Name[]; allowed?: Name[] }>>;

const pem = (names: Name[] = []) => names.map((name) => TEST_CERTIFICATES[name]);
const der = (...names: Name[]) => names.map((name) => new Uint8Array(new X509Certificate(TEST_CERTIFICATES[name]).raw));

const trust = (lists: Lists) => {
  const made = (['c2pa', 'c2pa_tsa', 'legacy', 'service'] as const).flatMap((name) => {
    const list = lists[name];
    if (list === undefined) return [];
    const parts = { anchors: pem(list.anchors), allowed: pem(list.allowed) };
    return [makeTrustList({ name, ...parts, fetched_at: '2026-11-01T00:00:00Z', last_fetch_failed: false })];
  });
  return prepareSnapshot(makeTrustSnapshot(made, [], 1));
};

const ROOT = 'CN=Example Root, O=Example Trust, C=XX';
const INTERMEDIATE = 'CN=Example Intermediate, O=Example Trust, C=XX';
const SELF = 'CN=Self Signed, O=Alone, C=XX';

describe('which list a chain ends in', () => {
  it.each<[string, Uint8Array[], Lists, [string, string, string] | null]>([
    [
      'the root is not in the chain, as usual',
      der('leaf', 'intermediate'),
      { c2pa: { anchors: ['root'] } },
      ['c2pa', 'anchor', ROOT],
    ],
    [
      'the root is in the chain',
      der('leaf', 'intermediate', 'root'),
      { c2pa: { anchors: ['root'] } },
      ['c2pa', 'anchor', ROOT],
    ],
    [
      'the anchor is an intermediate',
      der('leaf', 'intermediate'),
      { c2pa: { anchors: ['intermediate'] } },
      ['c2pa', 'anchor', INTERMEDIATE],
    ],
    [
      'the anchor issued the leaf that comes alone',
      der('leaf'),
      { c2pa: { anchors: ['intermediate'] } },
      ['c2pa', 'anchor', INTERMEDIATE],
    ],
    [
      'the leaf is an anchor itself',
      der('selfSigned'),
      { service: { anchors: ['selfSigned'] } },
      ['service', 'anchor', SELF],
    ],
    ['an allowed leaf', der('selfSigned'), { legacy: { allowed: ['selfSigned'] } }, ['legacy', 'allowed_list', SELF]],
    [
      'an allowed certificate that is not the leaf',
      der('leaf', 'intermediate'),
      { legacy: { allowed: ['intermediate'] } },
      null,
    ],
    [
      'the first list in order counts',
      der('leaf', 'intermediate'),
      { service: { anchors: ['root'] }, legacy: { anchors: ['root'] }, c2pa: { anchors: ['root'] } },
      ['c2pa', 'anchor', ROOT],
    ],
    [
      'legacy before service',
      der('leaf', 'intermediate'),
      { service: { anchors: ['root'] }, legacy: { anchors: ['root'] } },
      ['legacy', 'anchor', ROOT],
    ],
    [
      'the C2PA list needs the claim-signing usage',
      der('mailLeaf', 'intermediate'),
      { c2pa: { anchors: ['root'] } },
      null,
    ],
    ['any usage at all', der('bareLeaf', 'intermediate'), { c2pa: { anchors: ['root'] } }, null],
    [
      'other lists do not',
      der('mailLeaf', 'intermediate'),
      { c2pa: { anchors: ['root'] }, legacy: { anchors: ['root'] } },
      ['legacy', 'anchor', ROOT],
    ],
    [
      'two anchors of one name',
      der('leaf', 'intermediate'),
      { c2pa: { anchors: ['rootTwin', 'root'] } },
      ['c2pa', 'anchor', ROOT],
    ],
    [
      'an anchor with the right name and another key',
      der('leaf', 'intermediate'),
      { c2pa: { anchors: ['rootTwin'] } },
      null,
    ],
    ['another anchor', der('leaf', 'intermediate'), { c2pa: { anchors: ['otherRoot'] } }, null],
    ['the list of time-stamp authorities', der('leaf', 'intermediate'), { c2pa_tsa: { anchors: ['root'] } }, null],
    ['no list', der('leaf', 'intermediate'), {}, null],
    ['an anchor put behind an unrelated leaf', der('selfSigned', 'root'), { c2pa: { anchors: ['root'] } }, null],
    [
      'an issuer that is no authority',
      der('forgedLeaf', 'leaf', 'intermediate'),
      { c2pa: { anchors: ['root'] } },
      null,
    ],
    [
      'an issuer that is no authority, below an allowed leaf',
      der('forgedLeaf', 'leaf'),
      { legacy: { allowed: ['leaf'] } },
      null,
    ],
    [
      'a broken certificate behind good ones',
      [...der('leaf', 'intermediate'), Uint8Array.of(1)],
      { c2pa: { anchors: ['root'] } },
      null,
    ],
    ['an empty chain', [], { c2pa: { anchors: ['root'] } }, null],
  ])('%s', (_, chain, lists, expected) => {
    const match = matchChain(chain, trust(lists));
    expect(match === null ? null : [match.list, match.via, match.certificate_subject]).toEqual(expected);
  });

  it('keeps the id of the snapshot and leaves out certificates that cannot be read', () => {
    const list = makeTrustList({
      name: 'legacy',
      anchors: pem(['root']),
      allowed: [],
      fetched_at: '',
      last_fetch_failed: false,
    });
    const snapshot = makeTrustSnapshot([{ ...list, anchors: ['damaged', ...list.anchors] }], [], 1);
    const prepared = prepareSnapshot(snapshot);
    expect(prepared.id).toBe(snapshot.id);
    expect(matchChain(der('leaf', 'intermediate'), prepared)?.list).toBe('legacy');
  });
});
