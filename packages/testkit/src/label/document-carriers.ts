import { copyBytes, type Bytes } from '../bytes.ts';
import {
  buildEpub,
  buildOdt,
  buildOffice,
  XML_DECLARATION,
  type OfficeKind,
  type PackageOptions,
} from '../media/documents.ts';
import { buildPdfWith, pdfHexUtf16, pdfStream, pdfString, type PdfOptions } from '../media/pdf.ts';
import { buildHtml, buildMarkdown, buildPlainText } from '../media/text-files.ts';
import { buildZip } from '../media/zip.ts';
import { labelMembers, type AigcCarrierCase, type AigcCarrierName } from './carrier.ts';
import { escapeXml, xmpForms } from './xmp.ts';

type Placement = AigcCarrierCase['placement'];

const FORMAT_ID = '{D5CDD505-2E9C-101B-9397-08002B2CF9AE}';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const ODF = 'urn:oasis:names:tc:opendocument:xmlns';
const OFFICE_TYPES: Readonly<Record<OfficeKind, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};
const PACKINGS: readonly [name: string, PackageOptions][] = [
  ['', {}],
  ['-stored', { deflated: false }],
  ['-stored-descriptor', { deflated: false, descriptor: true }],
  ['-deflated-descriptor', { descriptor: true }],
];
const ZERO_WIDTH = { start: '\u200d', zero: '\u200b', one: '\u200c' };

/** The ways into PDF. */
export const pdfCarriers: readonly AigcCarrierCase[] = [
  pdf('info', (text) => ({ info: `/AIGC ${pdfString(text)}` })),
  pdf('info-hex-utf16', (text) => ({ info: `/AIGC ${pdfHexUtf16(text)}` })),
  pdf('info-indirect', (text) => ({ info: '/AIGC 5 0 R', object5: pdfString(text) })),
  pdf('info-update', (text) => ({ info: `/AIGC ${pdfString(text)}`, layout: 'update' })),
  pdf('info-object-stream', (text) => ({ info: `/AIGC ${pdfString(text)}`, layout: 'stream' })),
  pdf('info-object-stream-indirect', (text) => ({ info: '/AIGC 5 0 R', object5: pdfString(text), layout: 'stream' })),
  { ...pdfDictionary('dictionary', (members) => ({ info: '/AIGC 5 0 R', object5: members })), fields: true },
  { ...pdfDictionary('dictionary-direct', (members) => ({ info: `/AIGC ${members}` })), fields: true },
  {
    ...pdf('xmp', (text) => ({
      catalog: '/Metadata 5 0 R',
      object5: pdfStream('/Type /Metadata /Subtype /XML', xmpForms.element(text)),
    })),
    carrier: 'xmp',
    placement: 'other',
    exiftool: 'Aigc',
  },
];

/** The ways into office documents and books. */
export const packageCarriers: readonly AigcCarrierCase[] = [
  ...(['docx', 'xlsx', 'pptx'] as const).flatMap((kind) => [
    ...PACKINGS.map(([name, packing]) =>
      office(kind, `custom${name}`, 'ooxml_custom_property', 'standard', (text) =>
        custom(kind, text, 'lpwstr', packing),
      ),
    ),
    office(kind, 'custom-lpstr', 'ooxml_custom_property', 'standard', (text) => custom(kind, text, 'lpstr')),
    office(kind, 'app', 'ooxml_app_property', 'other', (text) => appProperty(kind, text)),
  ]),
  {
    ...base('odt-user-defined', 'application/vnd.oasis.opendocument.text', 'odt', 'odf_user_defined', 'other', (text) =>
      buildOdt({ parts: [{ name: 'meta.xml', content: odfMeta(text) }] }),
    ),
    optional: true,
  },
  {
    ...base('epub-meta', 'application/epub+zip', 'epub', 'epub_meta', 'other', (text) =>
      buildEpub(`<meta name="AIGC" content="${escapeXml(text)}"/>`),
    ),
    optional: true,
  },
  { ...base('ofd-custom-data', 'application/ofd', 'ofd', 'odf_user_defined', 'other', ofd), optional: true },
];

