import type { EbmlElement } from '../../media/ebml.ts';
import { MATROSKA } from '../../media/matroska-ids.ts';
import { ebmlElement, filledElement } from './ebml-out.ts';
import { clustersKnowTheirPlace, isLast, isOpenEnded, voidBehind, type MatroskaLayout } from './matroska-layout.ts';
import { appendTag, labelTag, rewriteTags, simpleTag, type NewTags } from './matroska-tags.ts';
import type { Splice } from './splice.ts';
import type { LabelTest } from './writer.ts';

/** A Tags element, and what is left of it without labels. */
export interface OldTags {
  element: EbmlElement;
  cleaned: NewTags;
}

export interface Labelling extends MatroskaLayout {
  json: string;
  isLabel: LabelTest;
  oldTags: OldTags[];
}

/** A place for the label, and what it requires of the index. */
export interface Home {
  splice: Splice;
  /** The Tags element that is rewritten; null to add one. */
  element: EbmlElement | null;
  /** Where the Tags element begins in the Segment's content. */
  position: number;
  /** Players stop at the first Cluster, so they find it only through the SeekHead. */
  needsEntry: boolean;
  /** Everything from here on moves back; positions count from the Segment's content. */
  shift: { from: number; by: number } | null;
}

/** Places for the label, the best first: in most files nothing moves. */
export function* homes(labelling: Labelling): Generator<Home> {
  const { segment, children, json } = labelling;
  const holding = labelling.oldTags.filter(({ cleaned }) => cleaned.hadLabel);
  const others = labelling.oldTags.filter(({ cleaned }) => !cleaned.hadLabel);
  for (const tags of [...holding, ...others]) yield* inTags(labelling, tags);

  const content = labelTag(json);
  const first = children.find(({ id }) => id === MATROSKA.cluster);
  for (const { id, offset, end } of children) {
    if (id !== MATROSKA.void || (first !== undefined && offset > first.offset)) continue;
    const inserted = filledElement(MATROSKA.tags, content, end - offset);
    if (inserted !== null) yield newTags(labelling, { offset, removed: end - offset, inserted });
  }

  const inserted = ebmlElement(MATROSKA.tags, content);
  const last = newTags(labelling, { offset: segment.end, removed: 0, inserted });
  if (!isOpenEnded(labelling)) yield { ...last, needsEntry: first !== undefined };
  if (first !== undefined && !clustersKnowTheirPlace(labelling)) {
    const home = newTags(labelling, { offset: first.offset, removed: 0, inserted });
    yield { ...home, shift: { from: home.position, by: inserted.length } };
  }
  // Readers that go through the whole file find it without an entry.
  if (!isOpenEnded(labelling)) yield last;
}

/** Where the element goes: with the Void after it when it grows, or at the end, where nothing is in its way. */
function* inTags(labelling: Labelling, { element, cleaned }: OldTags): Generator<Home> {
  const { source, isLabel, json } = labelling;
  const { offset } = element;
  const replaced = rewriteTags(source, element, isLabel, simpleTag(json));
  const content = replaced.hasNew ? replaced.content : appendTag(cleaned.content, labelTag(json));
  const ends = [element.end, voidBehind(labelling, element)?.end];
  for (const end of ends) {
    const inserted = end === undefined ? null : filledElement(MATROSKA.tags, content, end - offset);
    if (end === undefined || inserted === null) continue;
    yield { ...newTags(labelling, { offset, removed: end - offset, inserted }), element };
  }
  if (!isLast(labelling, element)) return;
  const inserted = ebmlElement(MATROSKA.tags, content);
  yield { ...newTags(labelling, { offset, removed: element.end - offset, inserted }), element };
}

/** `offset` in the source. */
function newTags({ source, segment }: Labelling, { offset, removed, inserted }: Splice): Home {
  const splice = { offset: source.fileOffset(offset), removed, inserted };
  return { splice, element: null, position: offset - segment.data, needsEntry: false, shift: null };
}
