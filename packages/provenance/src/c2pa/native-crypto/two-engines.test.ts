import { describeWithShared, mutateFile, mutationRun, seededRandom } from '@revera/testkit';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { mediaKinds } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../../bytes/random-access.ts';
import { findMediaType } from '../../media/media-types.ts';
import { sniff } from '../../media/sniff.ts';
import type { TrustSnapshot } from '../../trust/trust-list.ts';
import { engineSettings } from '../engine-settings.ts';
import { listFiles } from '../../testing/shared-files.ts';
import { listOf, realSnapshot, snapshotOf } from '../../testing/trust-snapshots.ts';
import { startTwoEngines, type EngineAnswer, type TwoEngines } from '../../testing/two-engines.ts';

const { mutations, seed } = mutationRun;
/** Each goes through both engines; `REVERA_MUTATIONS` makes more. */
const DAMAGED = Math.ceil((2 * mutations) / 5);
const LARGE_BYTES = 1.5 * 1024 * 1024 + 78;

let engines: TwoEngines;
beforeAll(async () => {
  engines = await startTwoEngines();
});
afterAll(() => engines.close());

async function readByBoth(bytes: Uint8Array, trust?: TrustSnapshot): Promise<EngineAnswer> {
  const format = findMediaType(sniff(bufferSource(bytes)) ?? '')?.engine_format ?? 'image/jpeg';
  const settings = trust === undefined ? {} : { settings: engineSettings(trust) };
  return sameOf({ bytes, format, isSigning: false, ...settings });
}

async function sameOf(request: Parameters<TwoEngines['ask']>[0]): Promise<EngineAnswer> {
  const { published, native } = await engines.ask(request);
  expect(native).toEqual(published);
  return native;
}

const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512', 'Ed25519'] as const;
/** Of each algorithm. */
const DAMAGED_SIGNATURES = Math.ceil(mutations / 20);

/** A small picture, so that most damage is to the manifest. */
async function signedAndTrusted(authority: Authority): Promise<{ bytes: Uint8Array; trust: TrustSnapshot }> {
  const bytes = await signMedia(mediaKinds.jpeg.build(), mediaKinds.jpeg.mediaType, { authority });
  return { bytes, trust: snapshotOf(listOf('c2pa', [authority.rootPem])) };
}

const signable = Object.entries(mediaKinds).filter(([, kind]) => kind.engineSigns);

describe('the engine as published, and with OpenSSL,', () => {
  it('are two engines', () => {
    expect(engines.kinds).toEqual(['in_engine', 'native']);
  });

  it.each(signable)('sign a small and a large %s the same, and read it the same', async (_name, kind) => {
    for (const bytes of [kind.build(), kind.build({ sizeBytes: LARGE_BYTES })]) {
      const signed = await sameOf({ bytes, format: kind.mediaType, isSigning: true });
      expect(signed.kind).toBe('signed');
    }
    const authority = await createAuthority();
    const file = await signMedia(kind.build({ sizeBytes: LARGE_BYTES }), kind.mediaType, { authority });
    expect((await readByBoth(file)).kind).toBe('read');
    file[file.length >> 1] = (file[file.length >> 1] ?? 0) ^ 1;
    await readByBoth(file);
  });

  it.each(ALGORITHMS)(
    'judge a signature with %s the same, and its chain',
    async (algorithm) => {
      const authority = await createAuthority({ algorithm });
      const { bytes, trust } = await signedAndTrusted(authority);
      const read = await readByBoth(bytes, trust);
      expect(read.text).toContain('"claimSignature.validated"');
      expect(read.text).toContain('"signingCredential.trusted"');
      const random = seededRandom(seed);
      for (let i = 0; i < DAMAGED_SIGNATURES; i++) await readByBoth(mutateFile(bytes, random), trust);
    },
    120_000,
  );

  it(`read ${DAMAGED} damaged files the same, seed ${seed}`, async () => {
    const random = seededRandom(seed);
    const authority = await createAuthority();
    // Larger than a hash that is left to the engine.
    const originals = await Promise.all(
      signable.map(([, kind]) => signMedia(kind.build({ sizeBytes: 20_000 }), kind.mediaType, { authority })),
    );
    const kinds = new Set<string>();
    for (let i = 0; i < DAMAGED; i++) {
      const original = originals[i % originals.length] ?? new Uint8Array(0);
      kinds.add((await readByBoth(mutateFile(original, random))).kind);
    }
    expect([...kinds].toSorted()).toEqual(['read', 'refused']);
  }, 600_000);
});

describeWithShared('the two engines, for real files,', 'corpus', (corpus) => {
  const files = listFiles(corpus).filter((file) => !/README|LICENSE|\.(txt|ttf)$/.test(file));

  it('read them the same', async () => {
    const kinds: string[] = [];
    for (const file of files) kinds.push((await readByBoth(readFileSync(`${corpus}/${file}`))).kind);
    expect(kinds.filter((kind) => kind === 'read').length).toBeGreaterThan(50);
  }, 120_000);

  describeWithShared('with the real lists,', 'trust', (folder) => {
    it('judge them the same', async () => {
      const trust = realSnapshot(folder, { testRoots: true });
      const texts: string[] = [];
      for (const file of files.filter((one) => /^(c2pa.public-testfiles|world)/.test(one))) {
        texts.push((await readByBoth(readFileSync(`${corpus}/${file}`), trust)).text);
      }
      expect(texts.filter((text) => text.includes('signingCredential.trusted')).length).toBeGreaterThan(20);
      expect(texts.filter((text) => text.includes('timeStamp.trusted')).length).toBeGreaterThan(5);
    }, 120_000);
  });
});
