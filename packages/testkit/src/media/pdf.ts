import { deflateSync } from 'node:zlib';
import { be16, concat, copyBytes, u8, type Bytes } from '../bytes.ts';

export interface PdfOptions {
  /** Content of the Info dictionary, object 4. One character stands for one byte, here and below. */
  info?: string;
  /** A further object 5, that `info` or the catalogue may refer to. */
  object5?: string;
  /** Members of the catalogue besides the pages. */
  catalog?: string;
  /**
   * `table`: classic cross-reference table. `stream`: cross-reference stream, and Info and object 5 inside an object
   * stream. `update`: a first revision without Info, then an incremental update with it.
   */
  layout?: 'table' | 'stream' | 'update';
  /** With `update`: where the first revision says that a previous one is. */
  firstPrevious?: number;
}

interface PdfObject {
  number: number;
  text: string;
}

const HEADER = '%PDF-1.7\n';
const BODY: readonly PdfObject[] = [
  { number: 2, text: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
  { number: 3, text: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>' },
];
const OBJECT_STREAM = 6;
const XREF_STREAM = 7;

/** One empty page with whatever the options add. */
export function buildPdfWith(options: PdfOptions): Bytes {
  const layout = options.layout ?? 'table';
  const catalog = { number: 1, text: `<< /Type /Catalog /Pages 2 0 R ${options.catalog ?? ''} >>` };
  const added: PdfObject[] = [];
  if (options.info !== undefined) added.push({ number: 4, text: `<< ${options.info} >>` });
  if (options.object5 !== undefined) added.push({ number: 5, text: options.object5 });
  if (layout === 'stream') return latin1(compressed([catalog, ...BODY], added));
  if (layout === 'table')
    return latin1(revision(HEADER, [catalog, ...BODY, ...added], null, options.info !== undefined));
  const previous = options.firstPrevious ?? null;
  const first = revision(HEADER, [catalog, ...BODY], previous, false);
  return latin1(revision(first, added, first.lastIndexOf('xref\n0'), true));
}

/** A literal string with its escapes (ISO 32000 §7.3.4.2); text beyond ASCII becomes a hexadecimal one. */
export function pdfString(text: string): string {
  if (!/^[ -~]*$/.test(text)) return pdfHexUtf16(text);
  return `(${text.replaceAll(/[\\()]/g, (character) => `\\${character}`)})`;
}

/** A hexadecimal string in UTF-16BE with its byte order mark. */
export function pdfHexUtf16(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `<${Buffer.from(be16(0xfeff, ...units))
    .toString('hex')
    .toUpperCase()}>`;
}

/** The text of a stream object. */
export function pdfStream(dictionary: string, data: Uint8Array): string {
  const content = Buffer.from(data).toString('latin1');
  return `<< ${dictionary} /Length ${data.length} >>\nstream\n${content}\nendstream`;
}

function revision(before: string, objects: readonly PdfObject[], previous: number | null, hasInfo: boolean): string {
  let body = before;
  let table = before === HEADER ? '0 1\n0000000000 65535 f \n' : '';
  for (const { number, text } of objects) {
    table += `${number} 1\n${String(body.length).padStart(10, '0')} 00000 n \n`;
    body += `${number} 0 obj\n${text}\nendobj\n`;
  }
  const members = `/Size 6 /Root 1 0 R${hasInfo ? ' /Info 4 0 R' : ''}${previous === null ? '' : ` /Prev ${String(previous).padStart(10, '0')}`}`;
  return `${body}xref\n${table}trailer\n<< ${members} >>\nstartxref\n${body.length}\n%%EOF\n`;
}

function compressed(plain: readonly PdfObject[], packed: readonly PdfObject[]): string {
  let index = '';
  let content = '';
  for (const { number, text } of packed) {
    index += `${number} ${content.length} `;
    content += `${text}\n`;
  }
  const data = copyBytes(deflateSync(latin1(index + content)));
  const holder = `/Type /ObjStm /N ${packed.length} /First ${index.length} /Filter /FlateDecode`;
  let body = HEADER;
  const rows = new Map<number, Bytes>([[0, u8(0, 0, 0, 0xff)]]);
  for (const { number, text } of [...plain, { number: OBJECT_STREAM, text: pdfStream(holder, data) }]) {
    rows.set(number, concat(u8(1), be16(body.length), u8(0)));
    body += `${number} 0 obj\n${text}\nendobj\n`;
  }
  for (const [place, { number }] of packed.entries()) rows.set(number, concat(u8(2), be16(OBJECT_STREAM), u8(place)));
  rows.set(XREF_STREAM, concat(u8(1), be16(body.length), u8(0)));
  const table = concat(...Array.from({ length: XREF_STREAM + 1 }, (_, number) => rows.get(number) ?? u8(0, 0, 0, 0)));
  const members = `/Type /XRef /Size ${XREF_STREAM + 1} /W [1 2 1] /Root 1 0 R /Info 4 0 R`;
  return `${body}${XREF_STREAM} 0 obj\n${pdfStream(members, table)}\nendobj\nstartxref\n${body.length}\n%%EOF\n`;
}

function latin1(text: string): Bytes {
  return copyBytes(Buffer.from(text, 'latin1'));
}
