import { metaParts, type MetaParts } from '../../media/bmff/meta.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { makeBox } from './number-bytes.ts';
import { removeBmffLabels } from './bmff-labels.ts';
import { fixOffsets } from './bmff-offsets.ts';
import { BoxEditor } from './box-editor.ts';
import { childNodes, childrenEnd, nodesAt, topBoxes, type BoxNode } from './box-tree.ts';
import { rewriteLocations } from './item-locations.ts';
import { appendToKeys, keysMeta } from './mp4-keys.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';

type Place = Pick<LabelPlan, 'location' | 'isFallback'>;

/**
 * MP4, MOV, M4A and 3GP: the key `AIGC` in `moov/udta/meta` (TC260-PG-20257A). Where iTunes tags occupy that place, a second
 * `meta` beside them is not allowed and turning them into keys would hide title and cover from players; the label then goes
 * into a `meta` right under `moov`, in QuickTime's form.
 *
 * @throws {LabelWriteError}
 * @throws {DecodeError}
 */
export function writeMp4(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const top = topBoxes(source);
  const movie = top.find(({ type }) => type === 'moov');
  if (movie === undefined) throw new LabelWriteError('media_unreadable', 'The file has no movie box');
  if (nodesAt(source, movie, ['cmov']).length > 0) {
    throw new LabelWriteError('media_unreadable', 'The movie box is compressed');
  }
  const editor = new BoxEditor();
  const place = putLabel(source, editor, movie, json);
  removeBmffLabels(source, editor, top, isLabel);
  fixItems(source, editor, [...top, ...childNodes(source, movie)]);
  fixOffsets(source, editor, top);
  return { splices: editor.finish(), ...place };
}

function putLabel(source: MediaSource, editor: BoxEditor, movie: BoxNode, json: string): Place {
  const metas = nodesAt(source, movie, ['udta', 'meta']).map((meta) => ({
    meta,
    parts: metaParts(source, meta, null),
  }));
  const standard = { location: 'moov/udta/meta/ilst', isFallback: false };
  const withKeys = metas.find(({ parts }) => hasKeys(parts));
  if (withKeys !== undefined) {
    appendToKeys(source, editor, { ...withKeys, json });
    return standard;
  }
  if (metas.length > 0) return putBeside(source, editor, movie, json);
  const [userData] = nodesAt(source, movie, ['udta']);
  const meta = keysMeta(json, 'iso');
  const inserted = userData === undefined ? makeBox('udta', meta) : meta;
  append(source, editor, userData ?? movie, inserted);
  return standard;
}

function putBeside(source: MediaSource, editor: BoxEditor, movie: BoxNode, json: string): Place {
  const place = { location: 'moov/meta/ilst', isFallback: true };
  const [meta] = nodesAt(source, movie, ['meta']);
  if (meta === undefined) {
    append(source, editor, movie, keysMeta(json, 'quicktime'));
    return place;
  }
  const parts = metaParts(source, meta, null);
  if (!hasKeys(parts)) throw new LabelWriteError('no_room', 'Metadata of other kinds have both places of the label');
  appendToKeys(source, editor, { meta, parts, json });
  return place;
}

function hasKeys({ handler, keys }: MetaParts): boolean {
  return handler === 'mdta' || (handler === null && keys !== null);
}

function append(source: MediaSource, editor: BoxEditor, box: BoxNode, inserted: Uint8Array): void {
  editor.replace(box, { offset: childrenEnd(source, box), removed: 0, inserted });
}

/** Films may have items, such as a cover, whose offsets count from the start of the file. */
function fixItems(source: MediaSource, editor: BoxEditor, boxes: readonly BoxNode[]): void {
  if (editor.firstMove === Infinity) return;
  for (const meta of boxes.filter(({ type }) => type === 'meta')) {
    for (const table of nodesAt(source, meta, ['iloc'])) rewriteLocations(source, editor, { table, placed: null });
  }
}
