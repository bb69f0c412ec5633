import type { ProductMatch } from '../trust/match-product.ts';
import type { TimeStampListName, TrustListName, TrustMatch } from '../trust/trust-list.ts';
import type { OcspErrorCode } from './sign/ocsp-error.ts';
import type { TimeStampErrorCode } from './sign/time-stamp-error.ts';
import type { ConformanceSignal } from './signals.ts';

/** What a C2PA reader found (C2PA 2.x; names as in the specification). Discriminated by `kind`. */
export type C2paFacts = NoManifestStore | UnreadableManifestStore | ManifestStoreFacts;

/** No manifest store was located in the file. Not an error. */
export interface NoManifestStore {
  kind: 'absent';
  /** An address the file declares for its manifest. Reported, never fetched. */
  remote_manifest_url: string | null;
}

/** A manifest store was located but cannot be read. */
export interface UnreadableManifestStore {
  kind: 'unreadable';
  /** One of our own stable words (see engine-errors.ts). */
  reason: UnreadableReason;
  message: string;
  /** Its C2PA 2.x status code, where that is certain; absent in reports of earlier versions. */
  code?: string | null;
  remote_manifest_url: string | null;
}

export type UnreadableReason =
  | 'no_hard_binding'
  | 'several_hard_bindings'
  | 'claim_missing'
  | 'several_claims'
  | 'claim_malformed'
  | 'signature_missing'
  | 'signature_malformed'
  | 'assertion_missing'
  | 'assertion_malformed'
  | 'update_manifest_invalid'
  | 'malformed'
  | 'unknown_algorithm'
  | 'prerelease_format'
  | 'too_large'
  | 'engine_error'
  | 'reader_crashed';

/** A manifest store was read and validated. */
export interface ManifestStoreFacts {
  kind: 'present';
  /** C2PA 2.x §13.3 as the engine derived it. Trust never makes a manifest invalid. */
  validation_state: 'invalid' | 'valid' | 'trusted';
  active_manifest: string;
  /** Codes of the active manifest's own validation. */
  active_codes: StatusCodes;
  /** Codes that validating an ingredient added to what the active manifest recorded about it. */
  ingredient_deltas: IngredientDelta[];
  /** Active manifest first. */
  manifests: ManifestFacts[];
  /** Certificate chain of the active manifest's claim signature; null when it cannot be read. */
  chain: ChainFacts | null;
  /** SHA-256 (hex) of the active manifest's claim signature as stored. Null when it cannot be read. */
  claim_signature_sha256: string | null;
  /** Which of the given lists the chain ends in; null when none, or when the engine does not trust the signature. */
  trust_match: TrustMatch | null;
  /**
   * The product that the signer's certificate names. Null when it names no conformant one, the list of conforming products
   * was missing, or the chain does not end in the official C2PA list: under any other authority a name in a certificate
   * proves nothing.
   */
  product: ProductFacts | null;
  /**
   * The list that vouches for the authority of the active manifest's time stamp. Null when there is no valid time stamp or
   * its authority is on no list. For claims of version 1 the engine accepts time stamps without a list; we do not.
   */
  time_stamp_list: TrustListName | null;
  /**
   * The time stamp beside the active manifest's claim signature. Null when there is none; absent in reports of earlier
   * versions.
   */
  claim_time_stamp?: ClaimTimeStampFacts | null;
  /** The OCSP answer beside it, likewise. */
  stapled_ocsp?: StapledOcspFacts | null;
  remote_manifest_url: string | null;
  store_bytes: number;
}

/** A time stamp as its own bytes and chain show it. */
export interface ClaimTimeStampFacts {
  /**
   * What vouches for its authority: a list of time-stamp authorities, a public root that programs come with, or nothing that
   * is known. `broken` when it does not cover this signature or is not valid in itself.
   */
  standing: 'listed' | 'publicly_rooted' | 'unknown_authority' | 'broken';
  /** Why it is broken. */
  problem: TimeStampErrorCode | null;
  /** RFC 3339, UTC. Null when it is broken. */
  time: string | null;
  /** Subject of the certificate that signed it: untrusted text. */
  authority: string | null;
  list: TimeStampListName | null;
}

/** What the issuer said about the signing certificate (RFC 6960), as stapled to the claim signature. */
export interface StapledOcspFacts {
  /** Null when the answer is unusable; `problem` says why. */
  status: 'good' | 'revoked' | 'unknown' | null;
  problem: OcspErrorCode | null;
  /** RFC 3339, UTC. */
  revoked_at: string | null;
}

/**
 * A record of the C2PA's list of conforming products. `assurance_level` is what the certificate states or, only when it
 * states none, the product's maximum.
 */
export type ProductFacts = ProductMatch;

