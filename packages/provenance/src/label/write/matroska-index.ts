import type { EbmlElement } from '../../media/ebml.ts';
import { MATROSKA } from '../../media/matroska-ids.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { ebmlId, filledElement } from './ebml-out.ts';
import type { Home } from './matroska-homes.ts';
import { voidBehind, type MatroskaLayout } from './matroska-layout.ts';
import { appendSeek, mapPositions, seekEntry, type PositionMap } from './matroska-offsets.ts';
import { storedValue } from '../../media/stored-value.ts';
import type { Splice } from './splice.ts';

interface IndexPart {
  element: EbmlElement;
  content: Uint8Array;
}

/**
 * SeekHead and Cues for the file with its label: positions that moved, entries of Tags that are gone, an entry for the new
 * ones. Null when they have no room for that.
 */
export function indexSplices(layout: MatroskaLayout, home: Home, gone: readonly EbmlElement[]): Splice[] | null {
  const { source, segment, children } = layout;
  const goneAt = new Set(gone.map(({ offset }) => offset - segment.data));
  let entries = 0;
  const heads = children.filter(({ id }) => id === MATROSKA.seekHead);
  const redirected = mapAll(source, heads, (position) => {
    if (!goneAt.has(position)) return shifted(home, position);
    entries += 1;
    return home.position;
  });
  if (redirected === null) entries = 0;
  const dropping: PositionMap = (position) => (goneAt.has(position) ? null : shifted(home, position));
  const newHeads = redirected ?? mapAll(source, heads, dropping);
  const cues = home.shift === null ? [] : children.filter(({ id }) => id === MATROSKA.cues);
  const newCues = mapAll(source, cues, (position) => shifted(home, position));
  if (newHeads === null || newCues === null) return null;
  const needsEntry = home.needsEntry && entries === 0;
  const grown = needsEntry ? growHead(layout, newHeads, home.position) : null;
  if (needsEntry && grown === null) return null;
  const rest = [...newHeads, ...newCues].filter(({ element }) => element !== grown?.element);
  return [...(grown === null ? [] : [grown.splice]), ...rest.flatMap((part) => changedContent(source, part))];
}

function shifted({ shift }: Home, position: number): number {
  return shift !== null && position >= shift.from ? position + shift.by : position;
}

function mapAll(source: MediaSource, elements: readonly EbmlElement[], map: PositionMap): IndexPart[] | null {
  const parts: IndexPart[] = [];
  for (const element of elements) {
    const content = mapPositions(source, element, map);
    if (content === null) return null;
    parts.push({ element, content });
  }
  return parts;
}

/** Muxers leave Void after a SeekHead for later entries. */
function growHead(
  layout: MatroskaLayout,
  heads: readonly IndexPart[],
  position: number,
): { element: EbmlElement; splice: Splice } | null {
  const entry = seekEntry(ebmlId(MATROSKA.tags), position);
  for (const { element, content } of heads) {
    const room = voidBehind(layout, element);
    if (room === undefined) continue;
    const removed = room.end - element.offset;
    const inserted = filledElement(element.id, appendSeek(content, entry), removed);
    if (inserted === null) continue;
    return { element, splice: { offset: layout.source.fileOffset(element.offset), removed, inserted } };
  }
  return null;
}

function changedContent(source: MediaSource, { element, content }: IndexPart): Splice[] {
  const { data } = element;
  const before = storedValue(source, data, content.length, 'Matroska index').bytes;
  if (Buffer.compare(before, content) === 0) return [];
  return [{ offset: source.fileOffset(data), removed: content.length, inserted: content }];
}
