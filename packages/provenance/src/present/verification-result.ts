import type { ServiceCredentialFacts } from '../report.ts';
import type {
  ContentDeclaration,
  IntegrityStatus,
  NoteLevel,
  ProvenanceStatus,
  TrustStatus,
} from '../verdict/verdict.ts';

/** The published result (interface specification, VerificationResult; additive members as the contract lists them). */
export interface VerificationResult {
  id: string;
  status: 'completed' | 'partial';
  media_type: string;
  filename: string;
  sha256: string;
  provenance_status: ProvenanceStatus;
  credential_integrity_status: IntegrityStatus;
  summary: VerificationSummary;
  c2pa: C2paResult;
  china_aigc: ChinaAigcResult;
  metadata: MetadataResult;
  resolution_integrity: ResolutionIntegrityResult;
  understand: UnderstandItem[];
  /** This service's own record of the credential; null when it did not issue it. */
  service_credential: ServiceCredentialFacts | null;
}

export interface VerificationSummary {
  ai_generated: boolean | null;
  source: string | null;
  source_model: string | null;
  credential: IntegrityStatus;
  content_declaration: ContentDeclaration;
}

export interface C2paResult {
  present: boolean;
  claim_signature_valid: boolean | null;
  asset_binding_valid: boolean | null;
  trust_status: TrustStatus;
  issuer: string | null;
  signer: string | null;
  generator: string | null;
  content_declaration: ContentDeclaration;
  digital_source_type: string | null;
  certificate: CertificateInfo;
  trust: TrustResult;
  validation_state: 'valid' | 'trusted' | 'invalid' | null;
  validation_codes: { success: string[]; informational: string[]; failure: string[] };
  signed_at: string | null;
  timestamp: { present: boolean; trusted: boolean; authority: string | null; time: string | null };
  revocation: 'not_revoked' | 'revoked' | 'not_checked';
  manifest_count: number;
  ingredient_count: number;
  /** Declared by the file, never fetched. */
  remote_manifest_url: string | null;
}

export interface CertificateInfo {
  valid: boolean | null;
  subject: string | null;
  issuer: string | null;
  not_before: string | null;
  not_after: string | null;
}

export interface TrustResult {
  status: TrustStatus;
  using_cached_version: boolean;
  /** Name of the list the signer's chain ends in. */
  list: string | null;
  list_fetched_at: string | null;
}

export interface ChinaAigcResult {
  present: boolean;
  parser_version: string;
  note: string;
  items: Record<string, unknown>[];
}

export interface MetadataResult {
  vendor: string | null;
  model: string | null;
  status: 'not_examined';
  summary: string | null;
}

export interface ResolutionIntegrityResult {
  status: 'native' | 'likely_upscaled' | 'uncertain';
  reasons: string[];
}

export interface UnderstandItem {
  code: string;
  level: NoteLevel;
  title: string;
  text: string;
}
