import { describe, expect, it } from 'vitest';
import { chaptersOf } from './history-order.ts';
import { historyOf } from './history.ts';
import { SHOWN } from './props.ts';
import { action, codes, ingredient, manifest, store, used } from './test-manifests.ts';
import { treeOf } from './tree.tsx';

const named = (count: number) => Array.from({ length: count }, (_, at) => `m${at}`);
const edgesOf = (given: ReturnType<typeof store>) =>
  historyOf(given, []).edges.map(({ from, to, relationship }) => `${from} ${relationship ?? ''} ${to}`);

describe('historyOf', () => {
  it('follows ingredients by relationship, once for each manifest', () => {
    const facts = store([
      manifest('a', { ingredients: [used('b'), used('c', 'componentOf', 'c2pa.ingredient__1')] }),
      manifest('b', { ingredients: [used('c', 'inputTo')] }),
      manifest('c'),
    ]);
    expect(edgesOf(facts)).toEqual(['m1 parentOf m2', 'm1 componentOf m3', 'm2 inputTo m3']);
    expect(historyOf(facts, []).nodes.map(({ id }) => id)).toEqual(['m1', 'm2', 'm3']);
  });

  it.each([
    ['no manifest of its own', {}, [], 'no_credential'],
    ['a manifest that the store does not hold', { active_manifest: 'gone' }, [], 'missing'],
    ['a manifest that is kept elsewhere', {}, ['manifest.inaccessible'], 'remote'],
    ['a manifest that cannot be read', { active_manifest: 'gone' }, ['claim.malformed'], 'unreadable'],
  ])('makes a node of an ingredient with %s', (_what, changes, failures, standing) => {
    const address = 'self#jumbf=/c2pa/a/c2pa.assertions/c2pa.ingredient';
    const facts = store([manifest('a', { ingredients: [ingredient('c2pa.ingredient', changes)] })], {
      ingredient_deltas: [{ ingredient_uri: address, codes: codes({ success: [], failure: failures }) }],
    });
    expect(historyOf(facts, []).nodes[1]).toMatchObject({ kind: 'leaf', standing });
  });

  it('says of an ingredient whose manifest is not the one that was signed for', () => {
    const failure = ['ingredient.manifest.mismatch @ self#jumbf=c2pa.assertions/c2pa.ingredient'];
    const facts = store([manifest('a', { ingredients: [used('b')], codes: codes({ failure }) }), manifest('b')]);
    expect(historyOf(facts, []).edges).toEqual([{ from: 'm1', to: 'm2', relationship: 'parentOf', isBroken: true }]);
  });

  it('shows manifests that nothing leads to, and says so', () => {
    const { nodes } = historyOf(store([manifest('a'), manifest('stray')]), []);
    expect(nodes.map((node) => node.kind === 'manifest' && node.isReached)).toEqual([true, false]);
  });

  it('takes the first of two manifests with one label, as the verdict does', () => {
    const facts = store([manifest('a', { ingredients: [used('b')] }), manifest('b'), manifest('b')]);
    expect(edgesOf(facts)).toEqual(['m1 parentOf m2']);
  });

  it('gives a manifest its own picture, else the one that its user kept, and an ingredient its own', () => {
    const picture = (manifest_label: string, ingredient_label: string | null, url: string) =>
      ({ manifest_label, ingredient_label, url, width: 10, height: 10 }) as const;
    const facts = store([manifest('a', { ingredients: [used('b'), ingredient('c2pa.ingredient__1')] }), manifest('b')]);
    const { nodes } = historyOf(facts, [
      picture('a', null, '/0'),
      picture('a', 'c2pa.ingredient', '/1'),
      picture('a', 'c2pa.ingredient__1', '/2'),
    ]);
    expect(nodes.map((node) => (node.kind === 'more' ? null : node.thumbnail?.url))).toEqual(['/0', '/1', '/2']);
  });

  it('is bounded: manifests, ingredients, connections', () => {
    const labels = named(200);
    const everything = labels.map((label) => used(label));
    const leaves = Array.from({ length: 900 }, (_, at) => ingredient(`c2pa.ingredient__${at}`));
    const facts = store(labels.map((label) => manifest(label, { ingredients: [...everything, ...leaves] })));
    const { nodes, edges, omitted } = historyOf(facts, []);
    expect(nodes.filter(({ kind }) => kind === 'manifest')).toHaveLength(SHOWN.manifests);
    expect(nodes.length).toBeLessThanOrEqual(SHOWN.nodes + SHOWN.manifests);
    expect(edges.length).toBeLessThanOrEqual(SHOWN.edges + nodes.length);
    expect(omitted.manifests).toBe(200 - SHOWN.manifests);
    expect(omitted.edges).toBeGreaterThan(0);
  });

  it('counts the ingredients for which there is no room', () => {
    const leaves = Array.from({ length: SHOWN.leaves + 3 }, (_, at) => ingredient(`i${at}`));
    const { nodes } = historyOf(store([manifest('a', { ingredients: leaves })]), []);
    expect(nodes.at(-1)).toEqual({ kind: 'more', id: 'm1-more', count: 3 });
    expect(nodes).toHaveLength(1 + SHOWN.leaves + 1);
  });
});

describe('treeOf', () => {
  it('lists a shared manifest in full once, and a loop where it closes', () => {
    const facts = store([
      manifest('a', { ingredients: [used('b'), used('c')] }),
      manifest('b', { ingredients: [used('c')] }),
      manifest('c', { ingredients: [used('a')] }),
    ]);
    const { roots, left } = treeOf(historyOf(facts, []));
    const [root] = roots;
    expect([roots.length, left, root?.items.map(({ repeats }) => repeats)]).toEqual([1, 0, [null, 'again']]);
    expect(root?.items[0]?.items[0]?.items[0]?.repeats).toBe('loop');
  });

  it('lists what hangs together in a loop that nothing leads to', () => {
    const loop = [manifest('b', { ingredients: [used('c')] }), manifest('c', { ingredients: [used('b')] })];
    const { roots } = treeOf(historyOf(store([manifest('a'), ...loop]), []));
    expect(roots.map(({ node }) => node.id)).toEqual(['m1', 'm2']);
  });

  it('is bounded and counts what it leaves out', () => {
    const labels = named(60);
    const facts = store(labels.map((label) => manifest(label, { ingredients: labels.map((other) => used(other)) })));
    const { roots, left } = treeOf(historyOf(facts, []));
    const count = (items: typeof roots): number => items.reduce((sum, item) => sum + 1 + count([...item.items]), 0);
    expect(count(roots)).toBeLessThanOrEqual(SHOWN.listItems);
    expect(left).toBeGreaterThan(0);
  });
});

describe('chaptersOf', () => {
  it('tells the earliest first and the active manifest last', () => {
    const facts = store([
      manifest('a', { ingredients: [used('b'), used('c')] }),
      manifest('b', { ingredients: [used('c')] }),
      manifest('c'),
      manifest('stray'),
    ]);
    expect(chaptersOf(facts).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  });

  it('is bounded, and keeps what is nearest to the active manifest', () => {
    const actions = Array.from({ length: 1_000 }, () => action('c2pa.edited'));
    const labels = named(5);
    const facts = store(
      labels.map((label, at) => manifest(label, { actions, ingredients: at === 4 ? [] : [used(`m${at + 1}`)] })),
    );
    const shown = chaptersOf(facts).map(({ actions: kept, left }) => [kept.length, left]);
    expect(shown).toEqual([
      [0, 1_000],
      [0, 1_000],
      [20, 980],
      [40, 960],
      [40, 960],
    ]);
  });
});
