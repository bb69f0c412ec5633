import type { LeadingLabel } from './labels.ts';
import { leadingLabel } from './labels.ts';
import { ask, headed, stateChip, type Parts } from './parts.ts';
import type { Chip, Question } from './statement.ts';
import { has, sentence, sentences, type Told } from './told.ts';

/** A file whose label is the strongest that it says of its origin. */
export function labelParts(told: Told): Parts {
  const label = leadingLabel(told);
  if (label === null) return emptyPlace(told);
  const { lines } = told.words;
  const isSaid = label.declaration !== 'none';
  return {
    heading: labelHeading(label, told),
    chips: [
      ...(isSaid ? [labelChip(label, told)] : []),
      proofChip(told),
      ...(label.errors > 0 ? [stateChip('nonconformant', 'warning', told)] : []),
    ],
    line: sentences(told, [meaning(label, told), writerLine(label, told), protection(told) ?? lines.label_unprotected]),
    questions: [completeness(label, told), writerAnswer(label, told), provability(told)],
  };
}

const WITH_VALUE = {
  ai_generated: 'label_generated',
  ai_possible: 'label_possible',
  ai_suspected: 'label_suspected',
} as const;

const SAID = new Map(Object.entries(WITH_VALUE));

export function labelHeading(label: LeadingLabel, told: Told): string {
  const { headings } = told.words;
  const said = SAID.get(label.declaration);
  if (said === undefined) return label.errors > 0 ? headings.label_nonconformant.plain : headings.label_unstated.plain;
  return headed(headings[said], label.who, { who: label.who ?? '' }, told);
}

export function labelChip({ declaration }: LeadingLabel, { words }: Told): Chip {
  const { label } = words.chips;
  const text =
    declaration === 'ai_possible' || declaration === 'ai_suspected' ? label[declaration] : label.ai_generated;
  return { kind: 'ai', tone: 'neutral', text };
}

function proofChip(told: Told): Chip {
  if (has(told, 'label_signature_verified')) return stateChip('label_signed', 'partial', told);
  if (told.result.provenance_status !== 'strong_evidence') return stateChip('unsigned', 'partial', told);
  return stateChip(has(told, 'label_signature_embedded') ? 'label_signed' : 'agreeing', 'partial', told);
}

/** What the standard makes of it. */
function meaning({ declaration, errors }: LeadingLabel, told: Told): string {
  const { lines } = told.words;
  const broken = errors === 0 ? null : sentence(told, lines.label_errors, { count: errors });
  if (declaration === 'ai_possible') return sentences(told, [lines.label_possible, broken]);
  if (declaration === 'ai_suspected') return sentences(told, [lines.label_suspected, broken]);
  if (declaration === 'ai_generated') return broken ?? lines.label_conforms;
  return sentences(told, [has(told, 'label_value_missing') ? lines.label_no_value : lines.label_value, broken]);
}

const WRITER_LINES = {
  known: null,
  name: null,
  unknown_code: 'unknown_code',
  wrong_code: 'wrong_code',
  nobody: 'no_provider',
} as const;

function writerLine({ writer }: LeadingLabel, { words }: Told): string | null {
  const line = WRITER_LINES[writer];
  return line === null ? null : words.lines[line];
}

/** What keeps just anyone from writing or changing it; null when nothing does. */
function protection(told: Told): string | null {
  const { lines } = told.words;
  if (has(told, 'label_signature_verified')) return sentence(told, lines.label_signed, { signer: keyHolder(told) });
  if (has(told, 'label_signature_embedded')) return lines.label_intact;
  return has(told, 'label_signature_failed') ? lines.label_signature_failed : null;
}

function keyHolder({ notes }: Told): string {
  return notes.get('label_signature_verified')?.['signer'] ?? '?';
}

/** GB 45438-2025 Annex E. */
const LABEL_ELEMENTS = 7;

function completeness({ item, errors }: LeadingLabel, told: Told): Question {
  const { answers } = told.words;
  const elements = [
    item.label,
    item.content_producer,
    item.produce_id,
    item.reserved_code_1,
    item.content_propagator,
    item.propagate_id,
    item.reserved_code_2,
  ].filter((value) => value !== null).length;
  const detail = errors === 0 ? answers.no_errors : sentence(told, answers.errors, { count: errors });
  return ask(
    'complete',
    elements === LABEL_ELEMENTS ? answers.all_elements : sentence(told, answers.elements, { count: elements }),
    told,
    errors === 0 ? 'partial' : 'warning',
    detail,
  );
}

const WRITER_ANSWERS = {
  known: 'code_right',
  name: 'name_only',
  unknown_code: 'code_unknown',
  wrong_code: 'code_wrong',
  nobody: 'nobody',
} as const;

function writerAnswer({ who, writer }: LeadingLabel, told: Told): Question {
  const { answers } = told.words;
  return ask('writer', who ?? answers.not_known, told, 'neutral', answers[WRITER_ANSWERS[writer]]);
}

function provability(told: Told): Question {
  const { answers } = told.words;
  if (has(told, 'label_signature_verified')) {
    return ask(
      'provable',
      answers.yes,
      told,
      'partial',
      sentence(told, answers.label_signer, { signer: keyHolder(told) }),
    );
  }
  if (has(told, 'label_signature_embedded'))
    return ask('provable', answers.no, told, 'neutral', answers.label_unchanged);
  const why = has(told, 'label_signature_failed') ? answers.label_mismatch : answers.label_statement;
  return ask('provable', answers.no, told, 'neutral', why);
}

/** A place for a label that holds nothing, or something else. */
function emptyPlace(told: Told): Parts {
  const { headings, lines, answers } = told.words;
  const isEmpty = !has(told, 'label_undecodable');
  const location = told.result.china_aigc.items[0]?.location ?? null;
  return {
    heading: (isEmpty ? headings.label_empty : headings.label_unreadable).plain,
    chips: [stateChip('no_evidence', 'neutral', told)],
    line: isEmpty ? lines.label_empty : lines.label_unreadable,
    questions: [
      ask('found', isEmpty ? answers.empty : answers.undecodable, told),
      ask('where', location ?? answers.not_known, told),
      ask('credential', answers.none_found, told),
    ],
  };
}
