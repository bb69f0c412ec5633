import type { C2paFacts } from '../c2pa/facts.ts';
import { isAiDeclaration, type Declaration } from './declaration.ts';
import { isCreditable } from './integrity-status.ts';
import type { LabelEvidence } from './label-evidence.ts';
import type { MetadataEvidence } from './metadata-evidence.ts';
import type { ContentDeclaration, IntegrityStatus } from './verdict.ts';

export interface DeclarationInput {
  facts: C2paFacts;
  integrity: IntegrityStatus;
  declared: Declaration;
  label: LabelEvidence;
  metadata: MetadataEvidence;
}

/**
 * `summary.content_declaration`, the first that says something. AI first, whoever says it, so that it cannot be hidden
 * behind other evidence; among what says so the credential, which tells edited from generated. What a platform only
 * supposes comes behind what is declared, and what anyone could have written into metadata last.
 */
const ROWS: readonly ((input: DeclarationInput) => ContentDeclaration | null)[] = [
  (input) => (isAiDeclaration(credentialDeclaration(input)) ? credentialDeclaration(input) : null),
  ({ label }) => (label.declaration === 'ai_generated' ? label.declaration : null),
  ({ metadata }) => (isAiDeclaration(metadata.declaration) ? metadata.declaration : null),
  (input) => said(credentialDeclaration(input)),
  ({ label }) => said(label.declaration),
  ({ metadata }) => said(metadata.declaration),
  (input) => credentialDeclaration(input),
];

function said(declaration: ContentDeclaration): ContentDeclaration | null {
  return declaration === 'none' || declaration === 'undeclared' ? null : declaration;
}

/** What the credential declares, when it counts. */
export function credentialDeclaration({ facts, integrity, declared }: DeclarationInput): ContentDeclaration {
  return facts.kind === 'present' && isCreditable(integrity) ? declared.declaration : 'none';
}

export function contentDeclaration(input: DeclarationInput): ContentDeclaration {
  return ROWS.map((row) => row(input)).find((word) => word !== null) ?? 'none';
}
