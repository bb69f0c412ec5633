import { concat, littleEndian, type Bytes, type Part } from './bytes.ts';
import { crc32, deflateRawSync } from 'node:zlib';

export interface TestZipEntry {
  name: string;
  data: Part;
  /** Deflated unless said otherwise. */
  method?: 0 | 8;
  /** Lengths behind the data, as writers do that cannot go back. */
  hasDescriptor?: boolean;
  /** What the directory says instead. */
  lies?: { size?: number; compressedSize?: number; crc?: number; flags?: number; method?: number; offset?: number };
}

/** A ZIP file of these entries, in their order. */
export function buildZip(entries: readonly TestZipEntry[], { prefix = '', comment = '' } = {}): Bytes {
  let body = concat(prefix);
  let directory = concat();
  for (const entry of entries) {
    const { local, record } = writeEntry(entry, body.length - prefix.length);
    body = concat(body, local);
    directory = concat(directory, record);
  }
  const count = littleEndian(2, entries.length, entries.length);
  const start = body.length - prefix.length;
  const end = concat(
    'PK\x05\x06',
    littleEndian(2, 0, 0),
    count,
    littleEndian(4, directory.length, start),
    littleEndian(2, comment.length),
    comment,
  );
  return concat(body, directory, end);
}

function writeEntry(
  { name, data, method = 8, hasDescriptor = false, lies = {} }: TestZipEntry,
  offset: number,
): { local: Bytes; record: Bytes } {
  const bytes = concat(data);
  const stored = method === 8 ? concat(deflateRawSync(bytes)) : bytes;
  const flags = (lies.flags ?? 0) | (hasDescriptor ? 8 : 0);
  const kind = littleEndian(2, flags, lies.method ?? method, 0x6000, 0x58c1);
  const sums = littleEndian(
    4,
    lies.crc ?? crc32(bytes),
    lies.compressedSize ?? stored.length,
    lies.size ?? bytes.length,
  );
  const local = concat(
    'PK\x03\x04',
    littleEndian(2, 20),
    kind,
    hasDescriptor ? littleEndian(4, 0, 0, 0) : sums,
    littleEndian(2, name.length, 0),
    name,
    stored,
    hasDescriptor ? concat('PK\x07\x08', sums) : '',
  );
  const place = concat(littleEndian(2, 0, 0), littleEndian(4, 0), littleEndian(4, lies.offset ?? offset));
  const record = concat(
    'PK\x01\x02',
    littleEndian(2, 20, 20),
    kind,
    sums,
    littleEndian(2, name.length, 0, 0),
    place,
    name,
  );
  return { local, record };
}

const VT = 'http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes';
const CUSTOM = 'http://schemas.openxmlformats.org/officeDocument/2006/custom-properties';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export function customXml(properties: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Properties xmlns="${CUSTOM}" xmlns:vt="${VT}">${properties}</Properties>`;
}

export function customProperty(name: string, value: string, pid = 2): string {
  const fmtid = '{D5CDD505-2E9C-101B-9397-08002B2CF9AE}';
  return `<property fmtid="${fmtid}" pid="${pid}" name="${name}"><vt:lpwstr>${value}</vt:lpwstr></property>`;
}

/** The parts of a small DOCX; `custom` is the content of its custom properties, which are left out without it. */
export function docxEntries(custom: string | null = null): TestZipEntry[] {
  const override = (part: string, type: string): string =>
    `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`;
  const relationship = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
  const hasCustom = custom !== null;
  return [
    {
      name: '[Content_Types].xml',
      data: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('word/document.xml', 'wordprocessingml.document.main')}${hasCustom ? override('docProps/custom.xml', 'custom-properties') : ''}</Types>`,
    },
    {
      name: '_rels/.rels',
      data: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship(1, 'officeDocument', 'word/document.xml')}${relationship(2, 'extended-properties', 'docProps/app.xml')}${hasCustom ? relationship(3, 'custom-properties', 'docProps/custom.xml') : ''}</Relationships>`,
    },
    {
      name: 'word/document.xml',
      data: '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p/></w:body></w:document>',
    },
    {
      name: 'docProps/app.xml',
      data: '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Revera</Application></Properties>',
    },
    ...(hasCustom ? [{ name: 'docProps/custom.xml', data: customXml(custom) }] : []),
  ];
}

export function odtEntries(meta: string): TestZipEntry[] {
  const office = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0';
  return [
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.text', method: 0 },
    {
      name: 'meta.xml',
      data: `<office:document-meta xmlns:office="${office}" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta>${meta}</office:meta></office:document-meta>`,
    },
    {
      name: 'META-INF/manifest.xml',
      data: '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="meta.xml" manifest:media-type="text/xml"/></manifest:manifest>',
    },
  ];
}
