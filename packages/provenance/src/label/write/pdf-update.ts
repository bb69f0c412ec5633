import type { MediaSource } from '../../media/media-source.ts';
import type { PdfEntry } from '../../media/pdf/values.ts';
import type { XrefSection } from '../../media/pdf/xref-section.ts';
import { joinBytes } from './number-bytes.ts';
import type { Splice } from './splice.ts';
import { LabelWriteError } from './writer.ts';

export interface NewObject {
  number: number;
  generation: number;
  body: Uint8Array;
}

interface Update {
  info: NewObject;
  /** All objects that change, `info` among them. */
  objects: readonly NewObject[];
  /** One more than the highest object number. */
  size: number;
}

interface PlacedObject {
  number: number;
  generation: number;
  offset: number;
}

/** Trailer entries that this section has of its own; all others are repeated (ISO 32000-2 §7.5.6). */
const OWN_ENTRIES = new Set(['Size', 'Prev', 'Info', 'XRefStm']);
/** Those that a cross-reference stream has as a stream (§7.5.8.2). */
const STREAM_ENTRIES = new Set(['Type', 'W', 'Index', 'Length', 'Filter', 'DecodeParms']);
/** The largest number of ten digits. */
const TABLE_OFFSET_MAX = 9_999_999_999;
const FREE_GENERATION = 65_535;

/**
 * The objects and a cross-reference section of the file's own form, to be appended to it (§7.5.6): a reader that knows only
 * one form can then read all sections.
 */
export function pdfUpdate(source: MediaSource, newest: XrefSection, { info, objects, size }: Update): Splice {
  const last = source.size === 0 ? undefined : source.bytes(source.size - 1, 1, 'PDF end')[0];
  const parts: Uint8Array[] = [joinBytes(last === 10 || last === 13 ? '' : '\n')];
  const end = (): number => parts.reduce((sum, part) => sum + part.length, source.size);
  const placed: PlacedObject[] = [];
  for (const { number, generation, body } of objects) {
    if (generation >= FREE_GENERATION) throw new LabelWriteError('media_unreadable', 'The PDF is damaged');
    placed.push({ number, generation, offset: end() });
    parts.push(joinBytes(`${number} ${generation} obj\n`, body, '\nendobj\n'));
  }
  const start = end();
  const kept = keptEntries(newest);
  const infoEntry = `/Info ${info.number} ${info.generation} R\n/Prev ${newest.offset}\n`;
  if (newest.form === 'table') {
    parts.push(joinBytes(table(placed), `trailer\n<<\n/Size ${size}\n`, ...kept, infoEntry, '>>\n'));
  } else {
    const self = { number: size, generation: 0, offset: start };
    parts.push(joinBytes(`${size} 0 obj\n<<\n/Size ${size + 1}\n`, ...kept, infoEntry, rows([...placed, self])));
  }
  parts.push(joinBytes(`startxref\n${start}\n%%EOF\n`));
  return { offset: source.fileOffset(source.size), removed: 0, inserted: joinBytes(...parts) };
}

function keptEntries({ form, trailer, trailerBytes }: XrefSection): Uint8Array[] {
  const kept = trailer.entries.filter(
    ({ name }) => !OWN_ENTRIES.has(name) && !(form === 'stream' && STREAM_ENTRIES.has(name)),
  );
  return copyEntries(trailerBytes, kept);
}

/** Entries of a dictionary as written in the file, one per line. */
export function copyEntries(bytes: Uint8Array, entries: readonly PdfEntry[]): Uint8Array[] {
  return entries.map(({ start, end }) => joinBytes(bytes.subarray(start, end), '\n'));
}

/** One subsection for each object (§7.5.4). */
function table(objects: readonly PlacedObject[]): string {
  return sorted(objects).reduce((text, { number, generation, offset }) => {
    if (offset > TABLE_OFFSET_MAX) throw new LabelWriteError('media_unreadable', 'The PDF is too large');
    return `${text}${number} 1\n${digits(offset, 10)} ${digits(generation, 5)} n \n`;
  }, 'xref\n');
}

/** The rest of a cross-reference stream (§7.5.8): rows of type, offset and generation, not compressed. */
function rows(objects: readonly PlacedObject[]): Uint8Array {
  const inOrder = sorted(objects);
  const data = new Uint8Array(inOrder.length * 11);
  const view = new DataView(data.buffer);
  for (const [row, { offset, generation }] of inOrder.entries()) {
    view.setUint8(row * 11, 1);
    view.setBigUint64(row * 11 + 1, BigInt(offset));
    view.setUint16(row * 11 + 9, generation);
  }
  const index = inOrder.map(({ number }) => `${number} 1`).join(' ');
  const entries = `/Type /XRef\n/W [1 8 2]\n/Index [${index}]\n/Length ${data.length}\n>>\nstream\n`;
  return joinBytes(entries, data, '\nendstream\nendobj\n');
}

function sorted(objects: readonly PlacedObject[]): PlacedObject[] {
  return objects.toSorted((a, b) => a.number - b.number);
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, '0');
}
