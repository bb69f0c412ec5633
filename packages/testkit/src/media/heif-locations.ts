import { be16, be32, be64, concat, u8, type Bytes } from '../bytes.ts';
import { fullBox } from './bmff.ts';

/** How a writer may lay out `iloc` (ISO/IEC 14496-12 §8.11.3). Widths are 0, 4 or 8 bytes. */
export interface LocationForm {
  version: 0 | 1 | 2;
  offsetBytes: 0 | 4 | 8;
  lengthBytes: 4 | 8;
  baseBytes: 0 | 4 | 8;
  /** Only of the versions 1 and 2. */
  indexBytes: 0 | 4 | 8;
  /** The value of the base of an item of the file: 0, or where its first extent begins. */
  base: 'zero' | 'start';
}

interface Extent {
  offset: number;
  length: number;
}

interface Row {
  id: number;
  method: number;
  extents: Extent[];
}

interface Box {
  type: string;
  start: number;
  end: number;
}

/**
 * Any still of this kit with its `iloc` written in another form; the items stay where they point. Real encoders write
 * many of the forms: base 0 of four bytes, version 1 without a single index.
 */
export function heifWithLocations(still: Bytes, form: LocationForm): Bytes {
  const meta = boxesOf(still, 0, still.length).find(({ type }) => type === 'meta');
  if (meta === undefined) throw new Error('no meta box');
  const table = boxesOf(still, meta.start + 12, meta.end).find(({ type }) => type === 'iloc');
  if (table === undefined) throw new Error('no iloc box');
  const rows = readRows(still, table);
  const written = (shift: number): Bytes => writeTable(rows, form, (offset) => offset + shift);
  const growth = written(0).length - (table.end - table.start);
  // All items of the file come after the table.
  const out = concat(still.subarray(0, table.start), written(growth), still.subarray(table.end));
  new DataView(out.buffer).setUint32(meta.start, meta.end - meta.start + growth);
  return out;
}

function writeTable(rows: readonly Row[], form: LocationForm, move: (offset: number) => number): Bytes {
  const { version, offsetBytes, lengthBytes, baseBytes, indexBytes } = form;
  const id = version < 2 ? be16 : be32;
  return fullBox(
    'iloc',
    version,
    0,
    u8((offsetBytes << 4) | lengthBytes, (baseBytes << 4) | (version === 0 ? 0 : indexBytes)),
    id(rows.length),
    ...rows.map((row) => {
      const extents = row.extents.map((extent) => ({
        ...extent,
        offset: row.method === 0 ? move(extent.offset) : extent.offset,
      }));
      const base = form.base === 'start' && row.method === 0 ? Math.min(...extents.map(({ offset }) => offset)) : 0;
      return concat(
        id(row.id),
        version === 0 ? [] : be16(row.method),
        be16(0),
        number(base, baseBytes),
        be16(extents.length),
        ...extents.map(({ offset, length }) =>
          concat(
            version === 0 ? [] : number(0, indexBytes),
            number(offset - base, offsetBytes),
            number(length, lengthBytes),
          ),
        ),
      );
    }),
  );
}

function number(value: number, bytes: 0 | 4 | 8): Bytes {
  if (bytes === 0 && value !== 0) throw new RangeError('a number for which the form has no place');
  if (bytes === 0) return new Uint8Array(0);
  return bytes === 4 ? be32(value) : be64(value);
}

/** The tables of this kit: version 0 or 1, offsets and lengths of four bytes, no base. */
function readRows(still: Bytes, table: Box): Row[] {
  const view = new DataView(still.buffer, still.byteOffset + table.start + 8, table.end - table.start - 8);
  const version = view.getUint8(0);
  if (version > 1 || view.getUint16(4) !== 0x4400) throw new Error('an iloc of an unexpected form');
  let at = 8;
  const next16 = (): number => {
    at += 2;
    return view.getUint16(at - 2);
  };
  const next32 = (): number => {
    at += 4;
    return view.getUint32(at - 4);
  };
  return Array.from({ length: view.getUint16(6) }, () => {
    const id = next16();
    const method = version === 0 ? 0 : next16();
    next16();
    const extents = Array.from({ length: next16() }, () => ({ offset: next32(), length: next32() }));
    return { id, method, extents };
  });
}

function boxesOf(bytes: Bytes, from: number, end: number): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const boxes: Box[] = [];
  for (let start = from; start < end;) {
    const type = Buffer.from(bytes.subarray(start + 4, start + 8)).toString('latin1');
    boxes.push({ type, start, end: start + view.getUint32(start) });
    start += view.getUint32(start);
  }
  return boxes;
}
