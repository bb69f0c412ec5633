import { MATROSKA } from '../../media/matroska-ids.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { ebmlSize, filledElement, sizeWidthFrom, voidElement } from './ebml-out.ts';
import { attachmentSplices } from './matroska-attachments.ts';
import { homes, type Home, type Labelling, type OldTags } from './matroska-homes.ts';
import { indexSplices } from './matroska-index.ts';
import { readLayout, unreadable, type MatroskaLayout } from './matroska-layout.ts';
import { rewriteTags } from './matroska-tags.ts';
import type { Splice } from './splice.ts';
import type { LabelPlan, LabelTest } from './writer.ts';

const LOCATION = 'Segment/Tags/Tag/SimpleTag';
const SEGMENT_ID_BYTES = 4;

/** The label as the SimpleTag `AIGC` of the whole file (TC260-PG-20257A). */
export function writeMatroska(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const layout = readLayout(source);
  const oldTags = layout.children
    .filter(({ id }) => id === MATROSKA.tags)
    .map((element) => ({ element, cleaned: rewriteTags(source, element, isLabel, null) }));
  const labelling = { ...layout, json, isLabel, oldTags };
  for (const home of homes(labelling)) {
    const others = oldTags.filter(({ element, cleaned }) => element !== home.element && cleaned.hadLabel);
    const gone = others.filter(({ cleaned }) => cleaned.isEmpty).map(({ element }) => element);
    const index = indexSplices(layout, home, gone);
    if (index !== null) return plan(labelling, home, [...index, ...others.map((tags) => cleanTags(labelling, tags))]);
  }
  throw unreadable('there is no place for tags that keeps the index right');
}

function plan(labelling: Labelling, home: Home, changes: readonly Splice[]): LabelPlan {
  const attachments = attachmentSplices(labelling, labelling.isLabel);
  const splices = [home.splice, ...changes, ...attachments, ...checksumSplices(labelling)];
  return { splices: [...splices, ...sizeSplices(labelling, splices)], location: LOCATION, isFallback: false };
}

/** The element without its label, and Void in its place, so that nothing moves. */
function cleanTags({ source }: Labelling, { element, cleaned }: OldTags): Splice {
  const total = element.end - element.offset;
  const filled = cleaned.isEmpty ? null : filledElement(MATROSKA.tags, cleaned.content, total);
  return { offset: source.fileOffset(element.offset), removed: total, inserted: filled ?? voidElement(total) };
}

/** A checksum over the whole Segment is optional, and would be wrong. */
function checksumSplices({ source, children }: MatroskaLayout): Splice[] {
  return children
    .filter(({ id }) => id === MATROSKA.crc32)
    .map(({ offset, end }) => {
      const removed = end - offset;
      return { offset: source.fileOffset(offset), removed, inserted: voidElement(removed) };
    });
}

/** Positions count from the Segment's content, so its size may take more bytes than before. */
function sizeSplices({ source, segment }: MatroskaLayout, splices: readonly Splice[]): Splice[] {
  const delta = splices.reduce((sum, { removed, inserted }) => sum + inserted.length - removed, 0);
  if (segment.size === null || delta === 0) return [];
  const at = segment.offset + SEGMENT_ID_BYTES;
  const removed = segment.data - at;
  const size = segment.size + delta;
  return [{ offset: source.fileOffset(at), removed, inserted: ebmlSize(size, sizeWidthFrom(size, removed)) }];
}
