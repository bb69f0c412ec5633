import type {
  ContentDeclaration,
  IntegrityStatus,
  ProvenanceStatus,
  TrustStatus,
  VerificationResult,
} from '@revera/provenance';

/** Everything that a shown result says besides the engine's own notes. `{n}` and other names in braces are filled in. */
export interface Words {
  status: Readonly<Record<ProvenanceStatus, string>>;
  integrity: Readonly<Record<IntegrityStatus, string>>;
  trust: Readonly<Record<TrustStatus, string>>;
  declaration: Readonly<Record<ContentDeclaration, string>>;
  revocation: Readonly<Record<'not_revoked' | 'revoked' | 'not_checked', string>>;
  /** What a field of ordinary metadata says. */
  metadata: Readonly<Record<VerificationResult['metadata']['evidence'][number]['kind'], string>>;
  /** `summary.ai_generated`; absence of evidence is `unknown`. */
  ai: Readonly<Record<'yes' | 'no' | 'unknown', string>>;
  labels: Readonly<Record<Label, string>>;
  phrases: Readonly<Record<Phrase, string>>;
}

export type Label =
  | 'signer'
  | 'signer_claimed'
  | 'product'
  | 'signed_at'
  | 'made_with'
  | 'model'
  | 'integrity'
  | 'trust'
  | 'declared'
  | 'time_stamp'
  | 'revocation'
  | 'aigc_label'
  | 'metadata'
  | 'ai'
  | 'source'
  | 'file'
  | 'sha256'
  | 'judged_at'
  | 'lists'
  | 'codes'
  | 'manifests'
  | 'actions'
  | 'signals'
  | 'certificates';

export type Phrase =
  | 'no_trusted_time'
  | 'time_stamp_trusted'
  | 'time_stamp_public_root'
  | 'time_stamp_untrusted'
  | 'no_time_stamp'
  | 'list_fetched'
  | 'list_cached'
  | 'list_missing'
  | 'list_size'
  | 'product_list_size'
  | 'assurance_level'
  | 'no_lists'
  | 'label_place'
  | 'bytes'
  | 'success'
  | 'informational'
  | 'failure'
  | 'active_manifest'
  | 'manifest_intact'
  | 'manifest_trusted'
  | 'manifest_unlisted'
  | 'manifest_broken'
  | 'manifest_not_validated'
  | 'no_manifest'
  | 'shown_above'
  | 'issued_by'
  | 'valid_from_to'
  | 'more'
  | 'total'
  | 'failed'
  | 'skipped';
