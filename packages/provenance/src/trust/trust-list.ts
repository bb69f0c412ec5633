import type { ProductList } from './conforming-product.ts';

/** The lists of signers, in the order in which a match counts (contract: trust_status). */
export const SIGNER_LIST_NAMES = ['c2pa', 'legacy', 'service'] as const;
/** The lists that vouch for time-stamp authorities, in the order in which a match counts. */
export const TIME_STAMP_LIST_NAMES = ['c2pa_tsa', 'legacy'] as const;
/** All lists: those of signers and the one of time-stamp authorities. */
export const TRUST_LIST_NAMES = ['c2pa', 'c2pa_tsa', 'legacy', 'service'] as const;

/** The list of conforming products. It names software and not authorities: nobody is trusted because of it. */
export const PRODUCT_LIST_NAME = 'c2pa_products';
/** All that is fetched, kept and shown together. */
export const KEPT_LIST_NAMES = [...TRUST_LIST_NAMES, PRODUCT_LIST_NAME] as const;

export type SignerListName = (typeof SIGNER_LIST_NAMES)[number];
export type TimeStampListName = (typeof TIME_STAMP_LIST_NAMES)[number];
export type TrustListName = (typeof TRUST_LIST_NAMES)[number];
export type KeptListName = (typeof KEPT_LIST_NAMES)[number];

/** One trust list as a value. Certificates are PEM text, one certificate each. */
export interface TrustList {
  name: TrustListName;
  /** Certificates a chain may end in. */
  anchors: string[];
  /** End-entity certificates that are accepted by themselves (only in the legacy list). */
  allowed: string[];
  /** SHA-256 (hex) of the sorted certificate fingerprints: two copies with the same certificates have the same hash. */
  sha256: string;
  /** When this copy was fetched or imported (RFC 3339, UTC). */
  fetched_at: string;
  /** True when the newest attempt to fetch it failed, so that this copy is the last good one. */
  last_fetch_failed: boolean;
}

/**
 * All trust material for one judgement.
 *
 * `expected` names the lists this installation is set to use. A list that is expected and not in `lists` could not be
 * loaded; one that is in neither is switched off by the operator.
 */
export interface TrustSnapshot {
  /** Changes whenever anything in the snapshot does; workers cache what they build from it. */
  id: string;
  lists: TrustList[];
  expected: TrustListName[];
  /** Null or absent when there is no copy of the list of conforming products, which is never a failure. */
  products?: ProductList | null;
  /** A copy older than this is reported as a cached version. */
  fresh_for_ms: number;
}

/** What the report says about each list that was consulted; about the list of products only when there was a copy. */
export interface TrustListUse {
  name: KeptListName;
  /** False when the list is expected and no copy of it could be loaded. */
  available: boolean;
  sha256: string | null;
  fetched_at: string | null;
  certificates: number;
  /** How many records the list of products has; absent for the others. */
  products?: number;
  using_cached_version: boolean;
}

/**
 * Organization in each certificate that an installation makes for its own test signatures. Chains are judged by this name:
 * anyone with a test key can sign anything under such a root.
 */
export const DEVELOPMENT_ORGANIZATION = 'Revera Development (not for production)';

/** The list that a signer's chain ends in. */
export interface TrustMatch {
  list: SignerListName;
  via: 'anchor' | 'allowed_list';
  /** Subject of the anchor, or of the allowed end-entity certificate. */
  certificate_subject: string;
  /** The anchor is the root of an installation's development certificates; absent in reports of earlier versions. */
  is_development?: boolean;
}
