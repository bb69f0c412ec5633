import { ABSENT, manifest, report, store } from '@revera/testkit/report';
import { describe, expect, it } from 'vitest';
import type { ManifestStoreFacts } from '../c2pa/facts.ts';
import type { Report } from '../report.ts';
import type { MeasuredPixels, NotMeasuredCode, ResolutionClue, ResolutionFacts } from '../resolution/facts.ts';
import type { PixelEvidence } from '../resolution/types.ts';
import { judge } from './judge.ts';
import type { ResolutionVerdict } from './resolution.ts';

const one = (code: PixelEvidence['code'], value: number | null = null): PixelEvidence => ({
  code,
  strength: null,
  reference: null,
  value,
});

function measured(changes: Partial<MeasuredPixels> = {}): MeasuredPixels {
  return {
    state: 'measured',
    status: 'native',
    evidence: [one('no_interpolation_trace')],
    confidence: 'medium',
    estimated_factor: null,
    factor_alternatives: [],
    score: -4,
    model: { method: 'resampling-1', sha256: 'a'.repeat(64), enlarged_from: 2.62, native_up_to: -2.31 },
    detail_percent: 94,
    map: null,
    image: { width: 1200, height: 900 },
    window: { left: 0, top: 0, width: 1200, height: 900 },
    codec_grid: 8,
    is_first_frame: false,
    ...changes,
  };
}

const NATIVE = measured();
const UNCERTAIN = measured({ status: 'uncertain', confidence: null, evidence: [one('weak_or_contradictory')] });
const ENLARGED = measured({
  status: 'likely_upscaled',
  confidence: 'high',
  evidence: [one('interpolation_period', 2)],
  estimated_factor: 2,
  factor_alternatives: [4],
});
const unmeasured = (reason: NotMeasuredCode) => ({ state: 'not_measured', reason, image: null }) as const;

const clue = (
  code: ResolutionClue['code'],
  size: ResolutionClue['size'] = null,
  ratio: number | null = null,
): ResolutionClue => ({ code, size, ratio });
const SMALLER = clue('exif_dimensions_smaller', { width: 600, height: 450 }, 2);
const AFTERWARDS = clue('generator_upscale_factor', null, 2);
const STEP = clue('generator_declares_enlargement');
const TWO_PASS = clue('generator_two_pass', { width: 600, height: 450 }, 2);
const ZOOM = clue('digital_zoom_declared', null, 1.6);
const CROPPED = clue('cropped_after_capture', { width: 320, height: 180 });
const LARGER = clue('reduced_or_cropped_after_capture', { width: 4000, height: 3000 });
const DISPLAY = clue('container_display_larger', { width: 1920, height: 1080 }, 1.5);

interface Changes {
  clues?: ResolutionClue[];
  quality?: number;
}

const factsOf = (pixels: ResolutionFacts['pixels'], { clues = [], quality }: Changes = {}): ResolutionFacts => ({
  pixels,
  clues,
  jpeg_quality: quality ?? null,
});

function reportOf(facts: ResolutionFacts, credential: ManifestStoreFacts | typeof ABSENT = ABSENT): Report {
  return { ...report(credential), resolution_integrity: { state: 'examined', facts } };
}

function verdictOf(pixels: ResolutionFacts['pixels'], changes: Changes = {}): ResolutionVerdict {
  const { resolution } = judge(reportOf(factsOf(pixels, changes)));
  if (resolution == null) throw new TypeError('no verdict');
  return resolution;
}

const codesOf = ({ reasons }: ResolutionVerdict): string => reasons.map(({ code }) => code).join();

