import type { Cursor } from '../bytes/cursor.ts';
import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { LIMITS } from '../limits.ts';

/** A string or a number in script data, with the names that lead to it. Offsets count from the cursor's base. */
export interface AmfValue {
  /** Names of objects around it from the outside in, then its own. */
  names: readonly string[];
  /** Position in a strict array; null outside of one. */
  index: number | null;
  /** Where the name's length field stands: where the property begins. */
  start: number;
  /** Where the type byte stands. */
  typeAt: number;
  /** Where the text or the number stands, and where the value ends. */
  offset: number;
  end: number;
  /** Null for values that are not strings. */
  text: Uint8Array | null;
  /** Null for values that are not numbers. */
  number: number | null;
}

/** Where an object or array of the outermost level ends. */
export interface AmfObject {
  /** Offset of the count field; null for an object, which has none. */
  countAt: number | null;
  /** Offset of the two zeros and the nine that end it, or the end of the data where a writer omitted them. */
  endAt: number;
}

const TYPE = {
  number: 0x00,
  boolean: 0x01,
  string: 0x02,
  object: 0x03,
  null: 0x05,
  undefined: 0x06,
  reference: 0x07,
  ecmaArray: 0x08,
  objectEnd: 0x09,
  strictArray: 0x0a,
  date: 0x0b,
  longString: 0x0c,
  unsupported: 0x0d,
  xml: 0x0f,
  typedObject: 0x10,
} as const;

/** Content bytes of the types whose values are skipped. */
const FIXED_BYTES = new Map<number, number>([
  [TYPE.boolean, 1],
  [TYPE.null, 0],
  [TYPE.undefined, 0],
  [TYPE.reference, 2],
  [TYPE.date, 10],
  [TYPE.unsupported, 0],
]);

/** Seek tables of long recordings have thousands of numbers, and each costs next to nothing. */
const ELEMENTS_A_STEP = 8;

interface Walk {
  cursor: Cursor;
  visit: (value: AmfValue) => void;
  /** Counts a property. */
  step: (offset: number) => void;
}

interface Place {
  names: readonly string[];
  index: number | null;
  start: number;
}

/** A string value at the cursor, such as the name of script data (AMF0 §2.4). */
export function readAmfString(cursor: Cursor): Uint8Array {
  const at = cursor.offset;
  if (cursor.u8('AMF type') !== TYPE.string) throw new DecodeError('AMF string', at);
  return cursor.slice(cursor.u16('AMF string length'), 'AMF string');
}

/**
 * Visits every string and number of the object or array at the cursor.
 * @throws {DecodeError} when it has another type, or the data end inside
 */
export function walkAmfObject(cursor: Cursor, visit: Walk['visit'], step: Walk['step']): AmfObject {
  const at = cursor.offset;
  const type = cursor.u8('AMF type');
  if (type !== TYPE.object && type !== TYPE.ecmaArray) throw new DecodeError('AMF object', at);
  const countAt = type === TYPE.ecmaArray ? cursor.offset : null;
  if (countAt !== null) cursor.skip(4, 'AMF array count');
  return { countAt, endAt: walkProperties({ cursor, visit, step }, []) };
}

/** Returns the offset of the end mark. The count of an ECMA array is only a hint (AMF0 §2.10). */
function walkProperties(walk: Walk, names: readonly string[]): number {
  const { cursor } = walk;
  while (cursor.remaining > 0) {
    const start = cursor.offset;
    walk.step(start);
    const name = cursor.slice(cursor.u16('AMF name length'), 'AMF name');
    const typeAt = cursor.offset;
    const type = cursor.u8('AMF type');
    if (name.length === 0 && type === TYPE.objectEnd) return start;
    const text = Buffer.from(name.buffer, name.byteOffset, name.length).toString('utf8');
    walkValue(walk, type, typeAt, { names: [...names, text], index: null, start });
  }
  return cursor.offset;
}

function walkValue(walk: Walk, type: number, typeAt: number, place: Place): void {
  const { cursor, visit } = walk;
  if (place.names.length > LIMITS.mediaDepth) throw new LimitError('AMF object', typeAt);
  switch (type) {
    case TYPE.number: {
      const offset = cursor.offset;
      const bytes = cursor.slice(8, 'AMF number');
      const number = new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0);
      visit({ ...place, typeAt, offset, end: cursor.offset, text: null, number });
      return;
    }
    case TYPE.string:
    case TYPE.longString:
    case TYPE.xml: {
      const length = type === TYPE.string ? cursor.u16('AMF string length') : cursor.u32('AMF string length');
      const offset = cursor.offset;
      const text = cursor.slice(length, 'AMF string');
      visit({ ...place, typeAt, offset, end: cursor.offset, text, number: null });
      return;
    }
    case TYPE.strictArray:
      walkArray(walk, place, typeAt);
      return;
    case TYPE.typedObject:
      cursor.skip(cursor.u16('AMF class name length'), 'AMF class name');
      walkProperties(walk, place.names);
      return;
    case TYPE.ecmaArray:
      cursor.skip(4, 'AMF array count');
      walkProperties(walk, place.names);
      return;
    case TYPE.object:
      walkProperties(walk, place.names);
      return;
    default: {
      const bytes = FIXED_BYTES.get(type);
      if (bytes === undefined) throw new DecodeError('AMF type', typeAt);
      cursor.skip(bytes, 'AMF value');
    }
  }
}

/** Every element takes a byte at least, so a forged count ends with the data. */
function walkArray(walk: Walk, { names, start }: Place, at: number): void {
  const { cursor } = walk;
  // Arrays in arrays count as deep as objects in objects.
  const inner = [...names, ''];
  if (inner.length > LIMITS.mediaDepth) throw new LimitError('AMF array', at);
  const count = cursor.u32('AMF array count');
  for (let index = 0; index < count; index += 1) {
    const typeAt = cursor.offset;
    if (index % ELEMENTS_A_STEP === 0) walk.step(typeAt);
    walkValue(walk, cursor.u8('AMF type'), typeAt, { names: inner, index, start });
  }
}
