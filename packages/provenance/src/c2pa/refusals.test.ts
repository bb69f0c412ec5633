import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { buildJpeg } from '@revera/testkit/media';
import {
  activeManifest,
  boxIn,
  CLAIM_BOXES,
  contentOf,
  coseSign1,
  readStore,
  reclaim,
  signMediaDetached,
  writeStore,
  type StoreBox,
} from '@revera/testkit/sign';
import { encode } from 'cbor2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngineBench, type EngineBench } from '../testing/engine-bench.ts';
import { NO_LISTS } from '../testing/trust-snapshots.ts';
import type { UnreadableReason } from './facts.ts';

const SIGNATURE = 'c2pa.signature';
const ASSERTIONS = 'c2pa.assertions';

interface Damage {
  manifest: StoreBox;
  version: 1 | 2;
  authority: Authority;
}

const without = (box: StoreBox, label: string): void => {
  box.boxes = box.boxes.filter((inner) => inner.label !== label);
};
const isHash = (entry: unknown): boolean => JSON.stringify(entry).includes('c2pa.hash');
const assertionsOf = (version: 1 | 2): string => (version === 2 ? 'created_assertions' : 'assertions');
const listOf = (claim: Record<string, unknown>, version: 1 | 2): unknown[] => {
  const list = claim[assertionsOf(version)];
  return Array.isArray(list) ? list : [];
};

/** What a hostile or broken signer may write, why it is refused, and the code of C2PA 2.x where it is certain. */
const ROWS: readonly [string, UnreadableReason, string | null, (damage: Damage) => void | Promise<void>][] = [
  [
    'no content hash in the claim',
    'no_hard_binding',
    'claim.hardBindings.missing',
    async ({ manifest, version, authority }) => {
      const store = boxIn(manifest, ASSERTIONS);
      store.boxes = store.boxes.filter((box) => box.label?.startsWith('c2pa.hash') !== true);
      await reclaim(manifest, version, authority, (claim) => {
        claim[assertionsOf(version)] = listOf(claim, version).filter((entry) => !isHash(entry));
      });
    },
  ],
  ['no claim', 'claim_missing', 'claim.missing', ({ manifest, version }) => without(manifest, CLAIM_BOXES[version])],
  [
    'two claims',
    'several_claims',
    'claim.multiple',
    ({ manifest, version }) => void manifest.boxes.push(boxIn(manifest, CLAIM_BOXES[version])),
  ],
  [
    'a claim that is no CBOR',
    'claim_malformed',
    'claim.cbor.invalid',
    ({ manifest, version }) => void (contentOf(manifest, CLAIM_BOXES[version]).bytes = Buffer.from('hello world')),
  ],
  [
    'a claim that is a text',
    'claim_malformed',
    'claim.malformed',
    ({ manifest, version }) => void (contentOf(manifest, CLAIM_BOXES[version]).bytes = encode('claim')),
  ],
  [
    'a claim without an instance id',
    'claim_malformed',
    'claim.malformed',
    ({ manifest, version, authority }) =>
      reclaim(manifest, version, authority, (claim) => void delete claim['instanceID']),
  ],
  ['no signature', 'signature_missing', 'claimSignature.missing', ({ manifest }) => without(manifest, SIGNATURE)],
  [
    'a signature that is no COSE',
    'signature_malformed',
    null,
    ({ manifest }) => void (contentOf(manifest, SIGNATURE).bytes = new Uint8Array(500).fill(7)),
  ],
  [
    'a signature of three members',
    'signature_malformed',
    null,
    ({ manifest }) => void (contentOf(manifest, SIGNATURE).bytes = encode([1, 2, 3])),
  ],
  [
    'a signature whose certificate is none',
    'signature_malformed',
    null,
    async ({ manifest, version, authority }) => {
      const signature = contentOf(manifest, SIGNATURE);
      const signer = { ...authority, chainDer: [new Uint8Array(200)] };
      const claim = contentOf(manifest, CLAIM_BOXES[version]).bytes;
      signature.bytes = await coseSign1(signer, claim, signature.bytes.length);
    },
  ],
  ['no assertions at all', 'claim_malformed', null, ({ manifest }) => without(manifest, ASSERTIONS)],
  [
    'a content hash that is no CBOR',
    'assertion_malformed',
    'assertion.cbor.invalid',
    ({ manifest }) => void (contentOf(boxIn(manifest, ASSERTIONS), 'c2pa.hash.data').bytes = new Uint8Array([0xff])),
  ],
  [
    'no algorithm anywhere',
    'unknown_algorithm',
    'algorithm.unsupported',
    ({ manifest, version, authority }) =>
      reclaim(manifest, version, authority, (claim) => {
        delete claim['alg'];
        for (const entry of listOf(claim, version))
          if (typeof entry === 'object' && entry !== null) Reflect.deleteProperty(entry, 'alg');
      }),
  ],
];

describe.each([1, 2] as const)('a manifest store of claim version %i that the engine refuses', (version) => {
  let bench: EngineBench;
  let authority: Authority;
  let store: Uint8Array;
  beforeAll(async () => {
    bench = await openEngineBench();
    authority = await createAuthority();
    const options = { authority, claimVersion: version };
    store = (await signMediaDetached(buildJpeg(), 'image/jpeg', options)).manifestStore;
  });
  afterAll(() => bench.close());

  it.each(ROWS)('with %s: %s, %s', async (_what, reason, code, damage) => {
    const root = readStore(store);
    await damage({ manifest: activeManifest(root), version, authority });
    const { report, verdict } = await bench.analyzeBytes(writeStore(root), NO_LISTS);
    expect(report.c2pa).toMatchObject({ state: 'examined', facts: { kind: 'unreadable', reason, code } });
    expect(verdict).toMatchObject({
      integrity_status: 'signature_invalid',
      credential: { validation_state: 'invalid', validation_codes: { failure: code === null ? [] : [code] } },
    });
    expect(verdict.notes[0]).toMatchObject({ code: `store_${reason}`, level: 'critical' });
  });

  it('is read when nothing was changed', async () => {
    const { report } = await bench.analyzeBytes(writeStore(readStore(store)), NO_LISTS);
    expect(report.c2pa).toMatchObject({ facts: { kind: 'present' } });
  });
});
