import type { Bytes } from '../bytes.ts';
import { buildZip, type ZipEntry } from './zip.ts';

export type OfficeKind = 'docx' | 'xlsx' | 'pptx';

export interface PackageOptions {
  /** Further parts; one of the same name replaces ours. */
  parts?: readonly ZipEntry[];
  /** How the parts are stored. Default deflated, with sizes in front. */
  deflated?: boolean;
  descriptor?: boolean;
}

interface OfficeFormat {
  mainPart: string;
  contentType: string;
  main: string;
  parts: ZipEntry[];
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org';
const RELATIONSHIPS = `${OFFICE}/officeDocument/2006/relationships`;
const DOCUMENT_TYPE = 'application/vnd.openxmlformats-officedocument';
const PACKAGE_RELATIONSHIPS = `${OFFICE}/package/2006/relationships`;

const OFFICE_FORMATS: Readonly<Record<OfficeKind, OfficeFormat>> = {
  docx: {
    mainPart: 'word/document.xml',
    contentType: 'wordprocessingml.document.main',
    main: `<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body><w:p/></w:body></w:document>`,
    parts: [],
  },
  xlsx: {
    mainPart: 'xl/workbook.xml',
    contentType: 'spreadsheetml.sheet.main',
    main: `<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    parts: [
      { name: 'xl/_rels/workbook.xml.rels', content: relationships([['worksheet', 'worksheets/sheet1.xml']]) },
      {
        name: 'xl/worksheets/sheet1.xml',
        content: `${XML_DECLARATION}<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData/></worksheet>`,
      },
    ],
  },
  pptx: {
    mainPart: 'ppt/presentation.xml',
    contentType: 'presentationml.presentation.main',
    main: `<p:presentation xmlns:p="${OFFICE}/presentationml/2006/main"><p:notesSz cx="1" cy="1"/></p:presentation>`,
    parts: [],
  },
};

/** An almost empty Office Open XML document (ECMA-376). A part `docProps/custom.xml` is declared and related. */
export function buildOffice(kind: OfficeKind, options: PackageOptions = {}): Bytes {
  const { mainPart, contentType, main, parts } = OFFICE_FORMATS[kind];
  const related: [string, string][] = [['officeDocument', mainPart]];
  let overrides = override(mainPart, `${DOCUMENT_TYPE}.${contentType}+xml`);
  if (kind === 'xlsx')
    overrides += override('xl/worksheets/sheet1.xml', `${DOCUMENT_TYPE}.spreadsheetml.worksheet+xml`);
  for (const [part, relation] of [
    ['docProps/custom.xml', 'custom-properties'],
    ['docProps/app.xml', 'extended-properties'],
  ] as const) {
    if (!(options.parts ?? []).some(({ name }) => name === part)) continue;
    related.push([relation, part]);
    overrides += override(part, `${DOCUMENT_TYPE}.${relation}+xml`);
  }
  const types =
    `${XML_DECLARATION}<Types xmlns="${OFFICE}/package/2006/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides}</Types>`;
  return pack(options, [
    { name: '[Content_Types].xml', content: types },
    { name: '_rels/.rels', content: relationships(related) },
    { name: mainPart, content: XML_DECLARATION + main },
    ...parts,
  ]);
}

/** An OpenDocument text (ODF 1.3); its media type is the first entry and not compressed. */
export function buildOdt(options: PackageOptions = {}): Bytes {
  const name = 'urn:oasis:names:tc:opendocument:xmlns';
  const mediaType = 'application/vnd.oasis.opendocument.text';
  const files = ['content.xml', ...(options.parts ?? []).map((part) => part.name)];
  const listed = files.map((path) => fileEntry(path, 'text/xml')).join('');
  return pack(options, [
    { name: 'mimetype', content: mediaType, deflated: false, descriptor: false },
    {
      name: 'META-INF/manifest.xml',
      content: `${XML_DECLARATION}<manifest:manifest xmlns:manifest="${name}:manifest:1.0" manifest:version="1.3">${fileEntry('/', mediaType)}${listed}</manifest:manifest>`,
    },
    {
      name: 'content.xml',
      content: `${XML_DECLARATION}<office:document-content xmlns:office="${name}:office:1.0" office:version="1.3"><office:body><office:text/></office:body></office:document-content>`,
    },
  ]);
}

/** An EPUB 3 of one empty page; `metadata` goes into the package document. */
export function buildEpub(metadata = '', options: PackageOptions = {}): Bytes {
  const opf =
    `${XML_DECLARATION}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">` +
    `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">revera</dc:identifier>` +
    `<dc:title>Revera</dc:title><dc:language>en</dc:language>${metadata}</metadata>` +
    `<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>` +
    `<spine><itemref idref="nav"/></spine></package>`;
  const container =
    `${XML_DECLARATION}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">` +
    `<rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;
  const page = `${XML_DECLARATION}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>a</title></head><body/></html>`;
  return pack(options, [
    { name: 'mimetype', content: 'application/epub+zip', deflated: false, descriptor: false },
    { name: 'META-INF/container.xml', content: container },
    { name: 'OEBPS/content.opf', content: opf },
    { name: 'OEBPS/nav.xhtml', content: page },
  ]);
}

function pack({ parts = [], deflated = true, descriptor = false }: PackageOptions, own: ZipEntry[]): Bytes {
  const kept = own.filter(({ name }) => !parts.some((part) => part.name === name));
  return buildZip([...kept, ...parts].map((entry) => ({ deflated, descriptor, ...entry })));
}

function override(part: string, contentType: string): string {
  return `<Override PartName="/${part}" ContentType="${contentType}"/>`;
}

function relationships(rows: [kind: string, target: string][]): string {
  const list = rows.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${kind}" Target="${target}"/>`,
  );
  return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_RELATIONSHIPS}">${list.join('')}</Relationships>`;
}

function fileEntry(path: string, mediaType: string): string {
  return `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${mediaType}"/>`;
}
