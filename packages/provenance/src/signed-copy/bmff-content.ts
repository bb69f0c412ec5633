import { itemLocations, locationForm, type LocationForm } from '../media/bmff/item-table.ts';
import { metaParts } from '../media/bmff/meta.ts';
import { MANIFEST_STORE_BOX } from './credential-names.ts';
import type { MediaSource } from '../media/media-source.ts';
import { fixOffsets } from '../label/write/bmff-offsets.ts';
import { BoxEditor } from '../label/write/box-editor.ts';
import { nodesAt, topBoxes, type BoxNode } from '../label/write/box-tree.ts';
import { rewriteLocations } from '../label/write/item-locations.ts';
import type { Splice } from '../label/write/splice.ts';

const LOCATION_HEAD_BYTES = 6;

/**
 * HEIF, AVIF, MP4, MOV, M4A: without the boxes of the credential, and with every offset from the start of the file adjusted
 * to that. Items are written in one form, so two files with the same items compare as equal.
 *
 * @throws {DecodeError} {@link LabelWriteError} the boxes of the file do not fit together
 */
export function bmffContent(source: MediaSource): Splice[] {
  const top = topBoxes(source);
  const editor = new BoxEditor();
  for (const box of top) if (isCredential(box)) editor.remove(box);
  for (const table of locationTables(source, top)) rewriteLocations(source, editor, { table, placed: null });
  fixOffsets(source, editor, top);
  return editor.finish();
}

/** What the engine would do wrong with a file, which must then be rewritten before it is signed. */
export type BmffTrouble =
  /** It would move items to the wrong place. */
  | 'locations'
  /** The same, and the form that it handles correctly has no room for the indices. */
  | 'indices'
  /** It moves every offset by the growth of the credential, even offsets of data before the old one. */
  | 'credential';

/** @throws {DecodeError} the boxes of the file do not fit together */
export function bmffTroubles(source: MediaSource): BmffTrouble[] {
  const top = topBoxes(source);
  const wrong = locationTables(source, top).filter((table) => !isRight(source, table));
  const credentials = top.filter(isCredential);
  const [first] = credentials;
  const isElsewhere = first !== undefined && (credentials.length > 1 || !isBehindType(top, first));
  return [
    ...wrong.map((table) => (formOf(source, table).indexBytes > 0 ? 'indices' : 'locations')),
    ...(isElsewhere ? (['credential'] as const) : []),
  ];
}

/**
 * Whether the engine moves the items of a table as it should (found out with every form that the standard allows). It takes
 * an index to be as wide as the base, and in version 1 always to be there; when an item has room for a base but the base is
 * 0, it moves both the base and the extents.
 */
function isRight(source: MediaSource, table: BoxNode): boolean {
  const { version, baseBytes, indexBytes } = formOf(source, table);
  const assumed = version === 1 || (version === 2 && indexBytes > 0) ? baseBytes : 0;
  if (assumed !== indexBytes) return false;
  if (baseBytes === 0) return true;
  for (const { method, base, extents } of itemLocations(source, table)) {
    if (method === 0 && base === 0 && extents.some(({ offset }) => offset !== 0)) return false;
  }
  return true;
}

function isBehindType(top: readonly BoxNode[], box: BoxNode): boolean {
  return top[top.indexOf(box) - 1]?.type === 'ftyp';
}

function formOf(source: MediaSource, { contentStart }: BoxNode): LocationForm {
  return locationForm(source.cursor(contentStart, LOCATION_HEAD_BYTES, 'iloc'));
}

export function isCredential({ type, uuid }: Pick<BoxNode, 'type' | 'uuid'>): boolean {
  return type === 'uuid' && uuid === MANIFEST_STORE_BOX;
}

/** Those of the file, of its movie and of each track. */
function locationTables(source: MediaSource, top: readonly BoxNode[]): BoxNode[] {
  const movies = top.filter(({ type }) => type === 'moov');
  const metas = [
    ...top.filter(({ type }) => type === 'meta'),
    ...movies.flatMap((movie) => [...nodesAt(source, movie, ['meta']), ...nodesAt(source, movie, ['trak', 'meta'])]),
  ];
  return metas.flatMap((meta) => {
    const { itemLocations: table } = metaParts(source, meta, null);
    return table === null ? [] : [{ ...table, parent: meta }];
  });
}
