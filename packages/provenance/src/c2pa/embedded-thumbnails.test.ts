import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithShared, concat } from '@revera/testkit';
import { createAuthority } from '@revera/testkit/authorities';
import { jumbfBox } from '@revera/testkit/hostile';
import { buildJpeg, buildPng, mediaKinds, box } from '@revera/testkit/media';
import { signEdit, signMedia } from '@revera/testkit/sign';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { openEngineBench, type EngineBench } from '../testing/engine-bench.ts';
import { NO_LISTS } from '../testing/trust-snapshots.ts';
import { findEmbeddedThumbnails, type EmbeddedThumbnail } from './embedded-thumbnails.ts';
import { decodeManifestStore } from './jumbf.ts';

const PICTURE = buildJpeg({ width: 8, height: 8 });
const OTHER = buildPng();

/** An embedded file under this label. The type that it declares is no picture's: nobody looks at it. */
const file = (label: string, ...contents: Uint8Array[]) =>
  jumbfBox('@\xcb\x0c2', label, box('bfdb', [0], 'text/plain\0'), ...contents.map((bytes) => box('bidb', bytes)));
const assertion = (label: string) => jumbfBox('cbor', label, box('cbor', [0xa0]));

interface MadeManifest {
  label: string;
  boxes?: readonly Uint8Array[];
  /** By the label of the ingredient assertion, the address of its picture. */
  ingredients?: Readonly<Record<string, unknown>>;
}

/** What is found in a store of these manifests; the first of them is active. */
function find(...manifests: readonly MadeManifest[]): EmbeddedThumbnail[] {
  const stored = manifests.map(({ label, boxes = [], ingredients = {} }) => {
    const named = Object.keys(ingredients).map(assertion);
    return jumbfBox('c2ma', label, jumbfBox('c2as', 'c2pa.assertions', ...boxes, ...named));
  });
  const crjson = {
    manifests: manifests.map(({ label, ingredients = {} }) => ({
      label,
      assertions: Object.fromEntries(
        Object.entries(ingredients).map(([name, url]) => [name, { thumbnail: { url, hash: "b64''" } }]),
      ),
    })),
  };
  return findEmbeddedThumbnails(decodeManifestStore(jumbfBox('c2pa', 'c2pa', ...stored)), crjson, 'urn:c2pa:active');
}

const ACTIVE = 'urn:c2pa:active';
const labelsOf = (found: readonly EmbeddedThumbnail[]) =>
  found.map(({ manifestLabel, ingredientLabel }) => [manifestLabel, ingredientLabel]);

