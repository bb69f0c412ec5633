import { isAiDeclaration } from './declaration.ts';
import type { Evidence } from './evidence.ts';
import { isSameMaker } from './makers.ts';
import { note } from './note.ts';
import type { Note } from './verdict.ts';

/** Evidence that agrees on AI and names different makers; no contradiction, and no agreement either. */
export function sourceNotes({ credential, label, metadata }: Evidence): Note[] {
  const credentialSource = isAiDeclaration(credential.declaration) ? credential.source : null;
  const labelSource = label.declaration === 'ai_generated' && label.isNamed ? label.source : null;
  const vendor = metadata.generation?.vendor ?? null;
  const field = metadata.generation?.field ?? '';
  const labelValues = { label_source: labelSource?.en ?? '', label_source_zh: labelSource?.zh ?? '' };
  const list: Note[] = [];
  if (differ(credentialSource, vendor)) {
    const name = [vendor, metadata.generation?.model].filter((part) => part != null).join(' ');
    list.push(note('sources_differ', 'warning', { credential_source: credentialSource ?? '', name, field }));
  }
  if (differ(labelSource?.en ?? null, vendor)) {
    list.push(note('sources_differ_label_metadata', 'warning', { ...labelValues, name: vendor ?? '', field }));
  }
  if (differ(credentialSource, labelSource?.en ?? null)) {
    const values = { credential_source: credentialSource ?? '', ...labelValues };
    list.push(note('sources_differ_label_credential', 'warning', values));
  }
  return list;
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && !isSameMaker(one, other);
}
