import type { Bytes } from '../bytes.ts';
import { escapeXml, xmpPacket } from '../label/xmp.ts';

const NAMESPACES = {
  xmp: 'http://ns.adobe.com/xap/1.0/',
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  plus: 'http://ns.useplus.org/ldf/xmp/1.0/',
  xmpMM: 'http://ns.adobe.com/xap/1.0/mm/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  stEvt: 'http://ns.adobe.com/xap/1.0/sType/ResourceEvent#',
} as const;

/** Properties by their usual prefixes. Of `stEvt:softwareAgent` a history of one event is made. */
export type XmpValues = Readonly<Partial<Record<`${keyof typeof NAMESPACES}:${string}`, string>>>;

const LANGUAGE_TEXTS = new Set(['dc:description', 'dc:title', 'exif:UserComment']);
const LISTS = new Map([
  ['dc:creator', 'Seq'],
  ['dc:subject', 'Bag'],
]);
const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/** A packet with these properties, each in the form that its schema gives it. */
export function xmpProperties(values: XmpValues): Bytes {
  return xmpPacket(xmpDescription(values));
}

/** The description alone. */
export function xmpDescription(values: XmpValues): string {
  const prefixes = Object.entries(NAMESPACES).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
  const properties = Object.entries(values).map(([name, value = '']) => property(name, escapeXml(value)));
  return `<rdf:Description rdf:about="" ${prefixes.join(' ')}>${properties.join('')}</rdf:Description>`;
}

/** IPTC's digital source type as writers state it: the address of the term. */
export function sourceType(term: string): XmpValues {
  return { 'Iptc4xmpExt:DigitalSourceType': SOURCE_TYPES + term };
}

function property(name: string, value: string): string {
  if (name === 'stEvt:softwareAgent') {
    const event = `<stEvt:action>saved</stEvt:action><stEvt:softwareAgent>${value}</stEvt:softwareAgent>`;
    const list = `<rdf:Seq><rdf:li rdf:parseType="Resource">${event}</rdf:li></rdf:Seq>`;
    return `<xmpMM:History>${list}</xmpMM:History>`;
  }
  if (LANGUAGE_TEXTS.has(name)) {
    return `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${value}</rdf:li></rdf:Alt></${name}>`;
  }
  const list = LISTS.get(name);
  if (list === undefined) return `<${name}>${value}</${name}>`;
  return `<${name}><rdf:${list}><rdf:li>${value}</rdf:li></rdf:${list}></${name}>`;
}