/** The ways into text. */
export const textCarriers: readonly AigcCarrierCase[] = [
  frontMatter('yaml', 'standard', (text) => buildMarkdown(yamlMapping(text, 2))),
  frontMatter('yaml-indent-4', 'standard', (text) => buildMarkdown(yamlMapping(text, 4))),
  frontMatter('yaml-among-others', 'standard', (text) =>
    buildMarkdown(`title: "Revera"\n${yamlMapping(text, 2)}\ntags:\n  - a`),
  ),
  frontMatter('yaml-after-bom', 'standard', (text) => withBom(buildMarkdown(yamlMapping(text, 2)))),
  frontMatter('yaml-crlf', 'standard', (text) => withCrLf(buildMarkdown(yamlMapping(text, 2)))),
  frontMatter('json', 'standard', (text) => buildMarkdown(`AIGC: ${text}`)),
  frontMatter('block-middle', 'other', (text) =>
    buildMarkdown(undefined, `# Revera\n\n---\n${yamlMapping(text, 2)}\n---\n\nMore.\n`),
  ),
  frontMatter('block-end', 'other', (text) =>
    buildMarkdown(undefined, `# Revera\n\n---\n${yamlMapping(text, 2)}\n---\n`),
  ),
  // As Tencent's assistants leave it after a document that others go on writing.
  frontMatter('block-end-unfenced', 'other', (text) =>
    buildMarkdown(undefined, `# Revera\n\n- a list\n\n${yamlMapping(text, 4)}\n`),
  ),
  frontMatter('block-end-unfenced-crlf', 'other', (text) =>
    withCrLf(buildMarkdown('title: "Revera"', `# Revera\n\n${yamlMapping(text, 4)}`)),
  ),
  base('markdown-comment', 'text/markdown', 'md', 'html_comment', 'other', (text) =>
    buildMarkdown(undefined, `# Revera\n\n<!-- AIGC: ${text} -->\n\nText.\n`),
  ),
  frontMatter('json-block-middle', 'other', (text) =>
    buildMarkdown(undefined, `# Revera\n\n---\nAIGC: ${text}\n---\n\nMore.\n`),
  ),
  base('text-zero-width', 'text/plain', 'txt', 'zero_width_text', 'other', (text) => buildPlainText(zeroWidth(text))),
  html('meta', 'html_meta', (text) => buildHtml(`<meta name="AIGC" content="${escapeXml(text)}">`)),
  html('meta-lower-case', 'html_meta', (text) => buildHtml(`<META content='${singleQuoted(text)}' NAME=aigc>`)),
  html('comment', 'html_comment', (text) => buildHtml(`<!-- AIGC: ${text} -->`)),
];

/** A YAML mapping under the key `AIGC`, values in double quotes. */
export function yamlMapping(text: string, indent: number): string {
  const rows = labelMembers(text).map(([key, value]) => `${' '.repeat(indent)}${key}: ${JSON.stringify(value)}`);
  return ['AIGC:', ...rows].join('\n');
}

