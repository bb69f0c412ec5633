import type { VendorEvidence } from '../facts.ts';
import type { TextField } from '../text-field.ts';

/**
 * Order of precedence: a key that only one generator writes; a structure that names its generator; a graph of nodes, which
 * many generators write; settings in a form that many tools share; the marks of services; marks of an edit; a program that
 * is not a generator.
 */
const RANKS = ['key', 'structure', 'graph', 'shared', 'service', 'edit', 'software'] as const;
export type Rank = (typeof RANKS)[number];

/** One rule: which generator its structure identifies, and why nothing else is mistaken for it. */
export interface PayloadRule extends Pick<VendorEvidence, 'kind' | 'strength'> {
  id: string;
  /** Display name. */
  vendor: string;
  rank: Rank;
  /** What makes the structure this generator's own. */
  why: string;
}

export interface Hit {
  rank: Rank;
  evidence: VendorEvidence;
}

/** A field that a rule recognised, and the model that it states. */
export interface Find {
  field: TextField;
  model: string | null;
}

export function hitOf(rule: PayloadRule, { field, model }: Find): Hit {
  const { id, kind, strength, vendor, rank } = rule;
  const { name, location, offset } = field;
  return { rank, evidence: { rule: id, kind, strength, vendor, model, field: name, location, offset, attested: null } };
}

/** Among fields that say the same, one that also names the model. */
export function bestFind(finds: Iterable<Find>): Find | null {
  let first: Find | null = null;
  for (const find of finds) {
    if (find.model !== null) return find;
    first ??= find;
  }
  return first;
}

/** The order in which evidence counts. Within a rank, evidence that names a model comes first; otherwise the order stays. */
export function inOrder(hits: readonly Hit[]): VendorEvidence[] {
  const place = ({ rank, evidence }: Hit): number => 2 * RANKS.indexOf(rank) + (evidence.model === null ? 1 : 0);
  return hits.toSorted((a, b) => place(a) - place(b)).map(({ evidence }) => evidence);
}
