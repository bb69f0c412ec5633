import type { IngredientFacts, ManifestFacts, ManifestStoreFacts, StatusCode } from '@revera/provenance';
import { ingredientCodes, type IngredientCodes } from './ingredient-codes.ts';
import { SHOWN, type ManifestThumbnail } from './props.ts';

/** Why nothing follows behind an ingredient. */
export type LeafStanding = 'no_credential' | 'missing' | 'remote' | 'unreadable';

export interface ManifestNode {
  readonly kind: 'manifest';
  readonly id: string;
  /** Its place in the report, from 1; details are found by it. */
  readonly number: number;
  readonly manifest: ManifestFacts;
  /** False: no way of ingredients leads to it from the active manifest. */
  readonly isReached: boolean;
  readonly thumbnail: ManifestThumbnail | null;
}

/** An ingredient without a manifest that could be shown. */
export interface LeafNode {
  readonly kind: 'leaf';
  readonly id: string;
  /** Number of the manifest that used it. */
  readonly usedBy: number;
  readonly ingredient: IngredientFacts;
  readonly standing: LeafStanding;
  readonly thumbnail: ManifestThumbnail | null;
}

/** Ingredients for which there is no room. */
export interface MoreNode {
  readonly kind: 'more';
  readonly id: string;
  readonly count: number;
}

export type HistoryNode = ManifestNode | LeafNode | MoreNode;

export interface HistoryEdge {
  readonly from: string;
  readonly to: string;
  /** As the manifest writes it. */
  readonly relationship: string | null;
  /** The manifest that is here is not the one that was signed for. */
  readonly isBroken: boolean;
}

/** The active manifest and what went into it, as far as it is shown. */
export interface History {
  readonly nodes: readonly HistoryNode[];
  readonly edges: readonly HistoryEdge[];
  /** Manifests and connections that are left out. */
  readonly omitted: { readonly manifests: number; readonly edges: number };
}

type Store = Pick<ManifestStoreFacts, 'manifests' | 'ingredient_deltas'>;

/** Bounded whatever the file says: loops, manifests that are used many times, thousands of ingredients. */
export function historyOf(store: Store, thumbnails: readonly ManifestThumbnail[]): History {
  const builder = new Builder(store, thumbnails);
  return builder.build();
}

class Builder {
  readonly #store: Store;
  readonly #thumbnails: readonly ManifestThumbnail[];
  readonly #nodes: HistoryNode[] = [];
  readonly #edges: HistoryEdge[] = [];
  readonly #led = new Set<string>();
  /** Of two manifests with one label the first counts, as in the verdict. */
  readonly #numbers = new Map<string, number>();
  readonly #codes: IngredientCodes;
  #edgesOmitted = 0;

