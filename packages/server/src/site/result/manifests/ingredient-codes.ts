import type { IngredientFacts, ManifestFacts, ManifestStoreFacts, StatusCode } from '@revera/provenance';

/** C2PA 2.x §8.4: absolute within the store, or relative to the manifest. */
const ADDRESS = /^self#jumbf=(?:\/c2pa\/([^/]+)\/)?c2pa\.assertions\/([^/]+)$/;

export interface IngredientCodes {
  of(manifest: ManifestFacts, ingredient: IngredientFacts): readonly StatusCode[];
}

/** What validation finds wrong or worth a note about single ingredients; looked up, because stores can be very large. */
export function ingredientCodes(store: Pick<ManifestStoreFacts, 'manifests' | 'ingredient_deltas'>): IngredientCodes {
  const found = new Map<string, StatusCode[]>();
  const note = (address: string | null, own: string | null, codes: readonly StatusCode[]): void => {
    const match = ADDRESS.exec(address ?? '');
    const manifest = match?.[1] ?? own;
    if (match?.[2] === undefined || manifest === null) return;
    const key = keyOf(manifest, match[2]);
    const known = found.get(key);
    if (known === undefined) found.set(key, [...codes]);
    else known.push(...codes);
  };
  for (const { label, codes } of store.manifests) {
    for (const code of [...codes.failure, ...codes.informational]) note(code.url, label, [code]);
  }
  for (const { ingredient_uri, codes } of store.ingredient_deltas) {
    note(ingredient_uri, null, [...codes.failure, ...codes.informational]);
  }
  return {
    of: ({ label }, ingredient) => (ingredient.label === null ? [] : (found.get(keyOf(label, ingredient.label)) ?? [])),
  };
}

function keyOf(manifest: string, assertion: string): string {
  return `${manifest}/${assertion}`;
}
