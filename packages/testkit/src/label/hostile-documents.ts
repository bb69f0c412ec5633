import { concat, copyBytes, le16, le32, type Bytes } from '../bytes.ts';
import { buildEpub, buildOffice } from '../media/documents.ts';
import { buildPdfWith, pdfStream, pdfString } from '../media/pdf.ts';
import { buildHtml, buildMarkdown, buildPlainText } from '../media/text-files.ts';
import { buildZip, zipEnd } from '../media/zip.ts';
import { entityBombXml, GIB, MIB, nested, rawDeflateBomb, repeatedOpening, zlibBomb } from './bombs.ts';
import { customProperties, yamlMapping, zeroWidth } from './document-carriers.ts';
import { LABELS } from './payloads.ts';

const CUSTOM = 'docProps/custom.xml';
const DEEP = 10_000;
const MANY = 100_000;
const MILLION = 1_000_000;
const DEFLATE = 8;
const DOCX_HEAD = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';

/** `docProps/custom.xml` that unpacks to a gibibyte; `lie`: the directory says it is small. */
export function docxBomb(lie: boolean): Bytes {
  const data = rawDeflateBomb(GIB / MIB);
  return rawZip([{ name: CUSTOM, data, packed: data.length, plain: lie ? 1000 : GIB }]);
}

/** Many entries of the directory that are one and the same bomb. */
export function docxOverlappingEntries(): Bytes {
  const data = rawDeflateBomb(8);
  const row = { name: CUSTOM, data, packed: data.length, plain: 8 * MIB };
  return rawZip([row], 1000);
}

export function zipForgedEntryCount(): Bytes {
  const zip = buildOffice('docx');
  return concat(zip.subarray(0, zip.length - 22), zipEnd(0xffff, 0xffff_ffff, 0xffff_fff0));
}

export function zipManyEntries(): Bytes {
  return buildZip(Array.from({ length: 0xffff }, () => ({ name: 'a', content: '', deflated: false })));
}

/** A comment full of end records, each of which names another directory. */
export function zipManyEndRecords(): Bytes {
  const zip = buildOffice('docx');
  const out = concat(zip, ...Array.from({ length: 2000 }, (_, index) => zipEnd(index, index, index)));
  out.set(le16(out.length - zip.length), zip.length - 2);
  return out;
}

export function docxEntities(): Bytes {
  return buildOffice('docx', { parts: [{ name: CUSTOM, content: entityBombXml() }] });
}

export function docxDeepXml(): Bytes {
  return buildOffice('docx', { parts: [{ name: CUSTOM, content: customProperties(nested('<a>', '</a>', DEEP)) }] });
}

export function epubManyMeta(): Bytes {
  return buildEpub('<meta name="AIGC" content="{}"/>'.repeat(MANY));
}

/** Two cross-reference sections that name one another as previous. */
export function pdfPrevLoop(): Bytes {
  const build = (firstPrevious: number): Bytes =>
    buildPdfWith({ info: `/AIGC ${pdfString('{}')}`, layout: 'update', firstPrevious });
  return build(Buffer.from(build(0)).lastIndexOf('xref\n4'));
}

export function pdfPrevChain(): Bytes {
  let text = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n';
  const parts = [text];
  let length = text.length;
  let previous = 0;
  for (let section = 0; section < DEEP; section++) {
    text = `xref\n0 0\ntrailer\n<< /Size 2 /Root 1 0 R${section === 0 ? '' : ` /Prev ${previous}`} >>\n`;
    previous = length;
    length += text.length;
    parts.push(text);
  }
  return latin1(`${parts.join('')}startxref\n${previous}\n%%EOF\n`);
}

/** An object stream said to lie inside itself. */
export function pdfObjectStreamInItself(): Bytes {
  const text = Buffer.from(buildPdfWith({ info: `/AIGC ${pdfString('{}')}`, layout: 'stream' })).toString('latin1');
  const table = text.lastIndexOf('stream\n', text.lastIndexOf('endstream') - 1) + 'stream\n'.length;
  const bytes = latin1(text);
  bytes.set([2, 0, 6, 0], table + 6 * 4);
  return bytes;
}

export function pdfReferenceLoop(): Bytes {
  return buildPdfWith({ info: '/AIGC 5 0 R', object5: '5 0 R' });
}

export function pdfInfoIsItself(): Bytes {
  return buildPdfWith({ info: '/AIGC 4 0 R' });
}

export function pdfNestedArrays(): Bytes {
  return buildPdfWith({ info: `/AIGC ${nested('[', ']', MANY)}` });
}

export function pdfNestedDictionaries(): Bytes {
  return buildPdfWith({ info: `/AIGC ${nested('<</A ', '>>', MANY, '1')}` });
}

export function pdfNestedParentheses(): Bytes {
  return buildPdfWith({ info: `/AIGC ${'('.repeat(MILLION)}` });
}

