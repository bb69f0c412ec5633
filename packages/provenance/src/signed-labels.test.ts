import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeWithShared, flipBit, indexOfBytes } from '@revera/testkit';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { aigcCarrier, aigcFields, aigcText, signedLabelText, mirrored } from '@revera/testkit/label';
import { mediaKinds } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabelFacts } from './label/facts.ts';
import type { Report } from './report.ts';
import { SigningError } from './pool/analysis-error.ts';
import { openSignBench, trustIn, type SignBench } from './testing/sign-bench.ts';
import type { TrustSnapshot } from './trust/trust-list.ts';

const LABEL = mirrored(aigcFields());
const GENERATED = { contentType: 'ai_generated' } as const;
const CAPTURED = { contentType: 'captured' } as const;

let bench: SignBench;
let authority: Authority;
let trust: TrustSnapshot;
beforeAll(async () => {
  bench = await openSignBench();
  authority = await createAuthority();
  trust = trustIn(authority);
});
afterAll(() => bench.close());

function labelsOf({ china_aigc }: Report): LabelFacts['labels'] {
  if (china_aigc.state !== 'examined') throw new Error('not examined');
  return china_aigc.facts.labels;
}

const signable = Object.entries(mediaKinds).filter(([name, kind]) => kind.engineSigns && name !== 'pdf');

describe('a label and a credential', () => {
  it.each(signable)('%s: both are read, and no byte of the label can change', async (_name, kind) => {
    const signed = await bench.sign(kind.build(), { authority, declarations: GENERATED, label: LABEL });
    const { report, verdict } = await bench.analyzeBytes(signed, trust);
    expect(labelsOf(report)).toMatchObject([{ state: 'decoded', placement: 'standard', fields: LABEL }]);
    expect(verdict).toMatchObject({ provenance_status: 'verified', content_declaration: 'ai_generated' });
    const start = indexOfBytes(signed, LABEL.ProduceID);
    expect(start).toBeGreaterThan(0);
    for (const at of [start, start + LABEL.ProduceID.length - 1]) {
      const { verdict: changed } = await bench.analyzeBytes(flipBit(signed, at), trust);
      expect(changed.provenance_status).not.toBe('verified');
      expect(changed.integrity_status).toBe('valid_signature_binding_failed');
    }
  });

  it('that contradict each other are conflicting, with both sides named', async () => {
    const labelled = aigcCarrier('png-xmp').build(aigcText(LABEL));
    const { report, verdict } = await bench.analyzeBytes(
      await bench.sign(labelled, { authority, declarations: CAPTURED }),
      trust,
    );
    expect(verdict).toMatchObject({
      provenance_status: 'conflicting',
      integrity_status: 'valid_and_bound',
      ai_generated: true,
    });
    expect(verdict.notes[0]).toEqual({
      code: 'label_contradicts_credential',
      level: 'critical',
      values: { credential: 'captured', location: 'iTXt' },
    });
    expect(labelsOf(report)).toHaveLength(1);
  });

  it('two labels that contradict each other are conflicting', async () => {
    const both = aigcCarrier('wav-both').build(aigcText(LABEL));
    // The last two of four: in the second label, as the producer's and as the propagator's number.
    const places = [...Buffer.from(both).toString('latin1').matchAll(new RegExp(LABEL.ProduceID, 'g'))];
    const at = places[2]?.index ?? 0;
    const { verdict } = await bench.analyzeBytes(flipBit(both, at), trust);
    expect(verdict.provenance_status).toBe('conflicting');
    expect(verdict.notes[0]?.code).toBe('labels_contradict');
  });

  it('a label whose embedded signature verifies is strong evidence', async () => {
    const { verdict } = await bench.analyzeBytes(aigcCarrier('png-text').build(signedLabelText()), trust);
    expect(verdict.provenance_status).toBe('strong_evidence');
  });

  it('with a parent: the parent is the file as it came, and stays valid', async () => {
    const first = await bench.sign(mediaKinds.jpeg.build(), { authority, declarations: GENERATED });
    const second = await bench.sign(first, {
      authority,
      declarations: GENERATED,
      hasParent: true,
      label: LABEL,
      trust,
    });
    const { report, verdict } = await bench.analyzeBytes(second, trust);
    expect(verdict.provenance_status).toBe('verified');
    const facts = report.c2pa.state === 'examined' ? report.c2pa.facts : null;
    if (facts?.kind !== 'present') throw new Error('no credential');
    expect(facts.manifests).toHaveLength(2);
    expect(facts.ingredient_deltas.flatMap(({ codes }) => codes.failure)).toEqual([]);
  });

  it('is refused where the file has no place for a label', async () => {
    const codestream = new Uint8Array(64);
    codestream.set([0xff, 0x0a]);
    await expect(bench.sign(codestream, { authority, declarations: GENERATED, label: LABEL })).rejects.toEqual(
      new SigningError('label_unsupported_carrier'),
    );
  });
});

describeWithShared('real files, labelled and signed', 'corpus', (corpus) => {
  const files = [
    'IMG_0003.jpg',
    'libpng-test.png',
    'test_xmp.webp',
    'sample1.gif',
    'TUSCANY.TIF',
    'sample1.svg',
    'sample1.avif',
    'sample1.heic',
    'video1_no_manifest.mp4',
    'c.mov',
    'sample1.m4a',
    'sample1.mp3',
    'sample1.wav',
    'sample1.flac',
    'test.avi',
  ];

  it.each(files)('%s', async (name) => {
    const bytes = await readFile(join(corpus, 'c2pa', 'c2pa-rs', name));
    const { report, verdict } = await bench.analyzeBytes(
      await bench.sign(bytes, { authority, declarations: GENERATED, label: LABEL }),
      trust,
    );
    expect(labelsOf(report)).toMatchObject([{ fields: LABEL }]);
    expect(verdict.provenance_status).toBe('verified');
  });
});
