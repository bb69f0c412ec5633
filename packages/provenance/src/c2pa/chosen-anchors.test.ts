import { basename } from 'node:path';
import { describeWithShared, flipBit, mutationRun, remove, seededRandom, sharedFolder, swap } from '@revera/testkit';
import {
  createAuthority,
  hasOpenssl,
  makeCertificate,
  type Authority,
  type AuthorityOptions,
} from '@revera/testkit/authorities';
import { buildJpeg, mediaKinds } from '@revera/testkit/media';
import { createMatrixWorld, matrixCases, type MatrixWorld } from '@revera/testkit/peers';
import { signEdit, signMedia } from '@revera/testkit/sign';
import { beforeAll, describe, expect, it } from 'vitest';
import { bufferSource, openFileSource } from '../bytes/random-access.ts';
import { openBothReadings, type ReadBoth } from '../testing/both-readings.ts';
import { listFiles } from '../testing/shared-files.ts';
import { listOf, NO_LISTS, realSnapshot, snapshotOf } from '../testing/trust-snapshots.ts';
import { chooseAnchors } from './chosen-anchors.ts';

/** Anchors are chosen for most files; these must be among them. */
const CHOSEN = new Set(['CACA.jpg', 'CIE-sig-CA.jpg', 'ocsp.jpg', 'video1.mp4', 'flux-1.png', 'cards_trusted.jpg']);
const DATES = { notBefore: new Date('2024-01-01Z'), notAfter: new Date('2049-01-01Z') };

let readBoth: ReadBoth;
beforeAll(async () => {
  readBoth = await openBothReadings();
});

describeWithShared('the anchors that are chosen for real files', 'corpus', (corpus) => {
  const trust = realSnapshot(sharedFolder('trust') ?? '', { testRoots: true });
  const choice = chooseAnchors(trust);
  const count = trust.lists.reduce((sum, { anchors }) => sum + anchors.length, 0);

  it.each(listFiles(corpus).filter((file) => !/README|LICENSE|\.(txt|ttf|pem)$/.test(file)))('%s', async (file) => {
    const source = openFileSource(`${corpus}/${file}`);
    const { all, chosen, anchors } = await readBoth(source, trust, { choice });
    source.close();
    expect(chosen).toEqual(all);
    expect(anchors ?? 0).toBeLessThan(count / 4);
    if (CHOSEN.has(basename(file))) expect(anchors).not.toBeNull();
  });
});