/** A metadata stream that unpacks to a gibibyte. */
export function pdfMetadataBomb(): Bytes {
  const object5 = pdfStream('/Type /Metadata /Subtype /XML /Filter /FlateDecode', zlibBomb(GIB / MIB));
  return buildPdfWith({ catalog: '/Metadata 5 0 R', object5 });
}

/** Filters upon filters: each turn of the chain is cheap, the sum is not. */
export function pdfFilterChain(): Bytes {
  const filters = `/Filter [${'/FlateDecode '.repeat(DEEP)}]`;
  return buildPdfWith({ catalog: '/Metadata 5 0 R', object5: pdfStream(`/Type /Metadata ${filters}`, zlibBomb(1)) });
}

/** A cross-reference stream that announces 2^31 rows. */
export function pdfForgedIndex(): Bytes {
  const text = Buffer.from(buildPdfWith({ info: `/AIGC ${pdfString('{}')}`, layout: 'stream' })).toString('latin1');
  return latin1(text.replace('/W [1 2 1]', '/Index [0 2147483647] /W [0 0 0]'));
}

export function pdfForgedTable(): Bytes {
  const text = Buffer.from(buildPdfWith({ info: `/AIGC ${pdfString('{}')}` })).toString('latin1');
  return latin1(text.replace('xref\n0 1', 'xref\n0 4294967295'));
}

export function pdfNoEnd(): Bytes {
  return latin1(`%PDF-1.7\n${'1 0 obj\n<< /AIGC ('.repeat(MANY)}`);
}

/** Aliases of aliases, nine levels of nine. */
export function markdownAliases(): Bytes {
  const rows = Array.from({ length: 9 }, (_, level) => {
    const items = level === 0 ? '"lol"' : Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ');
    return `a${level}: &a${level} [${items}]`;
  });
  return buildMarkdown(`${rows.join('\n')}\nAIGC: *a8`);
}

export function markdownFences(): Bytes {
  return concat('---\n'.repeat(MANY));
}

export function markdownBlocks(): Bytes {
  return concat(`---\n${yamlMapping(LABELS.doubao.text, 2)}\n---\n\n`.repeat(5000));
}

export function markdownOpenBlock(): Bytes {
  return concat('---\nAIGC:\n'.repeat(MANY));
}

export function markdownIndents(): Bytes {
  const rows = Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth)}a:`);
  return buildMarkdown(`AIGC:\n${rows.join('\n')}`);
}

export function markdownFlow(): Bytes {
  return buildMarkdown(`AIGC: ${'['.repeat(MANY)}`);
}

export function textRepeatedOpening(bytes: number): Bytes {
  return concat(repeatedOpening(bytes));
}

export function textZeroWidth(): Bytes {
  return buildPlainText('\u200d\u200b'.repeat(MILLION));
}

export function textZeroWidthBraces(): Bytes {
  return buildPlainText(zeroWidth(nested('{"AIGC":', '}', 20_000, '1')));
}

export function htmlOpenings(): Bytes {
  return concat('<'.repeat(MILLION));
}

export function htmlMetaOpenings(): Bytes {
  return buildHtml('<meta name="AIGC" content="'.repeat(50_000));
}

export function htmlComments(): Bytes {
  return buildHtml('', '<!-- AIGC: {'.repeat(MANY));
}

export function htmlAttributes(): Bytes {
  return buildHtml(`<meta ${'a=b '.repeat(200_000)} name="AIGC">`);
}

export function htmlEntities(): Bytes {
  return buildHtml(`<meta name="AIGC" content="${'&#38;'.repeat(200_000)}">`);
}

interface RawEntry {
  name: string;
  data: Bytes;
  packed: number;
  plain: number;
}

/** A document whose sizes are the caller's; the directory lists the last entry `times` times. */
function rawZip(entries: readonly RawEntry[], times = 1): Bytes {
  const types = buildZip([{ name: '[Content_Types].xml', content: DOCX_HEAD }]);
  const view = new DataView(types.buffer);
  const directoryAt = view.getUint32(types.length - 6, true);
  const local: Bytes[] = [types.subarray(0, directoryAt)];
  const central: Bytes[] = [types.subarray(directoryAt, types.length - 22)];
  let offset = directoryAt;
  for (const { name, data, packed, plain } of entries) {
    const sizes = concat(le16(0, DEFLATE, 0, 0x21), le32(0, packed, plain), le16(name.length, 0));
    local.push(concat('PK\u0003\u0004', le16(20), sizes, name, data));
    const row = concat('PK\u0001\u0002', le16(20, 20), sizes, le16(0, 0, 0), le32(0, offset), name);
    for (let copy = 0; copy < times; copy++) central.push(row);
    offset += 30 + name.length + data.length;
  }
  const directory = concat(...central);
  return concat(...local, directory, zipEnd(central.length, directory.length, offset));
}

function latin1(text: string): Bytes {
  return copyBytes(Buffer.from(text, 'latin1'));
}
