import type { ContentDeclaration } from '../../verdict/verdict.ts';
import { leadingLabel } from './labels.ts';
import { markerOf } from './markers.ts';
import type { Saying } from './situations.ts';
import { has, type Told } from './told.ts';

/** Whose declaration the result repeats. */
export type Lead = 'credential' | 'label' | 'metadata' | 'none';

const SILENT: ReadonlySet<ContentDeclaration> = new Set(['undeclared', 'none']);

/**
 * The evidence that gave the declaration of the summary, and with it the maker. A credential that counts is asked first; AI is
 * named no matter where it stands.
 */
export function leadOf(told: Told): Lead {
  const { content_declaration: declaration } = told.result.summary;
  if (SILENT.has(declaration)) return 'none';
  const { c2pa_declaration: byCredential } = told.verdict;
  if (told.isIntact && byCredential === declaration) return 'credential';
  const label = leadingLabel(told);
  if (label !== null && label.declaration === declaration) return 'label';
  if (has(told, 'declared_not_proven') && byCredential === declaration) return 'credential';
  return 'metadata';
}

const SAYINGS: Readonly<Record<ContentDeclaration, Saying>> = {
  ai_generated: 'generated',
  ai_edited: 'edited_ai',
  captured: 'captured',
  digital_creation: 'created',
  human_edited: 'edited',
  composite: 'composite',
  undeclared: 'undeclared',
  ai_possible: 'undeclared',
  ai_suspected: 'undeclared',
  none: 'undeclared',
};

/** What the sentence about a signed file repeats. */
export function sayingOf(told: Told): Saying {
  const lead = leadOf(told);
  if (lead === 'label') return 'label';
  return lead === 'metadata' && markerOf(told) !== null ? 'metadata' : SAYINGS[told.verdict.c2pa_declaration];
}
