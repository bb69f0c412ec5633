import type { CredentialStatus, ServiceCredentialFacts } from '../report.ts';
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

/** States in which the service that issued a credential no longer stands by it. */
const WITHDRAWN: ReadonlySet<CredentialStatus> = new Set<CredentialStatus>(['revoked', 'suspended']);

/** A credential that its own issuer withdrew still says who signed, but is no longer the best there is. */
export function provenanceStatus(
  integrity: IntegrityStatus,
  serviceCredential: ServiceCredentialFacts | null,
): ProvenanceStatus {
  const status = BY_INTEGRITY[integrity];
  const isWithdrawn = serviceCredential !== null && WITHDRAWN.has(serviceCredential.status);
  return isWithdrawn && status === 'verified' ? 'strong_evidence' : status;
}
