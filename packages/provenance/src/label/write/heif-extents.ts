import { extentRanges } from '../../media/bmff/items.ts';
import type { ItemLocation } from '../../media/bmff/item-table.ts';
import type { MediaSource } from '../../media/media-source.ts';
import type { BoxEditor } from './box-editor.ts';
import type { BoxNode } from './box-tree.ts';
import type { Picture } from './heif-items.ts';
import { LabelWriteError } from './writer.ts';

interface Range {
  start: number;
  end: number;
}

const SPACE = 0x20;
/** Each piece is compared with all pieces of all items; packets are in one piece. */
const MOST_PIECES = 16;

/**
 * Where an item is, when it can be overwritten there: in media data, sharing no byte with another item.
 * @throws {LabelWriteError}
 */
export function checkedExtents(
  source: MediaSource,
  { top, picture, location }: { top: readonly BoxNode[]; picture: Picture; location: ItemLocation },
): Range[] {
  const { parts, locations } = picture;
  const rangesOf = (one: ItemLocation): Range[] => extentRanges(source, one, { data: parts.itemData, what: 'iloc' });
  const homes = [...top.filter(({ type }) => type === 'mdat'), ...(parts.itemData === null ? [] : [parts.itemData])];
  const ranges = rangesOf(location);
  if (ranges.length > MOST_PIECES) throw new LabelWriteError('media_unreadable', 'The XMP item is in too many pieces');
  const others = locations
    .filter(({ id, method, dataReference }) => id !== location.id && method < 2 && dataReference === 0)
    .flatMap(rangesOf);
  const isAtHome = ranges.every(({ start, end }) =>
    homes.some((home) => home.contentStart <= start && end <= home.end),
  );
  const isShared = ranges.some((one) => others.some((other) => one.start < other.end && other.start < one.end));
  if (!isAtHome || isShared) throw new LabelWriteError('media_unreadable', 'The XMP item shares its bytes with others');
  return ranges;
}

/** Overwrites what an item held before it moved, so that no second label stays in the file. */
export function blankExtents(editor: BoxEditor, ranges: readonly Range[]): void {
  for (const { start, end } of ranges) {
    const inserted = new Uint8Array(end - start).fill(SPACE);
    editor.replace(null, { offset: start, removed: end - start, inserted });
  }
}
