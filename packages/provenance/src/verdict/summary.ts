import type { C2paFacts } from '../c2pa/facts.ts';
import type { Declaration } from './declaration.ts';
import type { LabelEvidence } from './label-evidence.ts';
import type { ContentDeclaration, IntegrityStatus, SourceNames } from './verdict.ts';

const AI: ReadonlySet<ContentDeclaration> = new Set(['ai_generated', 'ai_edited']);
const HUMAN: ReadonlySet<ContentDeclaration> = new Set(['captured', 'human_edited', 'digital_creation']);

export interface Summary {
  ai_generated: boolean | null;
  source: string | null;
  source_names: SourceNames | null;
  source_model: string | null;
  content_declaration: ContentDeclaration;
}

export interface SummaryInput {
  facts: C2paFacts;
  integrity: IntegrityStatus;
  declared: Declaration;
  label: LabelEvidence;
}

/**
 * What the evidence says of AI generation, maker and model. A credential counts only when its signature is valid and it
 * is bound to this content (C2PA 2.x §14.3: show no data of a manifest that is not valid as if it were attributable).
 * Absence of evidence is never `false`.
 */
export function summarize(input: SummaryInput): Summary {
  const { facts, integrity, declared, label } = input;
  const counts = facts.kind === 'present' && isCreditable(integrity);
  const active = counts ? facts.manifests[0] : undefined;
  const credentialSource =
    active?.signature?.signer_organization ?? active?.signature?.signer ?? active?.generator ?? null;
  const declaration = combined(counts ? declared.declaration : 'none', label.declaration);
  return {
    ai_generated: aiGenerated(declaration, counts ? integrity : 'no_credential', label.declaration),
    source: credentialSource ?? label.source?.en ?? null,
    source_names: credentialSource === null ? label.source : null,
    source_model: counts && AI.has(declared.declaration) ? declared.software_agent : null,
    content_declaration: declaration,
  };
}

/**
 * `summary.content_declaration`. AI first, whoever says it, so that it cannot be hidden behind other evidence; among what
 * says so the credential, which tells edited from generated. What a platform only supposes comes behind what is declared.
 */
function combined(credential: ContentDeclaration, label: ContentDeclaration): ContentDeclaration {
  if (AI.has(credential)) return credential;
  if (label === 'ai_generated') return label;
  const declaresNothing = credential === 'none' || credential === 'undeclared';
  return declaresNothing && label !== 'none' ? label : credential;
}

/** False only from a trusted credential that nothing contradicts, not even a platform's suspicion. */
function aiGenerated(
  declaration: ContentDeclaration,
  integrity: IntegrityStatus,
  label: ContentDeclaration,
): boolean | null {
  if (AI.has(declaration)) return true;
  return integrity === 'valid_and_bound' && HUMAN.has(declaration) && label === 'none' ? false : null;
}

/** Whether what a credential says counts: its signature is valid and it is bound to this content. */
export function isCreditable(integrity: IntegrityStatus): boolean {
  return integrity === 'valid_and_bound' || integrity === 'trust_unverified';
}

/** Whether a declaration says that people, and not AI, made the content. */
export function isHumanDeclaration(declaration: ContentDeclaration): boolean {
  return HUMAN.has(declaration);
}
