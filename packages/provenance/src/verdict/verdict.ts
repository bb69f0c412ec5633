import type { LabelFinding } from '../label/facts.ts';
import type { NoteCode } from './note-codes.ts';
import type { ResolutionVerdict } from './resolution.ts';
import type { SigningTime } from './signing-time.ts';

/** Published vocabulary of a judgement (interface specification, VerificationResult). One table each; all else derives. */
export const PROVENANCE_STATUSES = [
  'verified',
  'strong_evidence',
  'partial_evidence',
  'unknown',
  'invalid',
  'conflicting',
  'binding_failed',
] as const;

export const INTEGRITY_STATUSES = [
  'valid_and_bound',
  'valid_signature_binding_failed',
  'signature_invalid',
  'certificate_invalid',
  'trust_unverified',
  'no_credential',
] as const;

export const TRUST_STATUSES = [
  'c2pa_trusted',
  'legacy_trusted',
  'service_trusted',
  'not_in_trust_list',
  'trust_list_unavailable',
  'certificate_chain_invalid',
  'self_signed',
  'unknown',
] as const;

export const CONTENT_DECLARATIONS = [
  'ai_generated',
  'ai_edited',
  'ai_possible',
  'ai_suspected',
  'human_edited',
  'digital_creation',
  'captured',
  'composite',
  'undeclared',
  'none',
] as const;

/** Values of `metadata.status`: what ordinary metadata say about a file's maker. */
export const METADATA_STATUSES = [
  'ai_generated',
  'ai_edited',
  'captured',
  'software',
  'conflicting',
  'unattributed',
  'not_found',
  'unreadable',
] as const;

export type ProvenanceStatus = (typeof PROVENANCE_STATUSES)[number];
export type IntegrityStatus = (typeof INTEGRITY_STATUSES)[number];
export type TrustStatus = (typeof TRUST_STATUSES)[number];
export type MetadataStatus = (typeof METADATA_STATUSES)[number];
export type ContentDeclaration = (typeof CONTENT_DECLARATIONS)[number];

/** What the facts of a report mean. Derived by `judge` from facts alone; worded later. */
export interface Verdict {
  provenance_status: ProvenanceStatus;
  integrity_status: IntegrityStatus;
  trust_status: TrustStatus;
  /** For the list that decided, or for all lists searched when none matched. */
  using_cached_version: boolean;
  /** What the credential itself declares, valid or not. */
  c2pa_declaration: ContentDeclaration;
  /** What all creditable evidence together declares. */
  content_declaration: ContentDeclaration;
  digital_source_type: string | null;
  ai_generated: boolean | null;
  source: string | null;
  /** The name in both languages, when it is a company in our own table; absent in results of earlier versions. */
  source_names?: SourceNames | null;
  source_model: string | null;
  claim_signature_valid: boolean | null;
  asset_binding_valid: boolean | null;
  certificate_valid: boolean | null;
  /** Null when there is no credential; absent in results of earlier versions. */
  credential?: CredentialVerdict | null;
  /** Rules of labels that need the credential to be judged; absent in results of earlier versions. */
  label_findings?: LabelFinding[];
  /** What ordinary metadata amount to; absent in results of earlier versions. */
  metadata?: MetadataVerdict;
  /** What is known of the resolution; null when nobody looked, absent in results of earlier versions. */
  resolution?: ResolutionVerdict | null;
  /** What to tell a reader, most important first. Worded by present/. */
  notes: Note[];
}

/** What the codes and the time stamp of the active manifest amount to. */
export interface CredentialVerdict {
  validation_state: 'valid' | 'trusted' | 'invalid' | null;
  /** Codes of C2PA 2.x, each once, as our rules leave them. */
  validation_codes: { success: string[]; informational: string[]; failure: string[] };
  /** RFC 3339, UTC: the time of signing that a valid time stamp proves. */
  signed_at: string | null;
  time_basis: SigningTime['basis'] | null;
  /** Signed below a development root. */
  is_sandbox: boolean;
}

export interface MetadataVerdict {
  status: MetadataStatus;
  vendor: SourceNames | null;
  model: string | null;
  /** The one sentence on it. */
  note: Note;
}

export interface SourceNames {
  zh: string;
  en: string;
}

export type NoteLevel = 'good' | 'info' | 'warning' | 'critical';

/** A thing to tell the reader: a code of the words table and the values its sentence needs (hostile text). */
export interface Note {
  code: NoteCode;
  level: NoteLevel;
  values: Record<string, string>;
}
