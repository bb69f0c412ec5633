import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createFeatureVector, placeOfFeature } from '../measure/feature-vector.ts';
import { decodeModel, ModelError } from './decode-model.ts';
import file from './model.json' with { type: 'json' };
import { MODEL } from './model.ts';
import { scoreOf } from './score.ts';
import stored from './stored-scores.json' with { type: 'json' };

/** One tree: J1 up to 2 gives -1, above it cut up to 20 gives 0.5, above that 3. */
const NODES = [
  [1, 2],
  [0, -1],
  [2, 20],
  [0, 0.5],
  [0, 3],
] as const;

function encode(nodes: readonly (readonly [number, number])[]): string {
  const bytes = Buffer.alloc(nodes.length * 5);
  nodes.forEach(([feature, value], at) => {
    bytes[at * 5] = feature;
    bytes.writeFloatLE(value, at * 5 + 1);
  });
  return bytes.toString('base64');
}

const small = {
  format: 1,
  sha256: '0'.repeat(64),
  base: 10,
  enlarged: 1,
  native: -1,
  references: file.references,
  features: ['J1', 'cut'],
  nodes: encode(NODES),
};

describe('the model', () => {
  it.each(stored.images)('gives $made the score that the study gives it', ({ values, score }) => {
    const features = createFeatureVector();
    stored.names.forEach((name, at) => (features.values[placeOfFeature(name) ?? -1] = values[at] ?? 0));
    expect(scoreOf(MODEL, features)).toBeCloseTo(score, 3);
  });

  it('is the file that its digest names', () => {
    const { sha256, ...rest } = file;
    expect(createHash('sha256').update(JSON.stringify(rest)).digest('hex')).toBe(sha256);
  });

  it('has 350 trees', () => {
    expect(MODEL.roots).toHaveLength(350);
  });

  it.each([
    { J1: 2, cut: 30, score: 9 },
    { J1: 2.1, cut: 20, score: 10.5 },
    { J1: 2.1, cut: 21, score: 13 },
  ])('goes left up to a threshold: J1 $J1, cut $cut', ({ J1, cut, score }) => {
    const features = createFeatureVector();
    features.set('J1', J1);
    features.set('cut', cut);
    expect(scoreOf(decodeModel(small), features)).toBe(score);
  });

  it('may have several trees', () => {
    const model = decodeModel({ ...small, nodes: encode([...NODES, [0, 4], ...NODES]) });
    expect([...model.roots]).toEqual([0, 5, 6]);
    expect(scoreOf(model, createFeatureVector())).toBe(10 - 1 + 4 - 1);
  });

  it.each([
    ['no object', []],
    ['another format', { ...small, format: 2 }],
    ['no digest', { ...small, sha256: 'abc' }],
    ['no base', { ...small, base: '1' }],
    ['an infinite threshold', { ...small, enlarged: Infinity }],
    ['thresholds the wrong way round', { ...small, native: 1 }],
    ['a reference missing', { ...small, references: { ...file.references, J1: undefined } }],
    ['features that are no list', { ...small, features: { 0: 'J1' } }],
    ['an unknown feature', { ...small, features: ['J1', 'toString'] }],
    ['too many features', { ...small, features: Array.from({ length: 257 }, () => 'J1') }],
    ['nodes that are no text', { ...small, nodes: 5 }],
    ['nodes that are no base64', { ...small, nodes: '!'.repeat(20) }],
    ['too many nodes', { ...small, nodes: 'A'.repeat(600_000) }],
    ['a node that is cut', { ...small, nodes: Buffer.alloc(6).toString('base64') }],
    ['a feature beyond the list', { ...small, nodes: encode([[3, 1], ...NODES]) }],
    ['a value that is no number', { ...small, nodes: encode([[0, Number.NaN]]) }],
    ['a tree without its end', { ...small, nodes: encode(NODES.slice(0, 4)) }],
    ['no node', { ...small, nodes: '' }],
    ['a tree too deep', { ...small, nodes: encode([...Array.from({ length: 33 }, () => [1, 0] as const), [0, 1]]) }],
    ['too many trees', { ...small, nodes: encode(Array.from({ length: 2001 }, () => [0, 1] as const)) }],
  ])('is refused with %s', (_, json) => {
    expect(() => decodeModel(json)).toThrow(ModelError);
  });
});
