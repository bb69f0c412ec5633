import type { IntegrityStatus, ProvenanceStatus } from './verdict.ts';

/**
 * `provenance_status` from the credential, row by row. The rows for labels and vendor metadata (`conflicting`,
 * `partial_evidence`) need evidence of a second kind, which this version does not read.
 */
const BY_INTEGRITY: Readonly<Record<IntegrityStatus, ProvenanceStatus>> = {
  valid_signature_binding_failed: 'binding_failed',
  signature_invalid: 'invalid',
  certificate_invalid: 'invalid',
  valid_and_bound: 'verified',
  trust_unverified: 'strong_evidence',
  no_credential: 'unknown',
};

export function provenanceStatus(integrity: IntegrityStatus): ProvenanceStatus {
  return BY_INTEGRITY[integrity];
}
