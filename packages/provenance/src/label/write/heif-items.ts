import type { Box } from '../../media/bmff/boxes.ts';
import type { ItemInfo, ItemLocation } from '../../media/bmff/item-table.ts';
import type { MetaParts } from '../../media/bmff/meta.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { bigEndianBytes, fullBoxFields, makeBox } from './number-bytes.ts';
import type { BoxEditor } from './box-editor.ts';
import { childNodes, childrenEnd, type BoxNode } from './box-tree.ts';
import { LabelWriteError } from './writer.ts';

const FULL_BOX_BYTES = 4;
const DESCRIBES = 'cdsc';
const LARGEST_ID = 0xffff;

/** The parts of a `meta` box that a picture cannot do without. */
export interface Picture {
  meta: BoxNode;
  parts: MetaParts;
  infoTable: BoxNode;
  locationTable: BoxNode;
  infos: ItemInfo[];
  locations: ItemLocation[];
  primary: number;
}

export function primaryItemId(source: MediaSource, box: Box): number {
  const cursor = source.cursor(box.contentStart, box.end - box.contentStart, 'pitm');
  const version = cursor.u8('pitm version');
  cursor.skip(3, 'pitm flags');
  return version === 0 ? cursor.u16('pitm') : cursor.u32('pitm');
}

/** An id that neither table names, of 16 bits, which every version of the tables can hold. */
export function freeItemId({ infos, locations }: Picture): number {
  const taken = new Set([...infos, ...locations].map(({ id }) => id));
  const highest = Math.max(0, ...[...taken].filter((id) => id <= LARGEST_ID));
  if (highest < LARGEST_ID) return highest + 1;
  for (let id = 1; id < LARGEST_ID; id += 1) if (!taken.has(id)) return id;
  throw new LabelWriteError('no_room', 'Every item id is taken');
}

/** Adds an XMP item and its reference to the primary item; its place belongs to the location table. */
export function addItem(source: MediaSource, editor: BoxEditor, picture: Picture, id: number): void {
  const { meta, parts, infoTable, primary } = picture;
  const version = source.cursor(infoTable.contentStart, 1, 'iinf').u8('iinf version');
  const width = version === 0 ? 2 : 4;
  const at = infoTable.contentStart + FULL_BOX_BYTES;
  const cursor = source.cursor(at, width, 'iinf');
  const count = width === 2 ? cursor.u16('iinf count') : cursor.u32('iinf count');
  editor.replace(infoTable, {
    offset: at,
    removed: width,
    inserted: Uint8Array.from(bigEndianBytes(count + 1, width)),
  });
  const info = makeBox(
    'infe',
    fullBoxFields(2),
    bigEndianBytes(id, 2),
    bigEndianBytes(0, 2),
    'mime\0application/rdf+xml\0',
  );
  editor.replace(infoTable, {
    offset: childrenEnd(source, infoTable, FULL_BOX_BYTES + width),
    removed: 0,
    inserted: info,
  });
  const { itemReferences } = parts;
  const references = itemReferences === null ? null : { ...itemReferences, parent: meta };
  if (references === null) {
    const idBytes = primary > LARGEST_ID ? 4 : 2;
    const inserted = makeBox('iref', fullBoxFields(idBytes === 2 ? 0 : 1), reference(id, primary, idBytes));
    editor.replace(meta, { offset: parts.childrenEnd, removed: 0, inserted });
  } else {
    const inserted = reference(id, primary, referenceIdBytes(source, references));
    editor.replace(references, { offset: childrenEnd(source, references, FULL_BOX_BYTES), removed: 0, inserted });
  }
}

/** 2: an item says that it describes the primary item; 1: it says nothing; 0: it describes another. */
export function describesPrimary(source: MediaSource, { meta, parts, primary }: Picture, id: number): 0 | 1 | 2 {
  if (parts.itemReferences === null) return 1;
  const references = { ...parts.itemReferences, parent: meta };
  const idBytes = referenceIdBytes(source, references);
  let rank: 0 | 1 = 1;
  for (const box of childNodes(source, references, FULL_BOX_BYTES)) {
    if (box.type !== DESCRIBES) continue;
    const cursor = source.cursor(box.contentStart, box.end - box.contentStart, DESCRIBES);
    const next = (): number => (idBytes === 2 ? cursor.u16(DESCRIBES) : cursor.u32(DESCRIBES));
    if (next() !== id) continue;
    const targets = Array.from({ length: cursor.u16(DESCRIBES) }, next);
    if (targets.includes(primary)) return 2;
    rank = 0;
  }
  return rank;
}

function reference(from: number, to: number, idBytes: number): Uint8Array {
  return makeBox(DESCRIBES, bigEndianBytes(from, idBytes), bigEndianBytes(1, 2), bigEndianBytes(to, idBytes));
}

function referenceIdBytes(source: MediaSource, references: BoxNode): 2 | 4 {
  return source.cursor(references.contentStart, 1, 'iref').u8('iref version') === 0 ? 2 : 4;
}