describe('the anchors that are chosen for generated files', () => {
  let others: string[];
  const jpeg = (authority: Authority) => signMedia(buildJpeg(), 'image/jpeg', { authority });

  /** Many lists, among them authorities with the same names and other keys. */
  const trustWith = (...anchors: string[]) =>
    snapshotOf(
      listOf('c2pa', others),
      listOf('c2pa_tsa', others.slice(0, 2)),
      listOf('legacy', [...others, ...anchors]),
    );

  beforeAll(async () => {
    const names = ['Revera Test', 'Revera Test', 'Others', 'More Others', 'Many Others', 'All Others'];
    const made = await Promise.all(names.map((authorityName) => createAuthority({ authorityName })));
    others = made.map(({ rootPem }) => rootPem);
  });

  const KINDS: Readonly<Record<string, AuthorityOptions>> = {
    'elliptic curve': {},
    RSA: { algorithm: 'PS256', profile: 'mailAndClient' },
    'root and leaf': { intermediates: 0 },
    'two intermediates': { intermediates: 2 },
    'no intermediate presented': { omitIntermediate: true },
    'root presented': { presentRoot: true },
    'self-signed': { selfSigned: true },
    'leaf that is an authority': { leafIsCa: true },
  };
  it.each(Object.entries(KINDS))('%s', async (_, options) => {
    const authority = await createAuthority(options);
    const source = bufferSource(await jpeg(authority));
    const { root, intermediate, leaf } = authority;
    for (const { pem } of [root, intermediate, leaf]) {
      const { all, chosen, anchors } = await readBoth(source, trustWith(pem));
      expect(chosen).toEqual(all);
      // The two of the same name, the right one, and one in each of the other lists.
      expect(anchors).toBeLessThanOrEqual(7);
    }
    const { all, chosen, isTrusted } = await readBoth(source, trustWith(root.pem));
    expect(chosen).toEqual(all);
    // A chain with a gap ends in an intermediate that nobody shows.
    expect(isTrusted).toBe(options.omitIntermediate !== true);
  });

  it('whatever differs between the name of an anchor and that of the issuer', async () => {
    const authority = await createAuthority({ authorityName: 'Name in Forms' });
    const source = bufferSource(await jpeg(authority));
    const { root } = authority;
    const subjects = [
      root.subject,
      root.subject.replace('Name', 'NAME'),
      `${root.subject}, O=More`,
      'O=Only',
      root.subject.replace('Forms', 'Form'),
    ];
    const certificates = subjects.map((subject) =>
      makeCertificate({ subject, keys: root.keys, extensions: [], version: 1, ...DATES }),
    );
    const [same] = certificates;
    const utf8 = Buffer.from(same?.der ?? []);
    for (let at = utf8.indexOf(0x13); at !== -1; at = utf8.indexOf(0x13, at + 1)) {
      if (
        utf8
          .subarray(at + 2)
          .toString('latin1')
          .startsWith('Name in')
      )
        utf8[at] = 0x0c;
    }
    expect(utf8.equals(same?.der ?? new Uint8Array())).toBe(false);
    const pems = [
      ...certificates.map(({ pem }) => pem),
      `-----BEGIN CERTIFICATE-----\n${utf8.toString('base64')}\n-----END CERTIFICATE-----\n`,
    ];
    const found: boolean[] = [];
    for (const pem of pems) {
      const { all, chosen, isTrusted } = await readBoth(source, trustWith(pem));
      expect(chosen).toEqual(all);
      found.push(isTrusted);
    }
    // The engine compares names byte for byte.
    expect(found).toEqual([true, false, false, false, false, false]);
  });

  it('signers of ingredients count too', async () => {
    const [first, second] = [
      await createAuthority({ authorityName: 'First' }),
      await createAuthority({ authorityName: 'Second' }),
    ];
    const edited = await signEdit(await jpeg(first), 'image/jpeg', { authority: second });
    const { all, chosen, anchors } = await readBoth(bufferSource(edited), trustWith(first.rootPem, second.rootPem));
    expect(chosen).toEqual(all);
    expect(anchors).toBe(4);
  });

  it('lists without certificates, with allowed ones alone, and with none at all', async () => {
    const authority = await createAuthority();
    const source = bufferSource(await jpeg(authority));
    const { root, leaf } = authority;
    const snapshots = [
      NO_LISTS,
      snapshotOf(listOf('legacy', [], [leaf.pem])),
      snapshotOf(listOf('legacy', others.slice(2), [leaf.pem]), listOf('c2pa', others)),
      snapshotOf(listOf('service', [root.pem]), listOf('c2pa', others.slice(2))),
    ];
    for (const trust of snapshots) {
      const { all, chosen } = await readBoth(source, trust);
      expect(chosen).toEqual(all);
    }
  });

  it(`damaged stores, seed ${mutationRun.seed}`, async () => {
    const authority = await createAuthority();
    const signed = await jpeg(authority);
    const trust = trustWith(authority.rootPem);
    const choice = chooseAnchors(trust);
    const random = seededRandom(mutationRun.seed);
    const start = signed.indexOf(0xeb);
    const place = () => start + random.below(3_000);
    for (let i = 0; i < Math.ceil(mutationRun.mutations / 50); i += 1) {
      const [one, other] = [place(), place()].toSorted((a, b) => a - b);
      const damaged =
        [
          () => flipBit(signed, one ?? 0, i),
          () => remove(signed, { start: one ?? 0, length: 1 + (i % 7) }),
          () => swap(signed, { start: one ?? 0, length: 1 }, { start: (other ?? 0) + 1, length: 2 }),
        ][i % 3]?.() ?? signed;
      const { all, chosen } = await readBoth(bufferSource(damaged), trust, { choice });
      expect(chosen, `damage ${i}`).toEqual(all);
    }
  });
});

describe.runIf(hasOpenssl())('the anchors that are chosen for files with every trait of a credential', () => {
  const now = new Date();
  let world: MatrixWorld;
  let others: string[];
  beforeAll(async () => {
    world = await createMatrixWorld(now);
    others = (await Promise.all([1, 2, 3].map(() => createAuthority()))).map(({ rootPem }) => rootPem);
  });

  it.each(matrixCases.filter(({ identity }) => identity === undefined))('$name', async (matrixCase) => {
    const { bytes, signer } = await world.make(matrixCase);
    const { list = 'c2pa' } = matrixCase;
    const trust = snapshotOf(
      listOf('c2pa', [...others, list === 'c2pa' ? signer.rootPem : world.strangerPem]),
      listOf('c2pa_tsa', [...others, world.timeStampRootPem]),
      listOf(
        'legacy',
        [...others, list === 'interim' ? signer.rootPem : world.strangerPem],
        list === 'allowed' ? [signer.leaf.pem] : [],
      ),
    );
    const { all, chosen } = await readBoth(bufferSource(bytes), trust, { at: now });
    expect(chosen).toEqual(all);
  });
});

it('takes a media type whose store is not looked for as it is', async () => {
  const authority = await createAuthority();
  const { build, mediaType } = mediaKinds.svg;
  const svg = await signMedia(build(), mediaType, { authority });
  const trust = snapshotOf(listOf('service', [authority.rootPem]));
  const { anchors, isTrusted } = await readBoth(bufferSource(svg), trust);
  expect({ anchors, isTrusted }).toEqual({ anchors: null, isTrusted: true });
});
