import type { C2paFacts, IngredientFacts, ManifestFacts } from '../c2pa/facts.ts';
import { LIMITS } from '../limits.ts';

/** How a manifest belongs to the content: the weakest of the relations on the way to it, in order of strength. */
const RELATIONS = ['active', 'parent', 'input', 'component'] as const;

export type LineageRelation = (typeof RELATIONS)[number];

type IngredientRelation = Exclude<LineageRelation, 'active'>;

/** One manifest of the content's history. */
export interface LineageManifest {
  manifest: ManifestFacts;
  /** The parent of a component is a component: what was done to it was done to a part. */
  relation: LineageRelation;
  /** Ingredients between the active manifest and this one; 0 is the active manifest. */
  depth: number;
  /** It names ingredients of this relation that the store says nothing about, or that lie deeper than we look. */
  unknownPast: Record<IngredientRelation, boolean>;
}

const INGREDIENT_RELATIONS: ReadonlyMap<string, IngredientRelation> = new Map([
  ['parentOf', 'parent'],
  ['inputTo', 'input'],
  ['componentOf', 'component'],
]);

/**
 * The active manifest and those that it was made from, nearest first: all parents, then inputs, then components, each
 * manifest once and by its strongest relation. Loops end where they close.
 */
export function lineage(facts: C2paFacts): LineageManifest[] {
  if (facts.kind !== 'present') return [];
  // Of two manifests with the same label the first counts, and the active one comes first.
  const byLabel = new Map(facts.manifests.toReversed().map((manifest) => [manifest.label, manifest]));
  const active = byLabel.get(facts.active_manifest);
  if (active === undefined) return [];
  const waiting: Record<LineageRelation, LineageManifest[]> = {
    active: [entry(active, 'active', 0)],
    parent: [],
    input: [],
    component: [],
  };
  const queued = new Map<ManifestFacts, LineageRelation>([[active, 'active']]);
  const found = new Map<ManifestFacts, LineageManifest>();
  for (const relation of RELATIONS) {
    // The list grows while it is walked: a parent's parents are parents.
    for (const current of waiting[relation]) {
      if (found.has(current.manifest) || found.size === LIMITS.lineageManifests) continue;
      found.set(current.manifest, current);
      for (const next of ingredientsOf(current, byLabel)) {
        const known = queued.get(next.manifest);
        if (known !== undefined && weaker(known, next.relation) === next.relation) continue;
        queued.set(next.manifest, next.relation);
        waiting[next.relation].push(entry(next.manifest, next.relation, current.depth + 1));
      }
    }
  }
  return [...found.values()];
}

/** The manifests that the active one was made from, without those in the store that none of them names. */
export function ancestors(facts: C2paFacts): ManifestFacts[] {
  return lineage(facts).flatMap(({ manifest, relation }) => (relation === 'active' ? [] : [manifest]));
}

/** What the ingredients of a manifest lead to; those that lead nowhere are noted in `from`. */
function* ingredientsOf(
  from: LineageManifest,
  byLabel: ReadonlyMap<string, ManifestFacts>,
): Generator<Pick<LineageManifest, 'manifest' | 'relation'>> {
  for (const ingredient of from.manifest.ingredients) {
    const own = relationOf(ingredient);
    const manifest = ingredient.active_manifest === null ? undefined : byLabel.get(ingredient.active_manifest);
    if (manifest === undefined || from.depth === LIMITS.lineageDepth) from.unknownPast[own] = true;
    else yield { manifest, relation: weaker(from.relation, own) };
  }
}

/** A relation that is missing or unknown says least. */
function relationOf(ingredient: IngredientFacts): IngredientRelation {
  return INGREDIENT_RELATIONS.get(ingredient.relationship ?? '') ?? 'component';
}

function weaker(one: LineageRelation, other: LineageRelation): LineageRelation {
  return RELATIONS.indexOf(one) > RELATIONS.indexOf(other) ? one : other;
}

function entry(manifest: ManifestFacts, relation: LineageRelation, depth: number): LineageManifest {
  return { manifest, relation, depth, unknownPast: { parent: false, input: false, component: false } };
}
