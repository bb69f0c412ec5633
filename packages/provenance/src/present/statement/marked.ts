import { shortWord, STATUSES } from '../statuses.ts';
import { declaredWord } from './made.ts';
import { cameraOf, markerOf, softwareOf, type Marker } from './markers.ts';
import { withArticle } from './names.ts';
import { ask, headed, stateChip, type Parts } from './parts.ts';
import type { Chip } from './statement.ts';
import { sentence, sentences, type Told } from './told.ts';

/** A file of whose origin only its metadata speak: of a model, a camera, a program, or how it was made. */
export function markedParts(told: Told): Parts {
  const marker = markerOf(told);
  if (marker !== null) return parts(marker, markedHeading(told), [markerChip(told)], told);
  const camera = cameraOf(told);
  const { headings, lines } = told.words;
  if (camera !== null) {
    const { name } = camera;
    const values = { name: name ?? '', a_name: withArticle(name ?? '') };
    return parts(camera, headed(headings.metadata_captured, name, values, told), [], told);
  }
  const declared = told.result.summary.content_declaration;
  if (declared !== 'none' && declared !== 'undeclared') {
    const heading = sentence(told, headings.metadata_says.named, { declared: declaredWord(declared, told) });
    const marked: Marker = { kind: 'software', name: null, field: 'XMP digitalSourceType', isAttested: false };
    return parts(marked, heading, [], told);
  }
  const software = softwareOf(told);
  const name = software?.name ?? null;
  const heading = headed(headings.metadata_software, name, { name: name ?? '' }, told);
  const marked = software ?? { kind: 'software', name, field: '', isAttested: false };
  return { ...parts(marked, heading, [], told), line: lines.software };
}

/** What the metadata say of AI. */
export function markedHeading(told: Told): string {
  const marker = markerOf(told);
  const { metadata_generated, metadata_edited_ai } = told.words.headings;
  const name = marker?.name ?? null;
  return headed(marker?.kind === 'edited' ? metadata_edited_ai : metadata_generated, name, { name: name ?? '' }, told);
}

export function markerChip(told: Told): Chip {
  const kind = markerOf(told)?.kind === 'edited' ? 'edited' : 'generated';
  return { kind: 'ai', tone: 'neutral', text: told.words.chips.metadata[kind] };
}

function parts(marker: Marker, heading: string, chips: readonly Chip[], told: Told): Parts {
  const { answers, lines } = told.words;
  const { name, field, isAttested } = marker;
  const declared = told.result.summary.content_declaration;
  const word =
    marker.kind === 'software'
      ? declared === 'none' || declared === 'undeclared'
        ? STATUSES[told.language].evidence.software.heading
        : shortWord(STATUSES[told.language].declaration[declared])
      : STATUSES[told.language].evidence[marker.kind].heading;
  const values = { name: name ?? '' };
  const isSigned = isAttested && name !== null;
  return {
    heading,
    chips: [...chips, stateChip(isSigned ? 'metadata_signed' : 'unsigned', 'partial', told)],
    line: sentences(told, [isSigned ? sentence(told, lines.metadata_signed, values) : lines.metadata_unsigned]),
    questions: [
      ask('found', word, told, 'neutral', name),
      ask('where', field === '' ? answers.not_known : field, told),
      isSigned
        ? ask('provable', answers.yes, told, 'partial', sentence(told, answers.metadata_signer, values))
        : ask('provable', answers.no, told, 'neutral', answers.metadata_statement),
    ],
  };
}
