import { flipByte } from '@revera/testkit';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { aigcFields, aigcText, jpegExif, jpegXmp, pngLatin, pngText, xmpPacket } from '@revera/testkit/label';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_LISTS } from '../testing/trust-snapshots.ts';
import { openSignBench, trustIn, type SignBench } from '../testing/sign-bench.ts';
import type { TrustSnapshot } from '../trust/trust-list.ts';

const INFOTEXT =
  'a lighthouse\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 1, Size: 512x512, Model: harbour-v2, Version: v1.9.4';
const JOB = 'a red fox --ar 16:9 --v 6.1 Job ID: 11111111-2222-4333-8444-555555555555';
const CAMERA = xmpPacket(
  '<rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Make="Canon" tiff:Model="Canon EOS R5"/>',
);

let bench: SignBench;
let authority: Authority;
let trust: TrustSnapshot;
beforeAll(async () => {
  bench = await openSignBench();
  authority = await createAuthority();
  trust = trustIn(authority);
});
afterAll(() => bench.close());

const captured = { contentType: 'captured', generatorName: 'Field Camera' } as const;
const generated = { contentType: 'ai_generated', generatorName: 'Example Studio', model: 'painter-2' } as const;
const infotext = (): Uint8Array => jpegExif({ userComment: `ASCII\0\0\0${INFOTEXT}` });

describe('metadata beside a credential, in files that were really signed', () => {
  it("P20: a trusted capture whose signed bytes hold a generator's settings is conflicting, with both sides named", async () => {
    const { verdict } = await bench.analyzeBytes(
      await bench.sign(infotext(), { authority, declarations: captured }),
      trust,
    );
    expect(verdict).toMatchObject({
      provenance_status: 'conflicting',
      integrity_status: 'valid_and_bound',
      // The signer covered the settings: neither side outweighs the other.
      ai_generated: null,
      content_declaration: 'captured',
      source: 'Field Camera',
      source_model: null,
      metadata: {
        status: 'ai_generated',
        vendor: { en: 'Stable Diffusion WebUI (AUTOMATIC1111)' },
        model: 'harbour-v2',
      },
    });
    expect(verdict.notes[0]).toMatchObject({
      code: 'metadata_contradicts_credential',
      values: { credential: 'captured', field: 'EXIF UserComment' },
    });
  });

  it('P19: a credential and a marker that name different generators agree on AI, and the difference is told', async () => {
    const png = pngText(pngLatin('Description', JOB));
    const { verdict } = await bench.analyzeBytes(await bench.sign(png, { authority, declarations: generated }), trust);
    expect(verdict).toMatchObject({
      provenance_status: 'verified',
      ai_generated: true,
      source: 'Example Studio',
      source_model: 'painter-2',
      metadata: { status: 'ai_generated', vendor: { en: 'Midjourney' }, model: 'v6.1' },
    });
    expect(verdict.notes).toContainEqual({
      code: 'sources_differ',
      level: 'warning',
      values: { credential_source: 'Example Studio', name: 'Midjourney v6.1', field: 'PNG Description' },
    });
  });

  it('P18: a changed pixel leaves nothing of what the credential said', async () => {
    const signed = await bench.sign(pngText(), { authority, declarations: generated });
    const idat = Buffer.from(signed).indexOf('IDAT');
    const { verdict } = await bench.analyzeBytes(flipByte(signed, idat + 12), trust);
    expect(verdict).toMatchObject({
      provenance_status: 'binding_failed',
      ai_generated: null,
      source: null,
      source_model: null,
      content_declaration: 'none',
    });
  });

  it('a credential that names a camera takes no model from the metadata beside it, and false takes a trusted signer', async () => {
    const signed = await bench.sign(jpegXmp(CAMERA), { authority, declarations: captured });
    const trusted = await bench.analyzeBytes(signed, trust);
    expect(trusted.verdict).toMatchObject({
      provenance_status: 'verified',
      ai_generated: false,
      source: 'Field Camera',
      source_model: null,
      metadata: { status: 'captured', vendor: { en: 'Canon' }, model: 'EOS R5' },
    });
    const untrusted = await bench.analyzeBytes(signed, NO_LISTS);
    expect(untrusted.verdict).toMatchObject({ provenance_status: 'strong_evidence', ai_generated: null });
  });

  it('a credential that declares AI and names no generator takes no camera of the metadata as its source', async () => {
    const declarations = { contentType: 'ai_generated' } as const;
    const signed = await bench.sign(jpegXmp(CAMERA), { authority, declarations });
    const { verdict } = await bench.analyzeBytes(signed, trust);
    expect(verdict).toMatchObject({ ai_generated: true, source: null, source_model: null });
    expect(verdict.notes.map(({ code }) => code)).toContain('camera_beside_generation');
  });
});

describe('metadata beside a label, in files as services write them', () => {
  const file = (ContentProducer: string): Uint8Array => {
    const label = aigcText(aigcFields({ Label: '1', ContentProducer, ProduceID: '42' }));
    return pngText(pngLatin('Description', JOB), pngLatin('AIGC', label));
  };
  const verdictOf = async (bytes: Uint8Array) => (await bench.analyzeBytes(bytes, trust)).verdict;

  it("Kling's label and Midjourney's metadata are two statements, and no agreement", async () => {
    const verdict = await verdictOf(file('001191110108335469089C10100'));
    expect(verdict).toMatchObject({
      provenance_status: 'partial_evidence',
      ai_generated: true,
      source: 'Kuaishou',
      source_model: null,
      metadata: { vendor: { en: 'Midjourney' }, model: 'v6.1' },
    });
    expect(verdict.notes).toContainEqual({
      code: 'sources_differ_label_metadata',
      level: 'warning',
      values: { label_source: 'Kuaishou', label_source_zh: '快手', name: 'Midjourney', field: 'PNG Description' },
    });
  });

  it('a label and metadata that name the same maker agree', async () => {
    const verdict = await verdictOf(file('Midjourney'));
    expect(verdict).toMatchObject({ provenance_status: 'strong_evidence', source: 'Midjourney', source_model: null });
  });

  it('a code whose check character is wrong is no source, and that is said', async () => {
    const code = '001191110102MACQD9K64110000';
    const verdict = await verdictOf(file(code));
    expect(verdict).toMatchObject({ provenance_status: 'partial_evidence', ai_generated: true, source: null });
    expect(verdict.notes).toContainEqual({ code: 'label_code_wrong', level: 'warning', values: { code } });
  });

  it.each([
    ['{"data":{"product":"aweme","aigc_info":{"aigc_type":1}}}', true, 'ByteDance', 'label_look_alike'],
    ['{"aigc_label_type":1}', true, 'ByteDance', 'label_look_alike'],
    ['{"data":{"product":"aweme","aigc_info":{"aigc_type":0}}}', null, null, 'label_look_alike_silent'],
  ])('a record of ByteDance counts by what it says: %s', async (json, ai_generated, source, code) => {
    const verdict = await verdictOf(jpegExif({ userComment: `ASCII\0\0\0${json}` }));
    expect(verdict).toMatchObject({ ai_generated, source });
    expect(verdict.notes.map((note) => note.code)).toContain(code);
  });
});
