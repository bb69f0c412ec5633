import { Cursor } from '../../bytes/cursor.ts';
import { latin1Text } from '../../bytes/latin1-text.ts';
import { readAmfString, walkAmfObject, type AmfObject, type AmfValue } from '../../media/amf0.ts';
import {
  firstFlvTag,
  FLV_BACK_POINTER_BYTES,
  FLV_SCRIPT,
  FLV_TAG_HEAD_BYTES,
  flvTags,
  type FlvTag,
} from '../../media/flv-tags.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { storedValue } from '../../media/stored-value.ts';
import { bigEndianBytes, joinBytes } from './number-bytes.ts';
import { offsetSplices } from './flv-offsets.ts';
import { isOwnEntry } from './own-entry.ts';
import type { Splice } from './splice.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';
import { hasXmpLabel, removeXmpLabel } from './xmp-edit.ts';

const LOCATION = 'script/onMetaData';
const SCRIPT_NAME = 'onMetaData';
const XMP_NAME = 'onXMPData';
const XMP_KEY = 'liveXML';
const KEY = 'AIGC';
const AMF_STRING = 0x02;
const AMF_ECMA_ARRAY = 0x08;
const AMF_LONG_STRING = 0x0c;
const AMF_STRING_MAX_BYTES = 0xffff;
const AMF_END = [0, 0, 9];
const TAG_SIZE_MAX = 0xff_ffff;

interface Script {
  tag: FlvTag;
  name: string;
  values: AmfValue[];
  object: AmfObject;
  /** The count that the array states; null for an object, which states none. */
  count: number | null;
}

/** The label as the property `AIGC` of `onMetaData` (TC260-PG-20257A). Offsets in the file that it holds are kept right. */
export function writeFlv(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const scripts = readScripts(source);
  const metadata = scripts.filter(({ name }) => name === SCRIPT_NAME);
  const home = metadata.find(({ values }) => values.some(isNamed)) ?? metadata[0];
  const splices = [
    ...(home === undefined ? [newScript(source, json)] : []),
    ...metadata.flatMap((script) => metadataSplices(source, script, script === home ? json : null, isLabel)),
    ...scripts.filter(({ name }) => name === XMP_NAME).flatMap((script) => xmpSplices(source, script, isLabel)),
  ];
  const fixed = metadata.flatMap(({ values }) => offsetSplices(values, splices));
  return { splices: [...splices, ...fixed], location: LOCATION, isFallback: false };
}

function readScripts(source: MediaSource): Script[] {
  const scripts: Script[] = [];
  for (const tag of flvTags(source)) {
    if (tag.type !== FLV_SCRIPT) continue;
    const { bytes, intact } = storedValue(source, tag.data, tag.size, 'FLV script data');
    if (!intact || tag.isEncrypted) throw new LabelWriteError('media_unreadable', 'the FLV script data cannot be read');
    const cursor = new Cursor(bytes, { base: source.fileOffset(tag.data) });
    const name = latin1Text(readAmfString(cursor));
    if (name !== SCRIPT_NAME && name !== XMP_NAME) continue;
    const values: AmfValue[] = [];
    const object = walkAmfObject(
      cursor,
      (value) => values.push(value),
      (offset) => source.step('AMF property', offset - source.fileOffset(0)),
    );
    const count = object.countAt === null ? null : countOf(bytes, object.countAt - source.fileOffset(tag.data));
    scripts.push({ tag, name, values, object, count });
  }
  return scripts;
}

function countOf(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(at);
}

/** A property of the script data themselves, not of an object among them. */
function isNamed({ names, index }: AmfValue): boolean {
  return index === null && names.length === 1 && names[0]?.toUpperCase() === KEY;
}