describe('the status', () => {
  const rows: [string, ResolutionFacts['pixels'], ResolutionClue[], ResolutionVerdict['status'], string][] = [
    ['native', NATIVE, [], 'native', 'no_interpolation_trace'],
    ['native', NATIVE, [SMALLER], 'uncertain', 'exif_dimensions_smaller,no_interpolation_trace'],
    ['native', NATIVE, [AFTERWARDS], 'likely_upscaled', 'generator_upscale_factor,no_interpolation_trace'],
    ['native', NATIVE, [STEP], 'uncertain', 'generator_declares_enlargement,no_interpolation_trace'],
    ['native', NATIVE, [TWO_PASS], 'uncertain', 'generator_two_pass,no_interpolation_trace'],
    ['native', NATIVE, [ZOOM], 'native', 'no_interpolation_trace'],
    ['native', NATIVE, [CROPPED], 'native', 'no_interpolation_trace,cropped_after_capture'],
    ['native', NATIVE, [LARGER], 'native', 'no_interpolation_trace,reduced_or_cropped_after_capture'],
    // Two statements of the file together do no more than each alone, in any order.
    [
      'native',
      NATIVE,
      [TWO_PASS, SMALLER],
      'uncertain',
      'generator_two_pass,exif_dimensions_smaller,no_interpolation_trace',
    ],
    [
      'native',
      NATIVE,
      [SMALLER, TWO_PASS],
      'uncertain',
      'exif_dimensions_smaller,generator_two_pass,no_interpolation_trace',
    ],
    ['uncertain', UNCERTAIN, [], 'uncertain', 'weak_or_contradictory'],
    ['uncertain', UNCERTAIN, [SMALLER], 'likely_upscaled', 'exif_dimensions_smaller,weak_or_contradictory'],
    ['uncertain', UNCERTAIN, [AFTERWARDS], 'likely_upscaled', 'generator_upscale_factor,weak_or_contradictory'],
    ['uncertain', UNCERTAIN, [STEP], 'uncertain', 'weak_or_contradictory,generator_declares_enlargement'],
    ['uncertain', UNCERTAIN, [TWO_PASS], 'uncertain', 'weak_or_contradictory,generator_two_pass'],
    ['uncertain', UNCERTAIN, [ZOOM], 'uncertain', 'weak_or_contradictory'],
    ['enlarged', ENLARGED, [], 'likely_upscaled', 'interpolation_period'],
    ['enlarged', ENLARGED, [SMALLER], 'likely_upscaled', 'interpolation_period,exif_dimensions_smaller'],
    ['enlarged', ENLARGED, [AFTERWARDS], 'likely_upscaled', 'interpolation_period,generator_upscale_factor'],
    ['enlarged', ENLARGED, [STEP], 'likely_upscaled', 'interpolation_period,generator_declares_enlargement'],
    ['enlarged', ENLARGED, [TWO_PASS], 'likely_upscaled', 'interpolation_period,generator_two_pass'],
    ['enlarged', ENLARGED, [ZOOM], 'likely_upscaled', 'interpolation_period,digital_zoom_declared'],
    // Nothing that the file says of itself makes it less.
    ['enlarged', ENLARGED, [LARGER], 'likely_upscaled', 'interpolation_period,reduced_or_cropped_after_capture'],
    ['not decodable', unmeasured('not_decodable'), [], 'uncertain', 'not_decodable'],
    ['not decodable', unmeasured('not_decodable'), [STEP], 'uncertain', 'generator_declares_enlargement,not_decodable'],
    [
      'not decodable',
      unmeasured('not_decodable'),
      [SMALLER],
      'likely_upscaled',
      'exif_dimensions_smaller,not_decodable',
    ],
    ['too small', unmeasured('too_small'), [AFTERWARDS], 'likely_upscaled', 'generator_upscale_factor,too_small'],
    ['too large', unmeasured('too_many_pixels'), [], 'uncertain', 'too_many_pixels'],
    ['not examined', unmeasured('not_examined'), [], 'uncertain', 'not_examined'],
    ['not examined', unmeasured('not_examined'), [SMALLER], 'likely_upscaled', 'exif_dimensions_smaller,not_examined'],
    ['out of time', unmeasured('timed_out'), [], 'uncertain', 'timed_out'],
    ['broken', unmeasured('decoder_failed'), [], 'uncertain', 'decoder_failed'],
    [
      'of a video',
      unmeasured('not_measured_video'),
      [DISPLAY],
      'uncertain',
      'not_measured_video,container_display_larger',
    ],
    // The container alone never makes a video enlarged, whatever else is in it.
    [
      'of a video',
      unmeasured('not_measured_video'),
      [SMALLER, DISPLAY],
      'uncertain',
      'not_measured_video,container_display_larger',
    ],
    ['of sound', unmeasured('not_an_image'), [], 'uncertain', 'not_an_image'],
  ];

  it.each(rows)('of pixels %s', (_, pixels, clues, status, reasons) => {
    const verdict = verdictOf(pixels, { clues });
    expect([verdict.status, codesOf(verdict)]).toEqual([status, reasons]);
    expect(verdict.not_measured).toBe(pixels.state === 'not_measured' ? pixels.reason : null);
    // Each clue is evidence, also where it moves nothing.
    expect(verdict.evidence.filter(({ kind }) => kind !== 'pixels').map(({ code }) => code)).toEqual(
      clues.map(({ code }) => code),
    );
  });
});

