import type { ManifestFacts } from '@revera/provenance';
import type { LeafNode } from './history.ts';
import type { ManifestWords } from './words.ts';

/** Who signed, as the certificate says; null: it says nothing. */
export function signerOf({ signature }: ManifestFacts): string | null {
  return signature?.signer_organization ?? signature?.signer ?? null;
}

/** What made the claim, by its own words. */
export function generatorOf({ generator, generator_version: version, claim_generator }: ManifestFacts): string | null {
  if (generator === null) return claim_generator;
  return version === null ? generator : `${generator} ${version}`;
}

/** A relationship in words; what the specification does not name is shown as the file writes it. */
export function relationshipIn(words: ManifestWords, relationship: string | null): string {
  if (relationship === null) return words.relationships.other;
  if (relationship === 'other' || !Object.hasOwn(words.relationships, relationship)) return relationship;
  return { ...words.relationships }[relationship] ?? relationship;
}

/** Where the details of a manifest stand on the page. */
export function detailsId(number: number): string {
  return `manifest-${number}`;
}

/** The same of an ingredient that has no manifest here. */
export function leafId({ id }: Pick<LeafNode, 'id'>): string {
  return `part-${id}`;
}
