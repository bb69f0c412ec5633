import { describe, expect, it } from 'vitest';
import { createFeatureVector, type FeatureName, type FeatureVector } from '../measure/feature-vector.ts';
import { MODEL } from '../model/model.ts';
import { decide } from './decide.ts';
import { alternativesOf, estimateFactor } from './factor.ts';

/** A lively image with detail up to its last pixel, and what a test changes about it. */
function features(changed: Partial<Record<FeatureName, number>> = {}): FeatureVector {
  const vector = createFeatureVector();
  const all: Partial<Record<FeatureName, number>> = { act: 2, actAll: 2, cut: 32, ...changed };
  for (const [name, value] of Object.entries(all)) vector.set(name as FeatureName, value);
  return vector;
}

const [ENLARGED, NATIVE, BETWEEN] = [MODEL.enlarged, MODEL.native, 0];
const PIXELS = 1_000_000;

describe('the decision', () => {
  it.each([
    ['is flat before the score counts', { act: 0.39 }, 9, 'uncertain', 'flat'],
    ['is enlarged from the threshold on', {}, ENLARGED, 'likely_upscaled', 'combined_statistics'],
    ['is not enlarged below it', {}, ENLARGED - 0.001, 'uncertain', 'weak_or_contradictory'],
    ['is enlarged with little detail', { act: 1 }, ENLARGED, 'likely_upscaled', 'combined_statistics'],
    [
      'has low detail when its trace may be the grid of a codec',
      { act: 1, a1: 13 / 16, d05: 3.4 },
      9,
      'uncertain',
      'low_detail',
    ],
    [
      'is enlarged when it ends at half',
      { act: 1, a1: 13 / 16, d05: 3.5 },
      9,
      'likely_upscaled',
      'combined_statistics',
    ],
    ['is enlarged with such a grid and detail', { a1: 13 / 16, d05: 0 }, 9, 'likely_upscaled', 'combined_statistics'],
    ['has low detail in its liveliest tiles', { act: 1.09 }, NATIVE, 'uncertain', 'low_detail'],
    ['has low detail on the whole', { actAll: 0.58 }, NATIVE, 'uncertain', 'low_detail'],
    ['is uncertain between the thresholds', {}, BETWEEN, 'uncertain', 'weak_or_contradictory'],
    ['is soft when its spectrum ends early', { cut: 19 }, NATIVE, 'uncertain', 'soft'],
    ['is native otherwise', { cut: 20 }, NATIVE, 'native', 'no_interpolation_trace'],
    [
      'is enlarged by a lone harmonic, whatever the score',
      { h5: 6, c5: 0.3 },
      NATIVE,
      'likely_upscaled',
      'grid_harmonic',
    ],
    ['has low detail with a lone harmonic', { act: 1.09, h5: 6, c5: 0.3 }, NATIVE, 'uncertain', 'low_detail'],
    ['is native with all harmonics', { h5: 6, c5: 0.3, h6: 6, h7: 7 }, NATIVE, 'native', 'no_interpolation_trace'],
    ['is native when drawn', { flat8: 0.36 }, NATIVE, 'native', 'no_interpolation_trace,graphics'],
  ] as const)('%s', (_, changed, score, status, codes) => {
    const { decision } = decide(features(changed), MODEL, score, PIXELS);
    expect(decision.status).toBe(status);
    expect(decision.evidence.map(({ code }) => code).join()).toBe(codes);
  });

  it('is never sure of native, and less so of a drawn or small image', () => {
    const sure = (changed: Partial<Record<FeatureName, number>>, pixels: number): string | null =>
      decide(features(changed), MODEL, NATIVE, pixels).decision.confidence;
    expect(sure({}, PIXELS)).toBe('medium');
    expect(sure({ flat8: 0.5 }, PIXELS)).toBe('low');
    expect(sure({}, 299_999)).toBe('low');
  });

  it('is sure of an enlargement only two above the threshold and with a factor', () => {
    const period = { J1: 5, a1: 2 / 3 };
    expect(decide(features(period), MODEL, ENLARGED + 2, PIXELS).decision.confidence).toBe('high');
    expect(decide(features(period), MODEL, ENLARGED + 1.9, PIXELS).decision.confidence).toBe('medium');
    expect(decide(features(), MODEL, ENLARGED + 2, PIXELS).decision.confidence).toBe('medium');
  });

  it('names every trace with its strength and what natives reach', () => {
    const found = features({ J1: 5, a1: 2 / 3, D1: 3, GU: 4, GUg: 1 / 16, cut: 24 });
    const { decision, fold } = decide(found, MODEL, ENLARGED, PIXELS);
    expect(decision.evidence).toEqual([
      { code: 'interpolation_period', strength: 5, reference: MODEL.references.J1, value: 1.5 },
      { code: 'repeated_differences', strength: 3, reference: MODEL.references.D1, value: null },
      { code: 'older_grid', strength: 4, reference: MODEL.references.GU, value: 16 },
      { code: 'spectrum_ends_early', strength: null, reference: null, value: 75 },
    ]);
    expect(decision).toMatchObject({ estimatedFactor: 1.5, factorAlternatives: [3], detailPercent: 75 });
    expect(fold).toBeCloseTo(2 / 3);
  });

  it('names an enlargement that was compressed by its side lines', () => {
    const { decision } = decide(features({ G: 9 }), MODEL, ENLARGED, PIXELS);
    expect(decision.evidence.map(({ code }) => code)).toEqual(['enlarged_then_compressed']);
    expect(decision.estimatedFactor).toBeNull();
  });
});

