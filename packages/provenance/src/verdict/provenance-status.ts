import { isAiDeclaration, isHumanDeclaration } from './declaration.ts';
import type { Evidence } from './evidence.ts';
import { isCreditable } from './integrity-status.ts';
import { isSameMaker } from './makers.ts';
import type { ProvenanceStatus } from './verdict.ts';
import { isWithdrawn } from './withdrawn.ts';

interface Row {
  status: ProvenanceStatus;
  when(evidence: Evidence): boolean;
}

/** `provenance_status`, row by row; the first match counts. */
const ROWS: readonly Row[] = [
  { status: 'binding_failed', when: ({ integrity }) => integrity === 'valid_signature_binding_failed' },
  {
    status: 'invalid',
    when: ({ integrity }) => integrity === 'signature_invalid' || integrity === 'certificate_invalid',
  },
  { status: 'conflicting', when: (evidence) => credentialContradictsLabel(evidence) },
  { status: 'conflicting', when: (evidence) => credentialContradictsMetadata(evidence) },
  { status: 'conflicting', when: ({ label }) => label.conflict !== null },
  { status: 'conflicting', when: (evidence) => metadataContradictThemselves(evidence) },
  {
    status: 'verified',
    // A credential that its issuer withdrew still says who signed, but is no longer the best there is.
    when: ({ credential, report }) =>
      credential.isTrusted && !(report.service_credential != null && isWithdrawn(report.service_credential.status)),
  },
  { status: 'strong_evidence', when: ({ integrity }) => isCreditable(integrity) },
  { status: 'strong_evidence', when: ({ label }) => label.isSigned },
  { status: 'strong_evidence', when: (evidence) => labelAgreesWithMetadata(evidence) },
  { status: 'partial_evidence', when: ({ label }) => label.primary !== null },
  { status: 'partial_evidence', when: ({ metadata }) => metadata.generation !== null || metadata.camera !== null },
];

export function provenanceStatus(evidence: Evidence): ProvenanceStatus {
  return ROWS.find((row) => row.when(evidence))?.status ?? 'unknown';
}

/**
 * A credential that counts says that people made the content, and a label says that AI did. "Possibly" and "suspected"
 * contradict nothing: platforms write them when they do not know.
 */
export function credentialContradictsLabel(evidence: Evidence): boolean {
  return declaresPeople(evidence) && evidence.label.declaration === 'ai_generated';
}

/** The same contradiction, with a generator's marker in the file that the credential is bound to. */
export function credentialContradictsMetadata(evidence: Evidence): boolean {
  return declaresPeople(evidence) && evidence.metadata.generation !== null;
}

/** A camera and a generator in one file. A credential that counts and says that AI took part settles the question. */
export function metadataContradictThemselves({ integrity, declared, metadata }: Evidence): boolean {
  const isSettled = isCreditable(integrity) && isAiDeclaration(declared.declaration);
  return metadata.isConflicting && !isSettled;
}

function declaresPeople({ integrity, declared }: Evidence): boolean {
  return isCreditable(integrity) && isHumanDeclaration(declared.declaration);
}

/** Two kinds of evidence, written independently, say that AI made the content and name the same maker. */
function labelAgreesWithMetadata({ label, metadata }: Evidence): boolean {
  if (label.declaration !== 'ai_generated' || !label.isConformant || label.source === null) return false;
  return metadata.generation?.vendor != null && isSameMaker(label.source.en, metadata.generation.vendor);
}
