import type { C2paFacts } from '../c2pa/facts.ts';
import type { C2paOrigin } from './c2pa-origin.ts';
import { contentDeclaration, credentialDeclaration } from './content-declaration.ts';
import { isAiDeclaration, type Declaration } from './declaration.ts';
import { isCreditable } from './integrity-status.ts';
import type { LabelEvidence } from './label-evidence.ts';
import type { MetadataEvidence } from './metadata-evidence.ts';
import type { ContentDeclaration, IntegrityStatus, SourceNames } from './verdict.ts';

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
  origin: C2paOrigin;
  label: LabelEvidence;
  metadata: MetadataEvidence;
}

/**
 * What the evidence says of AI generation, maker and model. A credential counts only when its signature is valid and it
 * is bound to this content (C2PA 2.x §14.3: show no data of a manifest that is not valid as if it were attributable).
 * Absence of evidence is never `false`.
 */
export function summarize(input: SummaryInput): Summary {
  const who = whoOf(input);
  return {
    ai_generated: AI_ROWS.find((row) => row.when(input))?.value ?? null,
    source: who?.names.en ?? null,
    source_names: who !== null && who.names.en !== who.names.zh ? who.names : null,
    source_model: who?.model ?? null,
    content_declaration: contentDeclaration(input),
  };
}

/**
 * `summary.ai_generated`, row by row; the first that holds counts, and none is null. Whoever says that AI made or edited
 * the content is believed, also unsigned, for it speaks against what a forger wants; that no AI did takes the word of a
 * trusted signer which nothing contradicts, not even a platform's suspicion.
 */
const AI_ROWS: readonly { value: boolean | null; when(input: SummaryInput): boolean }[] = [
  { value: true, when: (input) => isAiDeclaration(credentialDeclaration(input)) },
  { value: true, when: ({ label }) => label.declaration === 'ai_generated' },
  // A name in a tool field beside a camera's: neither outweighs the other.
  { value: null, when: ({ metadata }) => metadata.isConflicting && !metadata.hasStrongMarker },
  { value: true, when: ({ metadata }) => metadata.generation !== null },
  {
    value: false,
    when: ({ integrity, declared, label }) =>
      integrity === 'valid_and_bound' && declared.rules_out_ai && label.declaration === 'none',
  },
];

interface Who {
  names: SourceNames;
  model: string | null;
}

/** The strongest evidence that names who made it: a credential that counts, a label, a generator's marker, a camera. */
function whoOf({ facts, integrity, origin, declared, label, metadata }: SummaryInput): Who | null {
  const { source } = origin;
  if (facts.kind === 'present' && isCreditable(integrity) && source !== null) {
    // A camera's credential names the maker, and the file that it covers the device.
    const device = declared.declaration === 'captured' ? (metadata.camera?.model ?? null) : null;
    return { names: { en: source, zh: source }, model: origin.source_model ?? device };
  }
  const marker = metadata.status === 'ai_generated' || metadata.status === 'conflicting' ? metadata.generation : null;
  if (label.source !== null) return { names: label.source, model: marker?.model ?? null };
  const names = metadata.status === 'software' || metadata.status === 'unattributed' ? null : metadata.vendor;
  return names === null ? null : { names, model: metadata.model };
}