describe('the confidence', () => {
  const rows: [string, ResolutionFacts['pixels'], Changes, ResolutionVerdict['confidence']][] = [
    ['that of the pixels', ENLARGED, {}, 'high'],
    ['that of the pixels, with metadata that agree', ENLARGED, { clues: [SMALLER] }, 'high'],
    ['medium in native', NATIVE, {}, 'medium'],
    ['low in native after strong compression', NATIVE, { quality: 59 }, 'low'],
    ['medium in native at a quality of sixty', NATIVE, { quality: 60 }, 'medium'],
    ['medium where metadata have the last word', NATIVE, { clues: [AFTERWARDS] }, 'medium'],
    ['none where it is uncertain', UNCERTAIN, {}, null],
    ['none where metadata made it uncertain', NATIVE, { clues: [STEP] }, null],
  ];

  it.each(rows)('is %s', (_, pixels, changes, confidence) => {
    expect(verdictOf(pixels, changes).confidence).toBe(confidence);
  });
});

describe('strong compression', () => {
  it('is a reason to be uncertain, with the quality, and evidence of the file in any case', () => {
    const { reasons, evidence } = verdictOf(UNCERTAIN, { quality: 42 });
    expect(reasons.at(-1)).toEqual({ code: 'strong_compression', values: { quality: '42' } });
    expect(evidence.at(-1)).toMatchObject({ code: 'strong_compression', kind: 'file', value: 42 });
    expect(codesOf(verdictOf(ENLARGED, { quality: 42 }))).toBe('interpolation_period');
    expect(codesOf(verdictOf(UNCERTAIN, { quality: 60 }))).toBe('weak_or_contradictory');
    expect(codesOf(verdictOf(unmeasured('decoder_failed'), { quality: 42 }))).toBe('decoder_failed');
  });
});

describe('an animation', () => {
  it('says last that its first frame was measured', () => {
    expect(codesOf(verdictOf({ ...NATIVE, is_first_frame: true }, { clues: [CROPPED] }))).toBe(
      'no_interpolation_trace,cropped_after_capture,animated_first_frame',
    );
  });
});

describe('the factor', () => {
  const rows: [string, ResolutionFacts['pixels'], ResolutionClue[], number | null, string, number[]][] = [
    ['is that of the pixels', ENLARGED, [], 2, '600x450', [4]],
    [
      'is that of the pixels, whatever the file says',
      ENLARGED,
      [clue('generator_upscale_factor', null, 3)],
      2,
      '600x450',
      [4],
    ],
    ['is that of the file where it decides', UNCERTAIN, [SMALLER], 2, '600x450', []],
    ['is without a source where the file names none', NATIVE, [AFTERWARDS], 2, '', []],
    [
      'is unknown where the pixels name none',
      { ...ENLARGED, estimated_factor: null, factor_alternatives: [] },
      [],
      null,
      '',
      [],
    ],
    ['is not told where the answer is uncertain', NATIVE, [SMALLER], null, '', []],
    [
      'of a tiny source is at least one pixel',
      { ...ENLARGED, image: { width: 4000, height: 1 } },
      [],
      2,
      '2000x1',
      [4],
    ],
  ];

  it.each(rows)('%s', (_, pixels, clues, factor, source, alternatives) => {
    const { estimated_factor, estimated_source, factor_alternatives } = verdictOf(pixels, { clues });
    const size = estimated_source === null ? '' : `${estimated_source.width}x${estimated_source.height}`;
    expect([estimated_factor, size, factor_alternatives]).toEqual([factor, source, alternatives]);
  });
});

