import type { C2paFacts } from '../c2pa/facts.ts';
import type { Declaration } from './declaration.ts';
import type { ContentDeclaration, IntegrityStatus } from './verdict.ts';

const AI: ReadonlySet<ContentDeclaration> = new Set(['ai_generated', 'ai_edited']);
const HUMAN: ReadonlySet<ContentDeclaration> = new Set(['captured', 'human_edited', 'digital_creation']);

export interface Summary {
  ai_generated: boolean | null;
  source: string | null;
  source_model: string | null;
  content_declaration: ContentDeclaration;
}

/**
 * What the evidence says of AI generation, maker and model. A credential counts only when its signature is valid and it
 * is bound to this content (C2PA 2.x §14.3: show no data of a manifest that is not valid as if it were attributable).
 * Absence of evidence is never `false`.
 */
export function summarize(facts: C2paFacts, integrity: IntegrityStatus, declared: Declaration): Summary {
  if (facts.kind !== 'present' || !isCreditable(integrity)) {
    return { ai_generated: null, source: null, source_model: null, content_declaration: 'none' };
  }
  const isAi = AI.has(declared.declaration);
  const active = facts.manifests[0];
  return {
    ai_generated: isAi ? true : integrity === 'valid_and_bound' && HUMAN.has(declared.declaration) ? false : null,
    source: active?.signature?.signer_organization ?? active?.signature?.signer ?? active?.generator ?? null,
    source_model: isAi ? declared.software_agent : null,
    content_declaration: declared.declaration,
  };
}

function isCreditable(integrity: IntegrityStatus): boolean {
  return integrity === 'valid_and_bound' || integrity === 'trust_unverified';
}
