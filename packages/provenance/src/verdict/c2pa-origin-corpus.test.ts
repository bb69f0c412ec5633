import { join } from 'node:path';
import { describeWithShared } from '@revera/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngineBench, type EngineBench } from '../testing/engine-bench.ts';
import { NO_LISTS } from '../testing/trust-snapshots.ts';
import { c2paOrigin, type C2paOrigin } from './c2pa-origin.ts';
import { impliedDeclaration } from './c2pa-statement.ts';

type Row = readonly [file: string, why: string, source: string | null, model: string | null, by: C2paOrigin['by']];

const RS = 'c2pa/c2pa-rs';
const PUBLIC = 'c2pa/public-testfiles';
const JPEG = `${PUBLIC}/image/jpeg`;

const ROWS: readonly Row[] = [
  ['vendor/flux-1.png', 'agent is a model, product beside it', 'Black Forest Labs', 'Flux.2', 'generator'],
  [`${RS}/ocsp.jpg`, 'generative fill in what Firefly made', 'Adobe Photoshop', 'Firefly Image 4', 'generator'],
  [`${RS}/ocsp_with_assertion.jpg`, 'opened and resized only; a test is its part', null, null, null],
  [`${RS}/express-signed.pdf`, 'a document with a generated part', 'Adobe Express', null, 'generator'],
  [`${PUBLIC}/pdf/adobe-20240110-single_manifest_store.pdf`, 'a document with two', 'Adobe Express', null, 'generator'],
  [`${JPEG}/nikon-20221019-building.jpeg`, 'a camera without actions', 'Nikon', 'Z 9', 'certificate'],
  [`${JPEG}/truepic-20230212-camera.jpg`, 'an app on a phone', 'Truepic camera', 'Google Pixel 5', 'certificate'],
  [`${JPEG}/truepic-20230212-landscape.jpg`, 'the same', 'Truepic camera', 'Google Pixel 5', 'certificate'],
  [`${JPEG}/truepic-20230212-library.jpg`, 'the same', 'Truepic camera', 'Google Pixel 5', 'certificate'],
  [`${JPEG}/adobe-20220124-C.jpg`, 'signed for a test', null, null, null],
  [`${JPEG}/adobe-20220124-CAICAI.jpg`, 'signed for a test, with parts', null, null, null],
  [`${JPEG}/adobe-20220124-E-sig-CA.jpg`, 'a generator of another name, signed for a test', null, null, null],
  [`${RS}/C.jpg`, 'a test that states algorithmicMedia', null, null, null],
  [`${RS}/C_with_CAWG_data.jpg`, 'a test that states capture', null, null, null],
  [`${RS}/cloud_manifest.c2pa`, 'a test of an early toolkit with a real certificate', null, null, null],
  [`${RS}/dashinit.mp4`, 'an invented publisher', null, null, null],
  [`${RS}/legacy.mp4`, 'the sample definition of a tool', null, null, null],
  [`${RS}/update_manifest.jpg`, 'an update manifest of a test', null, null, null],
  [`${RS}/no_manifest.jpg`, 'no manifest store', null, null, null],
];

describeWithShared('who made the files of the corpus, by their manifests', 'corpus', (corpus) => {
  let bench: EngineBench;

  beforeAll(async () => {
    bench = await openEngineBench();
  });
  afterAll(async () => {
    await bench.close();
  });

  const factsOf = async (file: string) => {
    const { report } = await bench.analyzePath(join(corpus, file), NO_LISTS);
    if (report.c2pa.state !== 'examined') throw new Error(`${file}: ${report.c2pa.state}`);
    return report.c2pa.facts;
  };

  describe.each(ROWS)('%s', (file, why, source, source_model, by) => {
    it(`is so: ${why}`, async () => {
      expect(c2paOrigin(await factsOf(file))).toMatchObject({ source, source_model, by });
    });
  });

  it('hold no generation that only an assertion states, but that is read', async () => {
    const facts = await factsOf('vendor/flux-1.png');
    const [manifest] = facts.kind === 'present' ? facts.manifests : [];
    if (manifest === undefined) throw new Error('no manifest');
    expect(manifest.naming_assertions).toEqual([{ kind: 'ai_generated_content', model: 'Flux.2', ai_generated: true }]);
    expect(impliedDeclaration(manifest)).toBe(null);
    expect(impliedDeclaration({ ...manifest, actions: [] })).toBe('ai_generated');
  });
});