/** Invisible bits after the text: U+200D, then one character for each bit, most significant first. */
export function zeroWidth(text: string): string {
  const bits = [...new TextEncoder().encode(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const { start, zero, one } = ZERO_WIDTH;
  return start + bits.replaceAll('0', zero).replaceAll('1', one);
}

/** `docProps/custom.xml` around the properties given. */
export function customProperties(properties: string): string {
  const namespaces = `xmlns="${OFFICE}/custom-properties" xmlns:vt="${OFFICE}/docPropsVTypes"`;
  return `${XML_DECLARATION}<Properties ${namespaces}>${properties}</Properties>`;
}

function custom(kind: OfficeKind, text: string, type: 'lpwstr' | 'lpstr', packing: PackageOptions = {}): Bytes {
  const property = `<property fmtid="${FORMAT_ID}" pid="2" name="AIGC"><vt:${type}>${escapeXml(text)}</vt:${type}></property>`;
  return buildOffice(kind, {
    ...packing,
    parts: [{ name: 'docProps/custom.xml', content: customProperties(property) }],
  });
}

function appProperty(kind: OfficeKind, text: string): Bytes {
  const content = `${XML_DECLARATION}<Properties xmlns="${OFFICE}/extended-properties"><Application>Revera</Application><AIGC>${escapeXml(text)}</AIGC></Properties>`;
  return buildOffice(kind, { parts: [{ name: 'docProps/app.xml', content }] });
}

function odfMeta(text: string): string {
  const namespaces = `xmlns:office="${ODF}:office:1.0" xmlns:meta="${ODF}:meta:1.0"`;
  const entry = `<meta:user-defined meta:name="AIGC">${escapeXml(text)}</meta:user-defined>`;
  return `${XML_DECLARATION}<office:document-meta ${namespaces} office:version="1.3"><office:meta>${entry}</office:meta></office:document-meta>`;
}

function ofd(text: string): Bytes {
  const data = `<ofd:CustomDatas><ofd:CustomData Name="AIGC">${escapeXml(text)}</ofd:CustomData></ofd:CustomDatas>`;
  const info = `<ofd:DocBody><ofd:DocInfo><ofd:DocID>1</ofd:DocID>${data}</ofd:DocInfo></ofd:DocBody>`;
  return buildZip([
    {
      name: 'OFD.xml',
      content: `${XML_DECLARATION}<ofd:OFD xmlns:ofd="http://www.ofdspec.org/2016" Version="1.0" DocType="OFD">${info}</ofd:OFD>`,
    },
  ]);
}

/** Names and texts as PDF syntax; `Label` becomes a number, as Apple writes it. */
function pdfMembers(text: string): string {
  const members = labelMembers(text).map(([key, value]) => {
    const number = key === 'Label' && ['1', '2', '3'].includes(value);
    return `/${key} ${number ? value : pdfString(value)}`;
  });
  return `<< ${members.join(' ')} >>`;
}

function pdf(id: string, options: (text: string) => PdfOptions): AigcCarrierCase {
  const build = (text: string): Bytes => buildPdfWith(options(text));
  return { ...base(`pdf-${id}`, 'application/pdf', 'pdf', 'pdf_info', 'standard', build), exiftool: 'AIGC' };
}

function pdfDictionary(id: string, options: (members: string) => PdfOptions): AigcCarrierCase {
  const build = (text: string): Bytes => buildPdfWith(options(pdfMembers(text)));
  const plain = base(`pdf-${id}`, 'application/pdf', 'pdf', 'pdf_info_dictionary', 'other', build);
  return { ...plain, deviations: ['non-string:Label'] };
}

function office(
  kind: OfficeKind,
  id: string,
  carrier: AigcCarrierName,
  placement: Placement,
  build: (text: string) => Bytes,
): AigcCarrierCase {
  return { ...base(`${kind}-${id}`, OFFICE_TYPES[kind], kind, carrier, placement, build), exiftool: 'AIGC' };
}

function frontMatter(id: string, placement: Placement, build: (text: string) => Bytes): AigcCarrierCase {
  const carrier = base(`markdown-${id}`, 'text/markdown', 'md', 'front_matter', placement, build);
  return id.startsWith('json') ? carrier : { ...carrier, fields: true };
}

function html(id: string, carrier: AigcCarrierName, build: (text: string) => Bytes): AigcCarrierCase {
  const page = base(`html-${id}`, 'text/html', 'html', carrier, 'other', build);
  return carrier === 'html_meta' ? { ...page, exiftool: 'AIGC' } : page;
}

function base(
  id: string,
  mediaType: string,
  extension: string,
  carrier: AigcCarrierName,
  placement: Placement,
  build: (text: string) => Bytes,
): AigcCarrierCase {
  return { id, mediaType, extension, carrier, placement, build };
}

function singleQuoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
}

function withBom(bytes: Bytes): Bytes {
  return copyBytes(Buffer.concat([Buffer.from('\u{feff}'), bytes]));
}

function withCrLf(bytes: Bytes): Bytes {
  return copyBytes(Buffer.from(Buffer.from(bytes).toString('utf8').replaceAll('\n', '\r\n')));
}