/** A status code of C2PA 2.x (annex D of 2.5) with where it applies. Texts may quote the file: hostile. */
export interface StatusCode {
  code: string;
  url: string | null;
  explanation: string | null;
}

export interface StatusCodes {
  success: StatusCode[];
  informational: StatusCode[];
  failure: StatusCode[];
}

export interface IngredientDelta {
  ingredient_uri: string | null;
  codes: StatusCodes;
}

export interface ManifestFacts {
  label: string;
  claim_version: number | null;
  title: string | null;
  format: string | null;
  instance_id: string | null;
  generator: string | null;
  generator_version: string | null;
  /** `claim_generator` as written: product tokens as in a user agent string (claims of version 1). Self-declared. */
  claim_generator: string | null;
  /** `claim_generator_info`: the product first, then what it is built with. Self-declared. */
  generators: GeneratorFacts[];
  is_update_manifest: boolean;
  signature: SignatureFacts | null;
  actions: ActionFacts[];
  ingredients: IngredientFacts[];
  /** Assertions other than actions that name a generator or a device. */
  naming_assertions: NamingAssertionFacts[];
  /** Labels of every assertion, in claim order as far as the engine tells. */
  assertion_labels: string[];
  /** Signals of the C2PA conformance programme that this manifest emits, in the order of its rubric. */
  signals: ConformanceSignal[];
  /** Codes of this manifest's own validation. */
  codes: StatusCodes;
  /** Identify the act of signing; absent in reports of earlier versions. */
  digests?: ClaimDigests;
}

/** SHA-256 (hex). Null when the box is missing or cannot be read. */
export interface ClaimDigests {
  /**
   * Digest of the claim, byte for byte: what was signed. It identifies one act of signing, because a claim has its own
   * identifier and changing a byte of it requires the key. It does not identify the signer: anyone can sign the same claim
   * again.
   */
  claim_sha256: string | null;
  /**
   * Digest of the whole claim signature (COSE). Its padding, time stamp and other evidence are not signed, and an ECDSA
   * signature has a second form, so anyone can produce another digest. Only credentials from before `claim_sha256` need it.
   */
  claim_signature_sha256: string | null;
}

export interface GeneratorFacts {
  name: string | null;
  version: string | null;
  /** Generative model or device, where the entry names one. */
  model: string | null;
}

/** What one assertion says about the generator or the device. Texts are the file's. */
export type NamingAssertionFacts =
  | { kind: 'ai_generated_content'; model: string | null; ai_generated: boolean }
  | { kind: 'suno_provenance'; system: string | null; version: string | null }
  | { kind: 'device'; make: string | null; model: string | null };

export interface SignatureFacts {
  algorithm: string | null;
  /** Common name of the signing certificate. */
  signer: string | null;
  /** Organization the certificate was issued to. */
  signer_organization: string | null;
  /** Organizational unit of the signing certificate: large companies tell their products apart by it. */
  signer_unit: string | null;
  certificate: CertificateFacts | null;
  time_stamp: TimeStampFacts | null;
}

export interface CertificateFacts {
  subject: string | null;
  issuer: string | null;
  serial_number: string | null;
  not_before: string | null;
  not_after: string | null;
}

export interface TimeStampFacts {
  time: string | null;
  /** Subject of the time-stamping certificate. */
  authority: string | null;
}

export interface ActionFacts {
  action: string;
  /** Time as claimed by the manifest; not attested. */
  when: string | null;
  software_agent: string | null;
  software_agent_version: string | null;
  digital_source_type: string | null;
  description: string | null;
  /** Part of this comes from a template in the assertion for actions of this kind (C2PA 2.x, actions v2). */
  from_template: boolean;
  /** Parameters that name the generative model, of a fixed table of keys. */
  model_parameters: ModelParameterFacts[];
}

export interface ModelParameterFacts {
  key: string;
  value: string;
}

export interface IngredientFacts {
  label: string | null;
  title: string | null;
  format: string | null;
  relationship: string | null;
  /** Label of the ingredient's own manifest in this store, when it has one. */
  active_manifest: string | null;
}

export interface ChainFacts {
  /** Leaf first, as in the signature. SHA-256 fingerprints (hex) and names. */
  certificates: ChainCertificate[];
  /** The leaf is self-issued and self-signed. */
  self_signed: boolean;
  /** Each certificate is signed by the one after it. */
  links_valid: boolean;
  /** The leaf has a purpose that some list accepts for signing claims; absent in reports of earlier versions. */
  may_sign_claims?: boolean;
}

export interface ChainCertificate {
  subject: string;
  issuer: string;
  fingerprint_sha256: string;
  not_before: string;
  not_after: string;
  extended_key_usages: string[];
}
