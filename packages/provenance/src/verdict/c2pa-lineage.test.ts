import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { lineage } from './c2pa-lineage.ts';
import { ABSENT, ingredient, manifest, store } from '@revera/testkit/report';

const KNOWN = { parent: false, input: false, component: false };

/** A manifest whose ingredients are given as relationship and label. */
function made(label: string, ...ingredients: readonly [string | null, string | null][]) {
  return manifest({
    label,
    ingredients: ingredients.map(([relationship, active_manifest]) => ingredient({ relationship, active_manifest })),
  });
}

function walked(...manifests: ReturnType<typeof made>[]) {
  return lineage(store({ active_manifest: 'active', manifests })).map(({ manifest: { label }, relation, depth }) => [
    label,
    relation,
    depth,
  ]);
}

describe('the history of a credential', () => {
  it('is nothing without a manifest store, or when the active manifest is not in it', () => {
    expect(lineage(ABSENT)).toEqual([]);
    expect(walked(made('other'))).toEqual([]);
  });

  it('goes to parents, then inputs, then components', () => {
    expect(
      walked(
        made('active', ['componentOf', 'part'], ['inputTo', 'prompt'], ['parentOf', 'before']),
        made('part', ['parentOf', 'before the part']),
        made('prompt', ['parentOf', 'before the prompt']),
        made('before', ['parentOf', 'first']),
        made('before the part'),
        made('before the prompt'),
        made('first'),
      ),
    ).toEqual([
      ['active', 'active', 0],
      ['before', 'parent', 1],
      ['first', 'parent', 2],
      ['prompt', 'input', 1],
      ['before the prompt', 'input', 2],
      ['part', 'component', 1],
      ['before the part', 'component', 2],
    ]);
  });

  it('holds each manifest once, by its strongest relation', () => {
    const both = made('active', ['componentOf', 'both'], ['parentOf', 'both'], ['componentOf', 'both']);
    expect(walked(both, made('both'))).toEqual([
      ['active', 'active', 0],
      ['both', 'parent', 1],
    ]);
  });

  it('takes a relationship that is missing or unknown for the weakest', () => {
    expect(walked(made('active', [null, 'a'], ['grandparentOf', 'b']), made('a'), made('b'))).toEqual([
      ['active', 'active', 0],
      ['a', 'component', 1],
      ['b', 'component', 1],
    ]);
  });

  it('says where the past is unknown: no manifest, or one that is not in the store', () => {
    const facts = store({
      active_manifest: 'active',
      manifests: [made('active', ['parentOf', null], ['componentOf', 'lost'], ['inputTo', 'known']), made('known')],
    });
    expect(lineage(facts).map(({ unknownPast }) => unknownPast)).toEqual([
      { parent: true, input: false, component: true },
      KNOWN,
    ]);
  });

  it('ends where a loop closes, and a loop is no unknown past', () => {
    const loop = [made('active', ['parentOf', 'a']), made('a', ['parentOf', 'b']), made('b', ['parentOf', 'active'])];
    expect(walked(...loop)).toHaveLength(3);
    const selfish = store({ active_manifest: 'active', manifests: [made('active', ['parentOf', 'active'])] });
    expect(lineage(selfish)).toMatchObject([{ relation: 'active', unknownPast: KNOWN }]);
  });

  it('counts the first of two manifests with one label', () => {
    const facts = store({ manifests: [manifest({ title: 'real' }), manifest({ title: 'copy' })] });
    expect(lineage(facts).map((entry) => entry.manifest.title)).toEqual(['real']);
  });

  it('ends at its depth, and says so', () => {
    const line = Array.from({ length: LIMITS.lineageDepth + 2 }, (_, index) =>
      made(index === 0 ? 'active' : String(index), ['parentOf', String(index + 1)]),
    );
    const found = lineage(store({ active_manifest: 'active', manifests: line }));
    expect(found.at(-1)).toMatchObject({ depth: LIMITS.lineageDepth, unknownPast: { parent: true } });
    expect(found.at(-2)?.unknownPast.parent).toBe(false);
  });

  it('finds the parent among ten thousand ingredients', () => {
    const many = Array.from({ length: 10_000 }, (): [string, string] => ['componentOf', 'part']);
    expect(walked(made('active', ...many, ['parentOf', 'before']), made('part'), made('before'))).toEqual([
      ['active', 'active', 0],
      ['before', 'parent', 1],
      ['part', 'component', 1],
    ]);
  });

  it('visits a bounded number of manifests when each is an ingredient of each', () => {
    const labels = Array.from({ length: LIMITS.lineageManifests + 5 }, (_, index) =>
      index === 0 ? 'active' : `${index}`,
    );
    const links = labels.slice(0, 300).map((label): [string, string] => ['componentOf', label]);
    const all = labels.map((label, index) =>
      made(label, ...(index < 300 ? links : []), ['parentOf', labels[index + 1] ?? null]),
    );
    expect(walked(...all).length).toBeLessThanOrEqual(LIMITS.lineageManifests);
    const wide = made('active', ...labels.map((label): [string, string] => ['componentOf', label]));
    expect(walked(wide, ...labels.slice(1).map((label) => made(label)))).toHaveLength(LIMITS.lineageManifests);
  });
});
