import type { ZipEntry } from '@revera/testkit/media';

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
export function docxEntries(custom: string | null = null): ZipEntry[] {
  const override = (part: string, type: string): string =>
    `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`;
  const relationship = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
  const hasCustom = custom !== null;
  return [
    {
      name: '[Content_Types].xml',
      content: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('word/document.xml', 'wordprocessingml.document.main')}${hasCustom ? override('docProps/custom.xml', 'custom-properties') : ''}</Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship(1, 'officeDocument', 'word/document.xml')}${relationship(2, 'extended-properties', 'docProps/app.xml')}${hasCustom ? relationship(3, 'custom-properties', 'docProps/custom.xml') : ''}</Relationships>`,
    },
    {
      name: 'word/document.xml',
      content:
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p/></w:body></w:document>',
    },
    {
      name: 'docProps/app.xml',
      content:
        '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Revera</Application></Properties>',
    },
    ...(hasCustom ? [{ name: 'docProps/custom.xml', content: customXml(custom) }] : []),
  ];
}

export function odtEntries(meta: string): ZipEntry[] {
  const office = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0';
  return [
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', deflated: false },
    {
      name: 'meta.xml',
      content: `<office:document-meta xmlns:office="${office}" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta>${meta}</office:meta></office:document-meta>`,
    },
    {
      name: 'META-INF/manifest.xml',
      content:
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="meta.xml" manifest:media-type="text/xml"/></manifest:manifest>',
    },
  ];
}
