import type { ConformingProduct, ProductList } from './conforming-product.ts';

/** What a signing certificate says about the product that signs with it (C2PA certificate policy). Text is hostile. */
export interface SignerIdentity {
  common_names: string[];
  organizations: string[];
  organizational_units: string[];
  /** Record of the list of conforming products (extension 1.3.6.1.4.1.62558.4). */
  record_id: string | null;
  /** Assurance level (extension 1.3.6.1.4.1.62558.3). */
  assurance_level: number | null;
}

/** The product that a certificate names; several records with one name count as one product with all of their data. */
export interface ProductMatch {
  /** Common name of the product, in the words of the list. */
  name: string;
  applicant: string;
  /** The only record; null when several have the name that the certificate states. */
  record_id: string | null;
  /** What the certificate states; without a statement the product's maximum, and of several the lowest. */
  assurance_level: number | null;
  /** Inception signals that the product must not emit, by the last part of their ids; from all its records. */
  disallowed_inception: string[];
}

/** A list of products, ready to be searched. Keep it for each snapshot. */
export interface PreparedProducts {
  byId: ReadonlyMap<string, ConformingProduct>;
  /** Generators that are conformant, by common name and organization. */
  byName: ReadonlyMap<string, ConformingProduct[]>;
}

export function prepareProducts(list: ProductList | null): PreparedProducts {
  const products = list?.products ?? [];
  const byName = new Map<string, ConformingProduct[]>();
  for (const product of products.filter(isUsable)) {
    const key = nameKey(product.name, product.organization);
    const sameName = byName.get(key);
    if (sameName === undefined) byName.set(key, [product]);
    else sameName.push(product);
  }
  return { byId: new Map(products.map((product) => [product.record_id, product])), byName };
}

/**
 * The conforming generator product that a certificate names. Only for certificates below the official C2PA list: a name in
 * a certificate of any other authority proves nothing.
 *
 * A record id decides alone, because the authority vouches for it and names in the list may be corrected later. A record
 * that is absent, revoked or a validator's then does not match, even when another one has the same name. Without an id the
 * subject decides: one common name and one organization, and the unit where the record has one, each compared whole.
 */
export function matchProduct(signer: SignerIdentity, { byId, byName }: PreparedProducts): ProductMatch | null {
  if (signer.record_id !== null) {
    const product = byId.get(signer.record_id.toLowerCase());
    return product !== undefined && isUsable(product) ? describe([product], signer) : null;
  }
  const [name, ...otherNames] = signer.common_names;
  const [organization, ...otherOrganizations] = signer.organizations;
  if (name === undefined || organization === undefined || otherNames.length + otherOrganizations.length > 0)
    return null;
  return describe(withUnit(byName.get(nameKey(name, organization)) ?? [], signer), signer);
}

/** Records for the certificate's unit; when there are none, those that name no unit. */
function withUnit(products: readonly ConformingProduct[], { organizational_units }: SignerIdentity) {
  const units = new Set(organizational_units.map(folded));
  const same = products.filter(({ organizational_unit: unit }) => unit !== null && units.has(folded(unit)));
  return same.length > 0 ? same : products.filter(({ organizational_unit }) => organizational_unit === null);
}

function describe(products: readonly ConformingProduct[], { assurance_level }: SignerIdentity): ProductMatch | null {
  const [first, ...others] = products;
  if (first === undefined) return null;
  const levels = products.flatMap(({ max_assurance_level }) => max_assurance_level ?? []);
  return {
    name: first.name,
    applicant: first.applicant,
    record_id: others.length === 0 ? first.record_id : null,
    assurance_level: assurance_level ?? (levels.length === 0 ? null : Math.min(...levels)),
    disallowed_inception: [...new Set(products.flatMap(({ disallowed_inception }) => disallowed_inception))],
  };
}

function isUsable({ product_type, status }: ConformingProduct): boolean {
  return product_type === 'generatorProduct' && status === 'conformant';
}

function nameKey(name: string, organization: string): string {
  return JSON.stringify([folded(name), folded(organization)]);
}

function folded(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