describe('findEmbeddedThumbnails', () => {
  it.each(['c2pa.thumbnail.claim', 'c2pa.thumbnail.claim.jpeg', 'c2pa.thumbnail.claim_1.jpeg'])(
    'finds %s of a manifest, with what its bytes are',
    (label) => {
      const [found, ...rest] = find({ label: ACTIVE, boxes: [file(label, PICTURE)] });
      expect(rest).toEqual([]);
      expect(found).toMatchObject({ manifestLabel: ACTIVE, ingredientLabel: null, mediaType: 'image/jpeg' });
      expect(found?.bytes).toEqual(new Uint8Array(PICTURE));
      // Of its own memory: a view would take the whole store along to another thread.
      expect(found?.bytes.buffer.byteLength).toBe(PICTURE.length);
    },
  );

  it.each([
    ['c2pa.ingredient', 'self#jumbf=c2pa.assertions/c2pa.thumbnail.ingredient.jpeg', 'c2pa.thumbnail.ingredient.jpeg'],
    [
      'c2pa.ingredient__1',
      'self#jumbf=c2pa.assertions/c2pa.thumbnail.ingredient__1.png',
      'c2pa.thumbnail.ingredient__1.png',
    ],
    [
      'c2pa.ingredient.v2',
      `self#jumbf=/c2pa/${ACTIVE}/c2pa.assertions/c2pa.thumbnail.ingredient_7`,
      'c2pa.thumbnail.ingredient_7',
    ],
    ['c2pa.ingredient.v3', 'self#jumbf=c2pa.assertions/c2pa.thumbnail.ingredient', 'c2pa.thumbnail.ingredient'],
  ])('finds the picture of %s at %s', (ingredient, url, label) => {
    const found = find({ label: ACTIVE, boxes: [file(label, OTHER)], ingredients: { [ingredient]: url } });
    expect(labelsOf(found)).toEqual([[ACTIVE, ingredient]]);
    expect(found[0]).toMatchObject({ mediaType: 'image/png', bytes: new Uint8Array(OTHER) });
  });

  it('finds the picture that an ingredient borrows from its own manifest, the active manifest first', () => {
    const url = 'self#jumbf=/c2pa/urn:c2pa:parent/c2pa.assertions/c2pa.thumbnail.claim';
    const parent = { label: 'urn:c2pa:parent', boxes: [file('c2pa.thumbnail.claim', PICTURE)] };
    const active = {
      label: ACTIVE,
      boxes: [file('c2pa.thumbnail.claim', OTHER)],
      ingredients: { 'c2pa.ingredient.v3': url },
    };
    expect(labelsOf(find(parent, active))).toEqual([
      [ACTIVE, null],
      [ACTIVE, 'c2pa.ingredient.v3'],
      ['urn:c2pa:parent', null],
    ]);
  });

  it.each([
    'self#jumbf=c2pa.assertions/c2pa.thumbnail.claim/more',
    'self#jumbf=/c2pa/other/c2pa.assertions/c2pa.thumbnail.claim',
    'self#jumbf=/c2pa/../c2pa.assertions/c2pa.thumbnail.claim',
    'self#jumbf=c2pa.databoxes/c2pa.thumbnail.claim',
    'self#jumbf=c2pa.assertions/c2pa.ingredient.v3',
    'https://example.com/self#jumbf=c2pa.assertions/c2pa.thumbnail.claim',
    '',
    7,
    null,
  ])('finds no picture of an ingredient at %j', (url) => {
    const boxes = [file('c2pa.thumbnail.claim', PICTURE)];
    expect(labelsOf(find({ label: ACTIVE, boxes, ingredients: { 'c2pa.ingredient.v3': url } }))).toEqual([
      [ACTIVE, null],
    ]);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', mediaKinds.gif.build()],
    ['a TIFF', mediaKinds.tiff.build()],
    ['a video', mediaKinds.mp4.build()],
    ['text', Buffer.from('https://example.com/thumbnail.jpg')],
    ['nothing', new Uint8Array()],
  ])('passes over %s', (_what, bytes) => {
    expect(find({ label: ACTIVE, boxes: [file('c2pa.thumbnail.claim.jpeg', bytes)] })).toEqual([]);
  });

  it('passes over a picture in two pieces, a box without one, and labels that stand twice', () => {
    const twice = file('c2pa.thumbnail.claim', PICTURE);
    for (const boxes of [
      [file('c2pa.thumbnail.claim', PICTURE, PICTURE)],
      [file('c2pa.thumbnail.claim')],
      [twice, twice],
      [file('c2pa.thumbnail.claims', PICTURE)],
    ]) {
      expect(find({ label: ACTIVE, boxes })).toEqual([]);
    }
    const manifest = { label: 'urn:c2pa:parent', boxes: [twice] };
    expect(find(manifest, manifest)).toEqual([]);
  });

  it('names no ingredient whose assertion is not in the store', () => {
    const store = jumbfBox(
      'c2pa',
      'c2pa',
      jumbfBox('c2ma', ACTIVE, jumbfBox('c2as', 'c2pa.assertions', file('c2pa.thumbnail.ingredient', PICTURE))),
    );
    const thumbnail = { url: 'self#jumbf=c2pa.assertions/c2pa.thumbnail.ingredient' };
    const crjson = { manifests: [{ label: ACTIVE, assertions: { 'c2pa.ingredient.v3\0': { thumbnail } } }] };
    expect(findEmbeddedThumbnails(decodeManifestStore(store), crjson, ACTIVE)).toEqual([]);
  });

  it.each([
    [null],
    [[]],
    [{ manifests: {} }],
    [{ manifests: [null, 7, { label: 7 }, { label: 'x', assertions: [] }] }],
  ])('finds nothing by %j', (crjson) => {
    const store = jumbfBox('c2pa', 'c2pa', jumbfBox('c2ma', ACTIVE));
    expect(findEmbeddedThumbnails(decodeManifestStore(store), crjson, ACTIVE)).toEqual([]);
  });
});

