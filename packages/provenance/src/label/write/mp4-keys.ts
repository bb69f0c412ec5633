import { latin1Text } from '../../bytes/latin1-text.ts';
import type { MetaParts } from '../../media/bmff/meta.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { bigEndianBytes, fullBoxFields, makeBox } from './number-bytes.ts';
import type { BoxEditor } from './box-editor.ts';
import { childNodes, childrenEnd, type BoxNode } from './box-tree.ts';
import { LabelWriteError } from './writer.ts';

const KEY = 'AIGC';
const NAMESPACE = 'mdta';
const UTF8_TYPE = 1;
/** Version and flags, and the count. */
const KEYS_HEADER_BYTES = 8;

/** A `meta` box with the label as its only key; `quicktime`: without version and flags. */
export function keysMeta(json: string, form: 'iso' | 'quicktime'): Uint8Array {
  const handler = makeBox('hdlr', fullBoxFields(), bigEndianBytes(0, 4), NAMESPACE, new Uint8Array(12), '\0');
  const children = [handler, keysBox(), makeBox('ilst', listItem(1, json))];
  return makeBox('meta', form === 'iso' ? fullBoxFields() : [], ...children);
}

/** Puts the label under its key into a `meta` box that has keys, or may have. */
export function appendToKeys(
  source: MediaSource,
  editor: BoxEditor,
  { meta, parts, json }: { meta: BoxNode; parts: MetaParts; json: string },
): void {
  const lists = parts.itemLists.map((list) => ({ ...list, parent: meta }));
  const [list] = lists;
  const items = lists.flatMap((each) => childNodes(source, each));
  if (parts.keys === null && items.length > 0) {
    throw new LabelWriteError('media_unreadable', 'A list of numbered items has no keys');
  }
  const keys = parts.keys === null ? null : { ...parts.keys, parent: meta };
  const { index, isNew } = keyIndex(source, editor, keys);
  const [first, ...others] = items.filter(({ type }) => type === typeOf(index));
  if (isNew && first !== undefined) throw new LabelWriteError('media_unreadable', 'An item has a number without a key');
  const item = listItem(index, json);
  if (first !== undefined) {
    editor.replace(first.parent, { offset: first.start, removed: first.end - first.start, inserted: item });
    for (const other of others) editor.remove(other);
  } else if (list !== undefined) {
    editor.replace(list, { offset: childrenEnd(source, list), removed: 0, inserted: item });
  }
  const added = [...(keys === null ? [keysBox()] : []), ...(list === undefined ? [makeBox('ilst', item)] : [])];
  if (added.length === 0) return;
  editor.replace(meta, { offset: parts.childrenEnd, removed: 0, inserted: Buffer.concat(added) });
}

/** The number of the label's key, which is added when there is none. */
function keyIndex(source: MediaSource, editor: BoxEditor, keys: BoxNode | null): { index: number; isNew: boolean } {
  if (keys === null) return { index: 1, isNew: true };
  const cursor = source.cursor(keys.contentStart, KEYS_HEADER_BYTES, 'keys');
  cursor.skip(4, 'keys version');
  const count = cursor.u32('keys count');
  // A key has the form of a box: length, namespace in the place of the type, name.
  const names = childNodes(source, keys, KEYS_HEADER_BYTES);
  if (names.length !== count) throw new LabelWriteError('media_unreadable', 'The number of keys is not what it says');
  const found = names.findIndex(({ contentStart, end }) => {
    const name = source.bytes(contentStart, end - contentStart, 'key');
    return latin1Text(name) === KEY;
  });
  if (found >= 0) return { index: found + 1, isNew: false };
  const inserted = makeBox(NAMESPACE, KEY);
  editor.replace(keys, { offset: childrenEnd(source, keys, KEYS_HEADER_BYTES), removed: 0, inserted });
  const countBytes = Uint8Array.from(bigEndianBytes(count + 1, 4));
  editor.replace(keys, { offset: keys.contentStart + 4, removed: 4, inserted: countBytes });
  return { index: count + 1, isNew: true };
}

function keysBox(): Uint8Array {
  return makeBox('keys', fullBoxFields(), bigEndianBytes(1, 4), makeBox(NAMESPACE, KEY));
}

function listItem(index: number, json: string): Uint8Array {
  return makeBox(typeOf(index), makeBox('data', bigEndianBytes(UTF8_TYPE, 4), bigEndianBytes(0, 4), json));
}

/** The type of a list item is the number of its key. */
function typeOf(index: number): string {
  return String.fromCharCode(...bigEndianBytes(index, 4));
}