describe('the factor', () => {
  it.each([
    ['a period', { J1: 5, a1: 0.8 }, 1.25, 'interpolation_period', [5]],
    ['the grid of an older file, doubled', { J1: 5, a1: 5 / 16, c4: 0.3 }, 2, 'grid_harmonic', []],
    ['the grid of an older file, four times', { J1: 5, a1: 9 / 32, c2: 0.2 }, 4, 'grid_harmonic', [1.333, 2]],
    ['a second peak at twice the first', { J1: 5, a1: 0.3, J2: 4, a2: 0.6 }, 1 / 0.6, 'interpolation_period', []],
    ['signs of 1 and 3', { b13: 0.5, z13: 9 }, 4, 'block_symmetry', [1.333]],
    ['signs of 2 and 4', { b24: 0.5, z24: 9 }, 8 / 3, 'block_symmetry', [1.6]],
    ['signs of 3 and 5', { b35: 0.6, z35: 9 }, 2, 'block_symmetry', []],
    ['signs of 4 and 6', { b46: 0.5, z46: 9 }, 1.6, 'block_symmetry', []],
    ['signs of 5 and 7', { b57: 0.9, z57: 9 }, 4 / 3, 'block_symmetry', [4]],
    ['the strongest signs', { b13: 0.5, z13: 9, b35: 0.6, z35: 9 }, 2, 'block_symmetry', []],
    ['the harmonic of two', { h4: 9, c4: 0.3, c4r: 0.3 }, 2, 'grid_harmonic', []],
    ['the harmonic of four', { h2: 9, c2: 0.2 }, 4, 'grid_harmonic', [1.333, 2]],
    ['the fifth eighth alone', { h5: 4, h4: 2.4, h7: 2.5, c5: 0.15 }, 1.6, 'grid_harmonic', []],
    ['the third eighth alone', { h3: 4, h5: 3, h2: 2, c3: 0.15 }, 8 / 3, 'grid_harmonic', [1.6]],
    ['the fifth eighth, rather than an older grid', { h5: 6, c5: 0.3, J1: 5, a1: 0.547 }, 1.6, 'grid_harmonic', []],
    [
      'a period whose double is the fifth eighth',
      { h5: 6, c5: 0.3, J1: 5, a1: 0.3125 },
      3.2,
      'interpolation_period',
      [1.455],
    ],
  ] as const)('comes from %s', (_, changed, factor, code, others) => {
    const estimate = estimateFactor(features(changed), MODEL);
    expect(estimate?.factor).toBeCloseTo(factor, 9);
    expect(estimate?.code).toBe(code);
    expect(estimate === null ? null : alternativesOf(estimate)).toEqual(others);
  });

  it.each([
    ['a weak period', { J1: 2.4, a1: 0.8 }],
    ['signs of few blocks', { b13: 0.5, z13: 3.9 }],
    ['a harmonic no stronger than its neighbours', { h4: 9, c4: 0.3, c4r: 0.1 }],
    ['the fifth eighth beside another', { h5: 6, h6: 4.6, c5: 0.3 }],
    ['a fifth eighth without coherence', { h5: 6, c5: 0.14 }],
    ['the sixth and seventh eighth, as codecs leave them', { h6: 6, c6: 0.3, h7: 2, c7: 0.3 }],
  ] as const)('does not come from %s', (_, changed) => {
    expect(estimateFactor(features(changed), MODEL)).toBeNull();
  });
});
