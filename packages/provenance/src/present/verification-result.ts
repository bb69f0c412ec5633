import type { LabelCarrier, LabelSeverity, LabelSite, ProviderFacts, ReservedCodeFacts } from '../label/facts.ts';
import type { ServiceCredentialFacts } from '../report.ts';
import type { MeasuredPixels, NotMeasuredCode, PictureSize } from '../resolution/facts.ts';
import type { ResolutionStatus, TraceMap } from '../resolution/types.ts';
import type { VendorEvidence } from '../vendor/facts.ts';
import type { ResolutionEvidence } from '../verdict/resolution.ts';
import type {
  ContentDeclaration,
  IntegrityStatus,
  MetadataStatus,
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
  /** `trusted`: on a list of time-stamp authorities. `basis`: why it proves the time; null when it proves none. */
  timestamp: {
    present: boolean;
    trusted: boolean;
    authority: string | null;
    time: string | null;
    basis: 'trust_list' | 'public_root' | null;
  };
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
  /** Product on the C2PA's list of conforming products that the signer's certificate names; only on the list `c2pa`. */
  product: string | null;
  /** What the certificate states; without a statement the product's maximum. Null without a product. */
  assurance_level: number | null;
  /** Signed under a development root: good for testing, proof of nothing. */
  sandbox: boolean;
}

export interface ChinaAigcResult {
  present: boolean;
  parser_version: string;
  /** One sentence: what was found, or that absence proves nothing. */
  note: string;
  /** One for each label, the one that counts most first. */
  items: ChinaAigcItem[];
  /** About all labels of the file together, and about label and credential. */
  findings: ChinaAigcFinding[];
  /** Vendors' markings about AI that are not this label. */
  look_alikes: ChinaAigcLookAlike[];
  /** False when a part of the file could not be searched, so absence was not established. */
  complete: boolean;
}

/** A vendor's own record of AI, which is not a label. */
export interface ChinaAigcLookAlike {
  schema: string;
  /** Whose record it is, in the reader's language. */
  vendor: string;
  location: string;
  /** Whether it says that AI made the content. */
  asserts_ai: boolean;
}

/** A label exactly as the file has it. */
export interface ChinaAigcItem {
  carrier: LabelCarrier;
  location: string;
  placement: LabelSite['placement'];
  offset: number;
  length: number;
  state: LabelSite['state'];
  form: LabelSite['form'];
  deviations: string[];
  label: string | null;
  content_producer: string | null;
  produce_id: string | null;
  reserved_code_1: string | null;
  content_propagator: string | null;
  propagate_id: string | null;
  reserved_code_2: string | null;
  extra: string[];
  producer: ChinaAigcProvider | null;
  propagator: ChinaAigcProvider | null;
  security: { reserved_code_1: ChinaAigcReservedCode; reserved_code_2: ChinaAigcReservedCode };
  findings: ChinaAigcFinding[];
}

/** The provider that a code or name refers to; `company` is in the reader's language, from our table. */
export type ChinaAigcProvider = Omit<ProviderFacts, 'company'> & { company: string | null };

export type ChinaAigcReservedCode = ReservedCodeFacts;

export interface ChinaAigcFinding {
  rule: string;
  severity: LabelSeverity;
  message: string;
}

export interface MetadataResult {
  vendor: string | null;
  /** Device, generative model, or program with its version. */
  model: string | null;
  status: MetadataStatus;
  /** One sentence: which field decided, and that metadata are unsigned. */
  summary: string | null;
  /** Every field that a rule recognised, the one that counts most first. Never the field's own text. */
  evidence: MetadataEvidenceItem[];
  /** Terms of IPTC's digital source type in XMP. */
  digital_source_types: string[];
  /** False when a part of the file could not be searched, so absence was not established. */
  complete: boolean;
}

export type MetadataEvidenceItem = Pick<
  VendorEvidence,
  'rule' | 'kind' | 'strength' | 'vendor' | 'model' | 'field' | 'location' | 'attested'
>;

export interface ResolutionIntegrityResult {
  status: ResolutionStatus;
  /** One sentence each, the most important first. */
  reasons: string[];
  /** Never `high` for `native`. Null: uncertain. */
  confidence: 'high' | 'medium' | 'low' | null;
  /** How many times each side was enlarged. */
  estimated_factor: number | null;
  estimated_source: PictureSize | null;
  /** What the same traces could also mean. */
  factor_alternatives: number[];
  /** Not told apart yet. */
  kernel_family: null;
  evidence: ResolutionEvidence[];
  /** Why the pixels were not measured. */
  not_measured: NotMeasuredCode | null;
  measurement: ResolutionMeasurement | null;
}

export interface ResolutionMeasurement extends PictureSize {
  method: string;
  /** SHA-256 of the model's data. */
  model: string;
  /** Log-odds of the model; no probability about the world. */
  score: number | null;
  /** The scores from and up to which it decides. */
  thresholds: { likely_upscaled: number; native_at_most: number };
  /** Up to which share of the pixel resolution there is detail. */
  detail_percent: number | null;
  /** The part that was measured. */
  window: MeasuredPixels['window'];
  codec_grid: 8 | 16;
  trace_map: TraceMap | null;
}

export interface UnderstandItem {
  code: string;
  level: NoteLevel;
  title: string;
  text: string;
}
