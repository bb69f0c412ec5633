import type { ServiceCredentialFacts } from '../report.ts';
import type { LabelEvidence } from './label-evidence.ts';
import type { MetadataEvidence } from './metadata-evidence.ts';
import { isAiDeclaration, isHumanDeclaration, type Declaration } from './declaration.ts';
import { isCreditable } from './integrity-status.ts';
import { isSameMaker } from './makers.ts';
import type { IntegrityStatus, ProvenanceStatus } from './verdict.ts';
import { isWithdrawn } from './withdrawn.ts';

export interface ProvenanceInput {
  integrity: IntegrityStatus;
  declared: Declaration;
  label: LabelEvidence;
  metadata: MetadataEvidence;
  /** Signed below a development root, which proves nothing to anybody. */
  isSandbox: boolean;
  serviceCredential: ServiceCredentialFacts | null;
}

interface Row {
  status: ProvenanceStatus;
  when(input: ProvenanceInput): boolean;
}

/** `provenance_status`, row by row; the first that holds counts. */
const ROWS: readonly Row[] = [
  { status: 'binding_failed', when: ({ integrity }) => integrity === 'valid_signature_binding_failed' },
  {
    status: 'invalid',
    when: ({ integrity }) => integrity === 'signature_invalid' || integrity === 'certificate_invalid',
  },
  { status: 'conflicting', when: (input) => credentialContradictsLabel(input) },
  { status: 'conflicting', when: (input) => credentialContradictsMetadata(input) },
  { status: 'conflicting', when: ({ label }) => label.conflict !== null },
  { status: 'conflicting', when: (input) => metadataContradictThemselves(input) },
  {
    status: 'verified',
    when: ({ integrity, isSandbox, serviceCredential }) =>
      // What its own issuer withdrew still says who signed, but is no longer the best there is.
      integrity === 'valid_and_bound' &&
      !isSandbox &&
      !(serviceCredential !== null && isWithdrawn(serviceCredential.status)),
  },
  { status: 'strong_evidence', when: ({ integrity }) => isCreditable(integrity) },
  { status: 'strong_evidence', when: ({ label }) => label.isSigned },
  { status: 'strong_evidence', when: (input) => labelAgreesWithMetadata(input) },
  { status: 'partial_evidence', when: ({ label }) => label.primary !== null },
  { status: 'partial_evidence', when: ({ metadata }) => metadata.generation !== null || metadata.camera !== null },
];

export function provenanceStatus(input: ProvenanceInput): ProvenanceStatus {
  return ROWS.find((row) => row.when(input))?.status ?? 'unknown';
}

type Declared = Pick<ProvenanceInput, 'integrity' | 'declared'>;

/**
 * A credential that counts says that people made the content, and a label says that AI did. "Possibly" and "suspected"
 * contradict nobody: they are what a platform writes when it does not know.
 */
export function credentialContradictsLabel(input: Declared & Pick<ProvenanceInput, 'label'>): boolean {
  return declaresPeople(input) && input.label.declaration === 'ai_generated';
}

/** The same, with a generator's marker in the file that the credential is bound to. */
export function credentialContradictsMetadata(input: Declared & Pick<ProvenanceInput, 'metadata'>): boolean {
  return declaresPeople(input) && input.metadata.generation !== null;
}

/** A camera and a generator in one file, and no credential that counts says that AI took part: then it is no question. */
export function metadataContradictThemselves(input: Declared & Pick<ProvenanceInput, 'metadata'>): boolean {
  const isSettled = isCreditable(input.integrity) && isAiDeclaration(input.declared.declaration);
  return input.metadata.isConflicting && !isSettled;
}

function declaresPeople({ integrity, declared }: Declared): boolean {
  return isCreditable(integrity) && isHumanDeclaration(declared.declaration);
}

/** Two kinds of evidence that were written apart from each other say that AI made the content, and name the same maker. */
function labelAgreesWithMetadata({ label, metadata }: ProvenanceInput): boolean {
  if (label.declaration !== 'ai_generated' || !label.isConformant || label.source === null) return false;
  return metadata.generation?.vendor != null && isSameMaker(label.source.en, metadata.generation.vendor);
}
