import { concat, type Bytes } from '../bytes.ts';

export const TC260_NAMESPACE = 'http://www.tc260.org.cn/ns/AIGC/1.0/';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const BEGIN_ID = 'W5M0MpCehiHzreSzNTczkc9d';

/** Text for element content and double-quoted attributes. */
export function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** A packet around the content of `rdf:RDF`. */
export function xmpPacket(content: string): Bytes {
  return concat(`<?xpacket begin="\u{feff}" id="${BEGIN_ID}"?>${xmpMeta(content)}<?xpacket end="w"?>`);
}

/** RDF around descriptions, without a packet. */
export function xmpMeta(content: string): string {
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}">${content}</rdf:RDF></x:xmpmeta>`;
}

/** A description with the TC260 prefix bound; `content` holds the property. */
export function tc260Description(content: string, prefix = 'TC260', namespace = TC260_NAMESPACE): string {
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">${content}</rdf:Description>`;
}

/** Every spelling of the label as XMP property, by name. */
export const xmpForms = {
  element: (text) => xmpPacket(tc260Description(property(escapeXml(text)))),
  rawQuotes: (text) => xmpPacket(tc260Description(property(escapeXml(text).replaceAll('&quot;', '"')))),
  cdata: (text) => xmpPacket(tc260Description(property(`<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`))),
  attribute: (text) =>
    xmpPacket(`<rdf:Description rdf:about="" xmlns:TC260="${TC260_NAMESPACE}" TC260:AIGC="${escapeXml(text)}"/>`),
  singleQuotedAttribute: (text) => {
    const value = escapeXml(text).replaceAll('&quot;', '"').replaceAll("'", '&apos;');
    return xmpPacket(`<rdf:Description rdf:about="" xmlns:TC260="${TC260_NAMESPACE}" TC260:AIGC='${value}'/>`);
  },
  numericEntities: (text) => xmpPacket(tc260Description(property(escapeXml(text).replaceAll('&quot;', '&#34;')))),
  doubleEscaped: (text) => xmpPacket(tc260Description(property(escapeXml(escapeXml(text))))),
  lowerCasePrefix: (text) => xmpPacket(tc260Description(property(escapeXml(text), 'tc260'), 'tc260')),
  foreignNamespace: (text) =>
    xmpPacket(
      `<rdf:Description rdf:about="" xmlns:AIGC="http://ns.adobe.com/AIGC/1.0/" AIGC:AIGC="${escapeXml(text)}"/>`,
    ),
  studentNamespace: (text) =>
    xmpPacket(
      tc260Description(`<XMP-aigc:AIGC>${escapeXml(text)}</XMP-aigc:AIGC>`, 'XMP-aigc', 'http://ns.example/aigc/'),
    ),
  amongOthers: (text) => {
    const title = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Revera</rdf:li></rdf:Alt></dc:title>';
    const other = `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">${title}</rdf:Description>`;
    return xmpPacket(other + tc260Description(property(escapeXml(text))));
  },
  /** An XML declaration, `begin` without a byte order mark, instructions that end with `??>`. */
  declared: (text) => {
    const start = `<?xml version="1.0" encoding="UTF-8"?>\n<?xpacket begin="" id="${BEGIN_ID}"??>\n`;
    return concat(`${start}${xmpMeta(tc260Description(property(escapeXml(text))))}\n<?xpacket end="w"??>`);
  },
} as const satisfies Record<string, (text: string) => Bytes>;

export type XmpForm = keyof typeof xmpForms;

function property(content: string, prefix = 'TC260'): string {
  return `<${prefix}:AIGC>${content}</${prefix}:AIGC>`;
}