  constructor(store: Store, thumbnails: readonly ManifestThumbnail[]) {
    this.#store = store;
    this.#thumbnails = thumbnails;
    this.#codes = ingredientCodes(store);
    for (const [at, { label }] of store.manifests.entries()) {
      if (!this.#numbers.has(label)) this.#numbers.set(label, at + 1);
    }
  }

  build(): History {
    const { manifests } = this.#store;
    const reached = this.#reached();
    const others = manifests.flatMap((_, at) => (reached.has(at + 1) ? [] : [at + 1]));
    const shown = [...reached, ...others].slice(0, SHOWN.manifests);
    for (const number of shown) this.#addManifest(number, reached.has(number));
    for (const number of shown) this.#addIngredients(number, new Set(shown));
    return {
      nodes: this.#nodes,
      edges: this.#edges,
      omitted: { manifests: manifests.length - shown.length, edges: this.#edgesOmitted },
    };
  }

  /** Nearest first. */
  #reached(): Set<number> {
    const reached = new Set<number>(this.#store.manifests.length === 0 ? [] : [1]);
    // The set grows while it is walked.
    for (const number of reached) {
      for (const { active_manifest: label } of this.#store.manifests[number - 1]?.ingredients ?? []) {
        const next = label === null ? undefined : this.#numbers.get(label);
        if (next !== undefined) reached.add(next);
      }
    }
    return reached;
  }

  #addManifest(number: number, isReached: boolean): void {
    const manifest = this.#store.manifests[number - 1];
    if (manifest === undefined) return;
    const thumbnail = this.#thumbnailOf(manifest.label, null) ?? this.#thumbnailByUse(manifest.label);
    this.#nodes.push({ kind: 'manifest', id: `m${number}`, number, manifest, isReached, thumbnail });
  }

  #addIngredients(number: number, shown: ReadonlySet<number>): void {
    const manifest = this.#store.manifests[number - 1];
    if (manifest === undefined) return;
    let leaves = 0;
    let left = 0;
    for (const [at, ingredient] of manifest.ingredients.entries()) {
      const codes = this.#codes.of(manifest, ingredient);
      const next = ingredient.active_manifest === null ? undefined : this.#numbers.get(ingredient.active_manifest);
      if (next !== undefined && shown.has(next)) {
        this.#addEdge(number, `m${next}`, ingredient, codes.some(isMismatch));
      } else if (next !== undefined) {
        this.#edgesOmitted += 1;
      } else if (leaves < SHOWN.leaves && this.#nodes.length < SHOWN.nodes) {
        leaves += 1;
        this.#addLeaf(manifest, ingredient, { number, at, codes });
      } else left += 1;
    }
    if (left === 0) return;
    const id = `m${number}-more`;
    this.#nodes.push({ kind: 'more', id, count: left });
    this.#edges.push({ from: `m${number}`, to: id, relationship: null, isBroken: false });
  }

  #addLeaf(
    manifest: ManifestFacts,
    ingredient: IngredientFacts,
    where: { number: number; at: number; codes: readonly StatusCode[] },
  ): void {
    const { number, at, codes } = where;
    const id = `m${number}-i${at + 1}`;
    const thumbnail = ingredient.label === null ? null : this.#thumbnailOf(manifest.label, ingredient.label);
    const standing = leafStanding(ingredient, codes);
    this.#nodes.push({ kind: 'leaf', id, usedBy: number, ingredient, standing, thumbnail });
    this.#addEdge(number, id, ingredient, codes.some(isMismatch));
  }

  #addEdge(number: number, to: string, { relationship }: IngredientFacts, isBroken: boolean): void {
    // The first way to a node is always drawn, so that nothing hangs in the air that does not.
    if (this.#edges.length >= SHOWN.edges && this.#led.has(to)) {
      this.#edgesOmitted += 1;
      return;
    }
    this.#led.add(to);
    this.#edges.push({ from: `m${number}`, to, relationship, isBroken });
  }

  #thumbnailOf(manifest: string, ingredient: string | null): ManifestThumbnail | null {
    const isIt = (one: ManifestThumbnail) => one.manifest_label === manifest && one.ingredient_label === ingredient;
    return this.#thumbnails.find(isIt) ?? null;
  }

  /** The picture that a later manifest kept of it. */
  #thumbnailByUse(label: string): ManifestThumbnail | null {
    for (const { label: user, ingredients } of this.#store.manifests.slice(0, SHOWN.manifests)) {
      const use = ingredients.find(({ active_manifest }) => active_manifest === label);
      const found = use?.label == null ? null : this.#thumbnailOf(user, use.label);
      if (found !== null) return found;
    }
    return null;
  }
}

export function leafStanding(ingredient: IngredientFacts, codes: readonly StatusCode[]): LeafStanding {
  const names = codes.map(({ code }) => code);
  if (names.includes('manifest.inaccessible')) return 'remote';
  if (names.some((code) => code.endsWith('.malformed') || code === 'claim.cbor.invalid')) return 'unreadable';
  return ingredient.active_manifest === null ? 'no_credential' : 'missing';
}

function isMismatch({ code }: StatusCode): boolean {
  return code === 'ingredient.manifest.mismatch' || code === 'ingredient.hashedURI.mismatch';
}
