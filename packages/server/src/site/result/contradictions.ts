import type { NoteLevel } from '@revera/provenance';
import { fill } from '../../shared/fill.ts';
import { declarationWord } from '../../shared/statuses.ts';
import type { View } from './view.ts';

/** One of two pieces of evidence that do not agree. */
export interface Side {
  readonly title: string;
  /** Where it stands, or who speaks. The file's text. */
  readonly source: string;
  /** The file's text. */
  readonly says: string;
  readonly protection: string;
  readonly href: '#credential' | '#label' | '#metadata';
}

export interface Contradiction {
  readonly code: string;
  readonly level: NoteLevel;
  readonly title: string;
  readonly text: string;
  readonly sides: readonly [Side, Side];
}

type Values = Readonly<Record<string, string>>;
type Sides = (view: View, values: Values) => readonly [Side, Side];

/** The notes that set two pieces of evidence against each other, with what stands on either side. */
const SIDES: Readonly<Record<string, Sides>> = {
  label_contradicts_credential: (view, values) => [
    credential(view, declared(view, values)),
    label(view, values['location'], view.statuses.declaration.ai_generated.heading),
  ],
  labels_contradict: (view, values) => [
    label(view, values['first_location'], values['first']),
    label(view, values['second_location'], values['second']),
  ],
  label_doubts_credential: (view, values) => [
    credential(view, declared(view, values)),
    label(view, view.data.result.china_aigc.items[0]?.location, doubt(view)),
  ],
  metadata_contradicts_credential: (view, values) => [
    credential(view, declared(view, values)),
    metadata(view, values['field'], generatedBy(view, values)),
  ],
  metadata_conflicting: (view, values) => [
    metadata(view, values['field'], generatedBy(view, values)),
    camera(view, values),
  ],
  sources_differ: (view, values) => [
    credential(view, fill(view.words.contradictions.names, { name: values['credential_source'] ?? '' })),
    metadata(view, values['field'], fill(view.words.contradictions.names, { name: values['name'] ?? '' })),
  ],
  sources_differ_label_metadata: (view, values) => [
    label(view, undefined, fill(view.words.contradictions.names, { name: labelled(view, values) })),
    metadata(view, values['field'], fill(view.words.contradictions.names, { name: values['name'] ?? '' })),
  ],
  sources_differ_label_credential: (view, values) => [
    credential(view, fill(view.words.contradictions.names, { name: values['credential_source'] ?? '' })),
    label(view, undefined, fill(view.words.contradictions.names, { name: labelled(view, values) })),
  ],
  camera_beside_generation: (view, values) => {
    const isByCredential = declaresGeneration(view);
    const { heading: generated } = view.statuses.declaration.ai_generated;
    const first = isByCredential ? credential(view, generated) : label(view, undefined, generated);
    return [first, camera(view, values)];
  },
};

/** All of them, the weightiest first as in the verdict. */
export function contradictionsOf(view: View): Contradiction[] {
  const { verdict, result } = view.data;
  return verdict.notes.flatMap(({ code, level, values }): Contradiction[] => {
    const sides = Object.hasOwn(SIDES, code) ? SIDES[code] : undefined;
    const worded = result.understand.find((item) => item.code === code);
    if (sides === undefined || worded === undefined) return [];
    return [{ code, level, title: worded.title, text: worded.text, sides: sides(view, values) }];
  });
}

function declared({ language }: View, values: Values): string {
  return declarationWord(values['credential'] ?? '', language);
}

/** The credential's own word counts only where a note repeats it; else the label is what declares it. */
function declaresGeneration({ data }: View): boolean {
  return data.verdict.notes.some(
    ({ code, values }) =>
      code === 'declares_ai_generated' || (code === 'declared_not_proven' && values['credential'] === 'ai_generated'),
  );
}

/** A company of our table has a name in either language. */
function labelled({ language }: View, values: Values): string {
  return values[language === 'zh-CN' ? 'label_source_zh' : 'label_source'] ?? '';
}

/** What a label that declares less than certainty says. */
function doubt({ statuses, data }: View): string {
  const { ai_possible, ai_suspected } = statuses.declaration;
  return (data.result.china_aigc.items[0]?.label === '3' ? ai_suspected : ai_possible).heading;
}

function generatedBy({ statuses, terms }: View, values: Values): string {
  const { heading } = statuses.declaration.ai_generated;
  const value = values['name'] ?? '';
  return value === '' ? heading : fill(terms.pair, { name: heading, value });
}

function credential({ words, terms, data }: View, says: string): Side {
  const { credential: title, credentialSource, signed } = words.contradictions;
  const signer = data.result.c2pa.signer ?? terms.absent;
  return { title, source: fill(credentialSource, { signer }), says, protection: signed, href: '#credential' };
}

const LABEL_PROTECTIONS: ReadonlySet<string> = new Set([
  'label_bound',
  'label_signature_verified',
  'label_signature_embedded',
]);

function label({ words, terms, data }: View, location: string | undefined, says: string | undefined): Side {
  const { label: title, labelSource, unsigned, labelProtected } = words.contradictions;
  const items = data.result.china_aigc.items;
  const at = location ?? items[0]?.location ?? terms.absent;
  const isProtected = data.verdict.notes.some(({ code }) => LABEL_PROTECTIONS.has(code));
  const protection = isProtected ? labelProtected : unsigned;
  return { title, source: fill(labelSource, { location: at }), says: says ?? terms.absent, protection, href: '#label' };
}

function metadata({ words, terms }: View, field: string | undefined, says: string): Side {
  const { metadata: title, metadataSource, unsigned } = words.contradictions;
  const source = fill(metadataSource, { field: field ?? terms.absent });
  return { title, source, says, protection: unsigned, href: '#metadata' };
}

function camera(view: View, values: Values): Side {
  const { terms, statuses, words } = view;
  const value = values['camera'] ?? terms.absent;
  const says = fill(terms.pair, { name: statuses.declaration.captured.heading, value });
  return { ...metadata(view, values['camera_field'], says), title: words.contradictions.camera };
}
