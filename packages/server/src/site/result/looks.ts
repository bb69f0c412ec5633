import type {
  ChinaAigcResult,
  CredentialStatus,
  IntegrityStatus,
  MetadataStatus,
  NoteLevel,
  TrustStatus,
  VerificationResult,
} from '@revera/provenance';
import type { State } from '../kit/provenance-look.ts';

/** Integrity alone: a credential that is intact looks the same whoever signed it. */
export const INTEGRITY_LOOK: Readonly<Record<IntegrityStatus, State>> = {
  valid_and_bound: 'verified',
  trust_unverified: 'verified',
  valid_signature_binding_failed: 'failed',
  signature_invalid: 'failed',
  certificate_invalid: 'failed',
  no_credential: 'unknown',
};

/** Trust alone: only the official list looks like a confirmation. */
export const TRUST_LOOK: Readonly<Record<TrustStatus, State>> = {
  c2pa_trusted: 'verified',
  legacy_trusted: 'partial',
  service_trusted: 'partial',
  not_in_trust_list: 'unknown',
  trust_list_unavailable: 'unknown',
  self_signed: 'unknown',
  certificate_chain_invalid: 'failed',
  unknown: 'unknown',
};

/** Unsigned evidence is partial at best. */
export const METADATA_LOOK: Readonly<Record<MetadataStatus, State>> = {
  ai_generated: 'partial',
  ai_edited: 'partial',
  captured: 'partial',
  software: 'partial',
  conflicting: 'conflicting',
  unattributed: 'unknown',
  not_found: 'unknown',
  unreadable: 'unknown',
};

export const RESOLUTION_LOOK: Readonly<Record<VerificationResult['resolution_integrity']['status'], State>> = {
  native: 'partial',
  likely_upscaled: 'partial',
  uncertain: 'unknown',
};

export const CREDENTIAL_LOOK: Readonly<Record<CredentialStatus, State>> = {
  active: 'verified',
  suspended: 'conflicting',
  revoked: 'failed',
  expired: 'conflicting',
};

export const LEVEL_LOOK: Readonly<Record<NoteLevel, State>> = {
  good: 'verified',
  info: 'unknown',
  warning: 'conflicting',
  critical: 'failed',
};

/** `isContradicted`: another label, or the credential, says something else. */
export function labelLook({ items }: Pick<ChinaAigcResult, 'items'>, isContradicted: boolean): State {
  if (items.length === 0) return 'unknown';
  if (isContradicted) return 'conflicting';
  const codes = items.flatMap(({ security }) => [security.reserved_code_1, security.reserved_code_2]);
  if (codes.some(({ signature }) => signature === 'failed')) return 'failed';
  if (items.every(({ state }) => state !== 'decoded')) return 'unknown';
  return codes.some(({ signature }) => signature === 'verified_pinned') ? 'verified' : 'partial';
}