describe('the bounds of findEmbeddedThumbnails', () => {
  const padded = (bytes: number) => concat(PICTURE, new Uint8Array(bytes - PICTURE.length));
  const many = (count: number, url: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`c2pa.ingredient__${index}`, url(index)]));

  it('takes a picture of as many bytes as one may have, and none of more', () => {
    const one = (bytes: number) => find({ label: ACTIVE, boxes: [file('c2pa.thumbnail.claim', padded(bytes))] });
    expect(one(LIMITS.embeddedThumbnailBytes)).toHaveLength(1);
    expect(one(LIMITS.embeddedThumbnailBytes + 1)).toEqual([]);
  });

  it('takes pictures of as many bytes as all may have, then those that still fit', () => {
    const large = LIMITS.embeddedThumbnailsBytes / LIMITS.embeddedThumbnailBytes;
    const boxes = Array.from({ length: large + 1 }, (_, index) => {
      const bytes = index === 0 ? LIMITS.embeddedThumbnailBytes - PICTURE.length : LIMITS.embeddedThumbnailBytes;
      return file(`c2pa.thumbnail.ingredient__${index}`, padded(bytes));
    });
    const small = file('c2pa.thumbnail.ingredient__9', PICTURE);
    const url = (index: number) => `self#jumbf=c2pa.assertions/c2pa.thumbnail.ingredient__${index}`;
    const found = find({ label: ACTIVE, boxes: [...boxes, small], ingredients: many(11, url) });
    expect(found.map(({ ingredientLabel }) => ingredientLabel)).toEqual(
      [0, 1, 2, 3, 9].map((index) => `c2pa.ingredient__${index}`),
    );
  });

  it('takes the first pictures of ten thousand', () => {
    const boxes = Array.from({ length: 10_000 }, (_, index) => file(`c2pa.thumbnail.ingredient__${index}`, PICTURE));
    const url = (index: number) => `self#jumbf=c2pa.assertions/c2pa.thumbnail.ingredient__${index}`;
    const found = find({ label: ACTIVE, boxes, ingredients: many(10_000, url) });
    expect(found).toHaveLength(LIMITS.embeddedThumbnails);
    expect(found.at(-1)?.ingredientLabel).toBe(`c2pa.ingredient__${LIMITS.embeddedThumbnails - 1}`);
  });

  it('looks at so many ingredients and no more', () => {
    // The manifest itself is one look.
    const last = (count: number) => ({
      label: ACTIVE,
      boxes: [file('c2pa.thumbnail.ingredient', PICTURE)],
      ingredients: many(
        count,
        (index) => `self#jumbf=c2pa.assertions/c2pa.thumbnail.${index === count - 1 ? 'ingredient' : 'absent'}`,
      ),
    });
    expect(find(last(LIMITS.embeddedThumbnailReferences - 1))).toHaveLength(1);
    expect(find(last(LIMITS.embeddedThumbnailReferences))).toEqual([]);
  });

  it('never fails, whatever the addresses are', () => {
    const boxes = [file('c2pa.thumbnail.claim', PICTURE), file('c2pa.thumbnail.ingredient', PICTURE)];
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), fc.anything(), (assertions, thumbnail) => {
        const store = jumbfBox('c2pa', 'c2pa', jumbfBox('c2ma', ACTIVE, jumbfBox('c2as', 'c2pa.assertions', ...boxes)));
        const hostile = { ...assertions, 'c2pa.ingredient': { thumbnail }, 'c2pa.ingredient.v3': thumbnail };
        const crjson = { manifests: [{ label: ACTIVE, assertions: hostile }] };
        expect(findEmbeddedThumbnails(decodeManifestStore(store), crjson, ACTIVE)).toHaveLength(1);
      }),
    );
  });
});

