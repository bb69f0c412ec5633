import type { CredentialStatus, ServiceCredentialFacts } from '../report.ts';
import type { Declaration } from './declaration.ts';
import type { LabelEvidence } from './label-evidence.ts';
import { isCreditable, isHumanDeclaration } from './summary.ts';
import type { IntegrityStatus, ProvenanceStatus } from './verdict.ts';

export interface ProvenanceInput {
  integrity: IntegrityStatus;
  declared: Declaration;
  label: LabelEvidence;
  serviceCredential: ServiceCredentialFacts | null;
}

interface Row {
  status: ProvenanceStatus;
  when(input: ProvenanceInput): boolean;
}

/** `provenance_status`, row by row; the first that holds counts. The rows for vendor metadata come with its reader. */
const ROWS: readonly Row[] = [
  { status: 'binding_failed', when: ({ integrity }) => integrity === 'valid_signature_binding_failed' },
  {
    status: 'invalid',
    when: ({ integrity }) => integrity === 'signature_invalid' || integrity === 'certificate_invalid',
  },
  { status: 'conflicting', when: (input) => credentialContradictsLabel(input) || input.label.conflict !== null },
  {
    status: 'verified',
    when: ({ integrity, serviceCredential }) => integrity === 'valid_and_bound' && !isWithdrawn(serviceCredential),
  },
  { status: 'strong_evidence', when: ({ integrity, label }) => isCreditable(integrity) || label.isSigned },
  { status: 'partial_evidence', when: ({ label }) => label.primary !== null },
];

/** States in which the service that issued a credential no longer stands by it. */
const WITHDRAWN: ReadonlySet<CredentialStatus> = new Set<CredentialStatus>(['revoked', 'suspended']);

export function provenanceStatus(input: ProvenanceInput): ProvenanceStatus {
  return ROWS.find((row) => row.when(input))?.status ?? 'unknown';
}

/**
 * A credential that counts says that people made the content, and a label says that AI did. "Possibly" and "suspected"
 * contradict nobody: they are what a platform writes when it does not know.
 */
export function credentialContradictsLabel({
  integrity,
  declared,
  label,
}: Pick<ProvenanceInput, 'integrity' | 'declared' | 'label'>): boolean {
  return isCreditable(integrity) && isHumanDeclaration(declared.declaration) && label.declaration === 'ai_generated';
}

/** A credential that its own issuer withdrew still says who signed, but is no longer the best there is. */
function isWithdrawn(credential: ServiceCredentialFacts | null): boolean {
  return credential !== null && WITHDRAWN.has(credential.status);
}