describe('the values of a reason', () => {
  it('are those of its own sentence', () => {
    const { reasons } = verdictOf(ENLARGED, { clues: [SMALLER, ZOOM] });
    expect(reasons).toEqual([
      {
        code: 'interpolation_period',
        values: { factor: '2.00', period: '2.000', source: '600x450', detail: '94', value: '2.00' },
      },
      { code: 'exif_dimensions_smaller', values: { size: '600x450', ratio: '2.00' } },
      { code: 'digital_zoom_declared', values: { ratio: '1.60' } },
    ]);
  });
});

const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
/** A credential of a trusted camera that says it captured the picture. */
function captured(changes: Partial<ManifestStoreFacts> = {}): ManifestStoreFacts {
  const action = {
    action: 'c2pa.created',
    when: null,
    software_agent: null,
    software_agent_version: null,
    digital_source_type: `${SOURCE_TYPES}digitalCapture`,
    description: null,
    from_template: false,
    model_parameters: [],
  };
  return store({
    validation_state: 'trusted',
    trust_match: { list: 'c2pa', via: 'anchor', certificate_subject: 'CN=Root' },
    manifests: [manifest({ actions: [action] })],
    ...changes,
  });
}

describe('beside a credential that says captured', () => {
  const noteCodes = (facts: Report): string[] =>
    judge(facts)
      .notes.map(({ code }) => code)
      .filter((code) => code.startsWith('resolution_'));

  it.each<[string, ResolutionFacts, string[]]>([
    ['enlarged pixels', factsOf(ENLARGED), ['resolution_upscaled', 'resolution_beside_capture']],
    [
      'Exif with the size of a sensor that is smaller than the picture',
      factsOf(UNCERTAIN, { clues: [SMALLER] }),
      ['resolution_upscaled', 'resolution_beside_capture'],
    ],
    ['native pixels', factsOf(NATIVE), []],
    ['uncertain pixels', factsOf(UNCERTAIN), ['resolution_uncertain']],
    ['pixels that were not measured', factsOf(unmeasured('too_small')), ['resolution_uncertain']],
  ])('%s are a note, and move no other part of the verdict', (_, facts, expected) => {
    const beside = reportOf(facts, captured());
    expect(noteCodes(beside)).toEqual(expected);
    expect(
      judge(beside)
        .notes.filter(({ code }) => code.startsWith('resolution_'))
        .every(({ level }) => level === 'info'),
    ).toBe(true);
    const { resolution: _own, notes: _told, ...verdict } = judge(beside);
    const { resolution: _none, notes: _others, ...without } = judge(report(captured()));
    expect(verdict).toEqual(without);
    expect(verdict).toMatchObject({ provenance_status: 'verified', c2pa_declaration: 'captured' });
  });

  it('enlarged pixels are told without the capture where the credential does not count', () => {
    const broken = captured({
      validation_state: 'invalid',
      active_codes: {
        success: [],
        informational: [],
        failure: [{ code: 'claimSignature.mismatch', url: null, explanation: null }],
      },
    });
    expect(noteCodes(reportOf(factsOf(ENLARGED), broken))).toEqual(['resolution_upscaled']);
    expect(noteCodes(reportOf(factsOf(ENLARGED)))).toEqual(['resolution_upscaled']);
  });
});

it('sound and documents get no note on resolution', () => {
  const { notes } = judge(reportOf(factsOf(unmeasured('not_an_image'))));
  expect(notes.filter(({ code }) => code.startsWith('resolution_') || code === 'parts_not_examined')).toEqual([]);
});