describe('the pictures of a signed file', () => {
  let bench: EngineBench;
  beforeAll(async () => {
    bench = await openEngineBench({ size: 1 });
  });
  afterAll(() => bench.close());

  it('come with its analysis: of the file and of what it was made from', async () => {
    const authority = await createAuthority();
    const earlier = await signMedia(buildJpeg(), 'image/jpeg', {
      authority,
      thumbnail: { bytes: PICTURE, mediaType: 'image/jpeg' },
    });
    const later = await signEdit(earlier, 'image/jpeg', {
      authority,
      thumbnail: { bytes: OTHER, mediaType: 'image/png' },
      ingredients: [{ bytes: buildPng(), mediaType: 'image/png' }],
    });
    const { report, thumbnails } = await bench.analyzeBytes(later, NO_LISTS);
    if (report.c2pa.state !== 'examined' || report.c2pa.facts.kind !== 'present') throw new TypeError('no manifest');
    const [active, parent] = report.c2pa.facts.manifests;
    expect(active?.ingredients).toHaveLength(2);
    expect(labelsOf(thumbnails)).toEqual([
      [active?.label, null],
      [active?.label, active?.ingredients[0]?.label],
      [parent?.label, null],
    ]);
    expect(thumbnails.map(({ bytes }) => Buffer.from(bytes))).toEqual(
      [OTHER, PICTURE, PICTURE].map((picture) => Buffer.from(picture)),
    );
  });

  it.each([
    ['that is not signed', async () => buildJpeg()],
    [
      'that is signed without one',
      async () => signMedia(buildJpeg(), 'image/jpeg', { authority: await createAuthority() }),
    ],
  ])('are none of a file %s', async (_what, make) => {
    expect((await bench.analyzeBytes(await make(), NO_LISTS)).thumbnails).toEqual([]);
  });
});

describeWithShared('the pictures of real files', 'corpus/c2pa', (folder) => {
  let bench: EngineBench;
  beforeAll(async () => {
    bench = await openEngineBench({ size: 1 });
  });
  afterAll(() => bench.close());

  // By manifest, active first: whose pictures they are. Read off the boxes of the stores by hand.
  it.each([
    ['public-testfiles/image/jpeg/adobe-20220124-C.jpg', [[null]]],
    [
      'public-testfiles/image/jpeg/adobe-20220124-CAICA.jpg',
      [
        [null, 'c2pa.ingredient', 'c2pa.ingredient__1'],
        [null, 'c2pa.ingredient'],
      ],
    ],
    [
      'c2pa-rs/CACA.jpg',
      [
        [null, 'c2pa.ingredient.v3'],
        [null, 'c2pa.ingredient.v3'],
      ],
    ],
    [
      'c2pa-rs/CIE-sig-CA.jpg',
      [
        [null, 'c2pa.ingredient.v2'],
        [null, 'c2pa.ingredient.v2'],
      ],
    ],
    // The ingredient's picture is the claim thumbnail of the manifest before.
    ['c2pa-rs/ocsp.jpg', [[null, 'c2pa.ingredient'], [null]]],
    [
      'c2pa-rs/cloud_manifest.c2pa',
      [
        [null, 'c2pa.ingredient'],
        [null, 'c2pa.ingredient', 'c2pa.ingredient__1'],
      ],
    ],
    // Its thumbnails are 16 bytes that are no picture.
    ['c2pa-rs/update_manifest.jpg', []],
    ['c2pa-rs/video1.mp4', []],
  ])('%s', async (path, expected) => {
    const { thumbnails } = await bench.analyzeBytes(readFileSync(join(folder, path)), NO_LISTS);
    const manifests = [...new Set(thumbnails.map(({ manifestLabel }) => manifestLabel))];
    const found = manifests.map((label) => thumbnails.filter(({ manifestLabel }) => manifestLabel === label));
    expect(found.map((of) => of.map(({ ingredientLabel }) => ingredientLabel))).toEqual(expected);
  });
});