/** Puts the label in place of the first one, or after the last property; null only removes labels. */
function metadataSplices(source: MediaSource, script: Script, json: string | null, isLabel: LabelTest): Splice[] {
  const labels = script.values.filter((value) => {
    const { names, index, text } = value;
    if (index !== null || names.length !== 1) return false;
    const [key = null] = names;
    return isNamed(value) || (text !== null && isOwnEntry({ key, bytes: text, encoding: 'utf-8' }, isLabel));
  });
  const inserted = json === null ? null : property(json);
  const replaced = inserted === null ? undefined : labels.find(isNamed);
  const splices = labels.map((value) => {
    const { start, end } = value;
    const bytes = value === replaced && inserted !== null ? inserted : new Uint8Array(0);
    return { offset: start, removed: end - start, inserted: bytes };
  });
  if (inserted !== null && replaced === undefined) splices.push({ offset: script.object.endAt, removed: 0, inserted });
  const added = (inserted === null ? 0 : 1) - labels.length;
  return [...splices, ...countSplices(script, added), ...sizeSplices(source, script.tag, splices)];
}

function property(json: string): Uint8Array {
  return joinBytes(bigEndianBytes(KEY.length, 2), KEY, amfString(new TextEncoder().encode(json)));
}

function amfString(text: Uint8Array): Uint8Array {
  const isLong = text.length > AMF_STRING_MAX_BYTES;
  return joinBytes([isLong ? AMF_LONG_STRING : AMF_STRING], bigEndianBytes(text.length, isLong ? 4 : 2), text);
}

/** Writers that leave the count at zero do not keep it. */
function countSplices({ object, count }: Script, added: number): Splice[] {
  if (object.countAt === null || count === null || count === 0 || added === 0) return [];
  return [{ offset: object.countAt, removed: 4, inserted: bigEndianBytes(Math.max(0, count + added), 4) }];
}

/** The tag's own size, and the one after it for reading backwards. */
function sizeSplices(source: MediaSource, { offset, data, size }: FlvTag, splices: readonly Splice[]): Splice[] {
  const delta = splices.reduce((sum, { removed, inserted }) => sum + inserted.length - removed, 0);
  if (delta === 0) return [];
  if (size + delta > TAG_SIZE_MAX) throw new LabelWriteError('no_room', 'an FLV tag holds 16 MiB');
  const changed = [{ offset: source.fileOffset(offset + 1), removed: 3, inserted: bigEndianBytes(size + delta, 3) }];
  const behind = data + size;
  if (behind + FLV_BACK_POINTER_BYTES > source.size) return changed;
  const inserted = bigEndianBytes(FLV_TAG_HEAD_BYTES + size + delta, FLV_BACK_POINTER_BYTES);
  return [...changed, { offset: source.fileOffset(behind), removed: FLV_BACK_POINTER_BYTES, inserted }];
}

function newScript(source: MediaSource, json: string): Splice {
  const first = firstFlvTag(source);
  if (first > source.size) throw new LabelWriteError('media_unreadable', 'the FLV header is cut off');
  const name = joinBytes([AMF_STRING], bigEndianBytes(SCRIPT_NAME.length, 2), SCRIPT_NAME);
  const data = joinBytes(name, [AMF_ECMA_ARRAY], bigEndianBytes(1, 4), property(json), AMF_END);
  const head = joinBytes([FLV_SCRIPT], bigEndianBytes(data.length, 3), new Uint8Array(7));
  const inserted = joinBytes(head, data, bigEndianBytes(head.length + data.length, FLV_BACK_POINTER_BYTES));
  return { offset: source.fileOffset(first), removed: 0, inserted };
}

function xmpSplices(source: MediaSource, { tag, values }: Script, isLabel: LabelTest): Splice[] {
  const splices = values.flatMap(({ names, text, typeAt, end }) => {
    if (names.at(-1) !== XMP_KEY || text === null || !hasXmpLabel(text, isLabel)) return [];
    return [{ offset: typeAt, removed: end - typeAt, inserted: amfString(removeXmpLabel(text, isLabel)) }];
  });
  return [...splices, ...sizeSplices(source, tag, splices)];
}
