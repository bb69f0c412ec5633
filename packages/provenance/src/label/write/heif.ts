import { itemBytes, isXmpItem } from '../../media/bmff/items.ts';
import { itemInfos, itemLocations, type ItemInfo, type ItemLocation } from '../../media/bmff/item-table.ts';
import { metaParts } from '../../media/bmff/meta.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { makeBox } from './number-bytes.ts';
import { padXmp, removeBmffLabels } from './bmff-labels.ts';
import { fixOffsets } from './bmff-offsets.ts';
import { BoxEditor, type Shift } from './box-editor.ts';
import { topBoxes, type BoxNode } from './box-tree.ts';
import { addItem, describesPrimary, freeItemId, primaryItemId, type Picture } from './heif-items.ts';
import { blankExtents, checkedExtents } from './heif-extents.ts';
import { rewriteLocations, type PlacedItem } from './item-locations.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';
import { setXmpLabel } from './xmp-edit.ts';

const BOX_HEADER_BYTES = 8;

/**
 * HEIC, HEIF and AVIF: the XMP item that describes the primary item (ISO/IEC 23008-12), a new one when there is none. Its
 * packet stays where it is when the label fits; else it goes to the end of the file, and the old one is blanked.
 *
 * @throws {LabelWriteError}
 * @throws {DecodeError}
 */
export function writeHeif(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const top = topBoxes(source);
  const picture = openPicture(source, top);
  const editor = new BoxEditor();
  const placed = putLabel(source, editor, { top, picture, json, isLabel });
  removeBmffLabels(source, editor, top, isLabel);
  if (placed !== null || editor.firstMove !== Infinity) {
    rewriteLocations(source, editor, { table: picture.locationTable, placed });
  }
  if (placed !== null) editor.replace(null, { offset: endOf(top), removed: 0, inserted: placed.bytes });
  fixOffsets(source, editor, top);
  return { splices: editor.finish(), location: 'meta/iinf/mime', isFallback: false };
}

function openPicture(source: MediaSource, top: readonly BoxNode[]): Picture {
  const meta = top.find(({ type }) => type === 'meta');
  if (meta === undefined) throw new LabelWriteError('media_unreadable', 'The file has no item table');
  const parts = metaParts(source, meta, null);
  const { itemInfos: infoBox, itemLocations: locationBox, primaryItem } = parts;
  if (infoBox === null || locationBox === null || primaryItem === null) {
    throw new LabelWriteError('media_unreadable', 'The item table is not complete');
  }
  return {
    meta,
    parts,
    infoTable: { ...infoBox, parent: meta },
    locationTable: { ...locationBox, parent: meta },
    infos: Array.from(itemInfos(source, infoBox)),
    locations: Array.from(itemLocations(source, locationBox)),
    primary: primaryItemId(source, primaryItem),
  };
}

interface Task {
  top: readonly BoxNode[];
  picture: Picture;
  json: string;
  isLabel: LabelTest;
}

/** Null when the packet stays in place. */
function putLabel(source: MediaSource, editor: BoxEditor, task: Task): (PlacedItem & { bytes: Uint8Array }) | null {
  const { top, picture, json, isLabel } = task;
  const found = findXmp(source, picture);
  if (found === null) {
    const id = freeItemId(picture);
    addItem(source, editor, picture, id);
    return behind(top, id, setXmpLabel(null, json, isLabel));
  }
  const { info, location } = found;
  const what = 'XMP item';
  if (info.contentEncoding !== '' || info.isProtected || location.dataReference !== 0 || location.method > 1) {
    throw new LabelWriteError('media_unreadable', 'The XMP item is compressed, protected or not in this file');
  }
  const { content, intact } = itemBytes(source, location, { data: picture.parts.itemData, what });
  if (!intact) throw new LabelWriteError('media_unreadable', 'The XMP item is cut off');
  const packet = setXmpLabel(content.bytes(0, content.size, what), json, isLabel);
  const extents = checkedExtents(source, { top, picture, location });
  const [extent, ...others] = extents;
  const inPlace = extent !== undefined && others.length === 0 ? padXmp(packet, extent.end - extent.start) : null;
  if (inPlace !== null && extent !== undefined) {
    editor.replace(null, { offset: extent.start, removed: inPlace.length, inserted: inPlace });
    return null;
  }
  blankExtents(editor, extents);
  return behind(top, info.id, packet);
}

/** The XMP item of the primary item; one that does not say what it describes counts, one of another item does not. */
function findXmp(source: MediaSource, picture: Picture): { info: ItemInfo; location: ItemLocation } | null {
  const rank = (id: number): number => describesPrimary(source, picture, id);
  const [best] = picture.infos
    .filter((info) => isXmpItem(info) && rank(info.id) > 0)
    .toSorted((a, b) => rank(b.id) - rank(a.id));
  const location = picture.locations.find(({ id }) => id === best?.id);
  if (best === undefined) return null;
  if (location === undefined) throw new LabelWriteError('media_unreadable', 'The XMP item is nowhere');
  return { info: best, location };
}

/** A packet at the end of the file; inside the last box when that has no end. */
function behind(top: readonly BoxNode[], id: number, packet: Uint8Array): PlacedItem & { bytes: Uint8Array } {
  const last = top.at(-1);
  if (last?.lengthForm === 'open' && last.type !== 'mdat') {
    throw new LabelWriteError('media_unreadable', 'The last box has no end');
  }
  const bytes = last?.lengthForm === 'open' ? packet : makeBox('mdat', packet);
  const header = last?.lengthForm === 'open' ? 0 : BOX_HEADER_BYTES;
  // Everything inserted there comes before the byte that is there now, this last.
  const place = (shift: Shift): number => shift(endOf(top)) - bytes.length + header;
  return { id, length: packet.length, place, bytes };
}

function endOf(top: readonly BoxNode[]): number {
  return top.at(-1)?.end ?? 0;
}
