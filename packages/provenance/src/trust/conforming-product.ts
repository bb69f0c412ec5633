/**
 * One record of the C2PA's list of conforming products: software or a device that the conformance programme examined.
 * Texts are trimmed and in Unicode form NFC, because published records carry stray spaces.
 */
export interface ConformingProduct {
  /** UUID that certificates name the record by. */
  record_id: string;
  /** Legal name of the applicant. */
  applicant: string;
  /** Common name in the certificates of the product. */
  name: string;
  organization: string;
  organizational_unit: string | null;
  /** `generatorProduct`, `validatorProduct`, or a word that is not known yet. */
  product_type: string;
  /** `conformant`, or why it is no longer: `revoked`, `revoked_eol`, `revoked_vulnerability`. */
  status: string;
  /** Least version that may get certificates. */
  min_version: string | null;
  /** Highest assurance level that certificates of the product may state; only generators have one. */
  max_assurance_level: number | null;
  /** Signals that its manifests must not emit, by the last part of their ids: `capturedMedia`. */
  disallowed_inception: string[];
  disallowed_transformation: string[];
}

/** One copy of the list as a value. */
export interface ProductList {
  name: 'c2pa_products';
  products: ConformingProduct[];
  /** SHA-256 (hex) of the records: equal lists have equal hashes. */
  sha256: string;
  /** When this copy was fetched or imported (RFC 3339, UTC). */
  fetched_at: string;
  /** True when the newest attempt to fetch it failed, so that this copy is the last good one. */
  last_fetch_failed: boolean;
}
