import { isAiDeclaration } from './declaration.ts';
import type { Evidence } from './evidence.ts';
import { leadingStatement, metadataContradictTrusted } from './statement.ts';
import type { ContentDeclaration, SourceNames } from './verdict.ts';

export interface Summary {
  ai_generated: boolean | null;
  source: string | null;
  source_names: SourceNames | null;
  source_model: string | null;
  content_declaration: ContentDeclaration;
}

/** What the evidence says of AI generation, maker and model. Absence of evidence is never `false`. */
export function summarize(evidence: Evidence): Summary {
  const { declaration, names, model } = leadingStatement(evidence);
  return {
    ai_generated: AI_ROWS.find((row) => row.when(evidence))?.value ?? null,
    source: names?.en ?? null,
    source_names: names !== null && names.en !== names.zh ? names : null,
    source_model: model,
    content_declaration: declaration,
  };
}

/**
 * `summary.ai_generated`, row by row; the first match counts, and no match is null. A statement that AI made or edited the
 * content is believed even unsigned, because a forger wants the opposite; a statement that no AI did must come from a
 * trusted signer, and nothing may contradict it, not even a platform's suspicion.
 */
const AI_ROWS: readonly { value: boolean | null; when(evidence: Evidence): boolean }[] = [
  // A credential whose certificate is not proven to have been valid counts too, like unsigned metadata.
  { value: true, when: ({ credential }) => isAiDeclaration(credential.declaration) },
  { value: true, when: ({ label }) => label.declaration === 'ai_generated' },
  { value: null, when: (evidence) => metadataContradictTrusted(evidence) },
  // A name in a tool field beside a camera's: neither outweighs the other.
  { value: null, when: ({ metadata }) => metadata.isConflicting && !metadata.hasStrongMarker },
  { value: true, when: ({ metadata }) => metadata.generation !== null },
  {
    value: false,
    when: ({ credential, declared, label }) =>
      credential.isTrusted && declared.rules_out_ai && label.declaration === 'none',
  },
];
