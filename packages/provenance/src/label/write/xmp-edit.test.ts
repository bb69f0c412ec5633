import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXml } from '../../media/xml.ts';
import { FOREIGN_XMP, LABEL, OTHER_LABEL, TC260_URI, xmpProperties } from '../../testing/image-labels.ts';
import { escapeXml } from './xml-escape.ts';
import { LabelWriteError } from './writer.ts';
import { hasXmpLabel, removeXmpLabel, setXmpLabel } from './xmp-edit.ts';

const RDF_URI = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const set = (packet: string, json = LABEL): string => decode(setXmpLabel(encode(packet), json));
const rdf = (inside: string): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF_URI}">${inside}</rdf:RDF></x:xmpmeta>`;
const description = (attributes: string, inside = ''): string =>
  rdf(`<rdf:Description rdf:about=""${attributes}>${inside}</rdf:Description>`);
const NAMESPACE = ` xmlns:TC260="${TC260_URI}"`;
const ELEMENT = `<TC260:AIGC>${escapeXml(LABEL)}</TC260:AIGC>`;

function labelsOf(packet: string): { uri: string; prefix: string; value: string }[] {
  return xmpProperties(encode(packet))
    .filter(({ local }) => local.toUpperCase() === 'AIGC')
    .map(({ uri, prefix, value }) => ({ uri, prefix, value }));
}

const ONE = [{ uri: TC260_URI, prefix: 'TC260', value: LABEL }];

describe('a packet without a label', () => {
  it('is made when there is none, or when its place is blank', () => {
    for (const packet of [null, new Uint8Array(0), encode('   \0')]) {
      expect(labelsOf(decode(setXmpLabel(packet, LABEL)))).toEqual(ONE);
    }
    expect(decode(setXmpLabel(null, LABEL))).toContain('<TC260:AIGC>{&quot;Label&quot;:&quot;1&quot;,');
  });

  it('gets the property in its first description, and keeps every other byte', () => {
    const edited = set(FOREIGN_XMP);
    expect(labelsOf(edited)).toEqual(ONE);
    expect(edited.replace(`\n${ELEMENT}`, '').replace(NAMESPACE, '')).toBe(FOREIGN_XMP);
  });

  it.each([
    ['an empty description', rdf('<rdf:Description rdf:about="" />')],
    ['a description with attributes alone', rdf('<rdf:Description xmlns:a="urn:a" a:b="c"/>')],
    ['RDF without a description', rdf('')],
    ['empty RDF', `<rdf:RDF xmlns:rdf='${RDF_URI}'/>`],
    ['RDF in the default namespace', `<RDF xmlns="${RDF_URI}"></RDF>`],
    ['no RDF', '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'],
    ['an XML declaration and blanks', `<?xml version="1.0"?>\n\n${rdf('')}\n \n`],
    ['a terminating zero', `${rdf('')}\0\0`],
    ['bytes of others around it', `\u{feff} ${rdf('')} junk`],
    ['our prefix declared already', description(NAMESPACE)],
    ['our prefix declared above', rdf('<rdf:Description/>').replace('<rdf:RDF', `<rdf:RDF${NAMESPACE}`)],
    ['our prefix with another meaning', description(' xmlns:TC260="urn:other"', '<TC260:Other>1</TC260:Other>')],
    [
      'tags in comments and CDATA',
      description('', '<!-- <rdf:Description> --><a xmlns="urn:a"><![CDATA[</a><rdf:RDF>]]></a>'),
    ],
    ['a closing bracket in a value', description(' xmlns:a="urn:a" a:b="a>b/>c"')],
  ])('gets it into %s', (_, packet) => {
    const edited = set(packet);
    expect(labelsOf(edited)).toEqual(ONE);
    expect(set(edited)).toBe(edited);
    expect(hasXmpLabel(encode(packet))).toBe(false);
    expect(hasXmpLabel(encode(edited))).toBe(true);
  });

  it('keeps what another namespace calls by our prefix', () => {
    const edited = set(description(' xmlns:TC260="urn:other"', '<TC260:Other>1</TC260:Other>'));
    expect(xmpProperties(encode(edited))).toContainEqual(expect.objectContaining({ uri: 'urn:other', local: 'Other' }));
  });
});

describe('a packet with a label', () => {
  it.each([
    ['as an element', description(NAMESPACE, `<TC260:AIGC>${escapeXml(OTHER_LABEL)}</TC260:AIGC>`)],
    ['with raw quotes', description(NAMESPACE, `<TC260:AIGC>${OTHER_LABEL}</TC260:AIGC>`)],
    ['in CDATA', description(NAMESPACE, `<TC260:AIGC><![CDATA[${OTHER_LABEL}]]></TC260:AIGC>`)],
    ['as an attribute', description(`${NAMESPACE} TC260:AIGC="${escapeXml(OTHER_LABEL)}"`)],
    ['as an attribute in single quotes', description(`${NAMESPACE} TC260:AIGC='${OTHER_LABEL}'`)],
    ['as an attribute of an empty element', rdf(`<rdf:Description${NAMESPACE} TC260:AIGC='${OTHER_LABEL}'/>`)],
    ['with another prefix', description(` xmlns:tc260="${TC260_URI}"`, `<tc260:AIGC>${OTHER_LABEL}</tc260:AIGC>`)],
    [
      'in another namespace',
      description(' xmlns:AIGC="http://ns.adobe.com/AIGC/1.0/"', `<AIGC:AIGC>${OTHER_LABEL}</AIGC:AIGC>`),
    ],
    ['as an attribute of another namespace', description(` xmlns:a="urn:a" a:aigc='${OTHER_LABEL}'`)],
    ['empty', description(NAMESPACE, '<TC260:AIGC/>')],
    ['cut off', description(NAMESPACE, '<TC260:AIGC>{"Label":"1","Conten</TC260:AIGC>')],
    [
      'in a list',
      description(NAMESPACE, `<TC260:AIGC><rdf:Bag><rdf:li>${OTHER_LABEL}</rdf:li></rdf:Bag></TC260:AIGC>`),
    ],
    [
      'twice',
      description(NAMESPACE, `<TC260:AIGC>${OTHER_LABEL}</TC260:AIGC> <TC260:AIGC>${OTHER_LABEL}</TC260:AIGC>`),
    ],
    [
      'in both forms',
      description(`${NAMESPACE} TC260:AIGC='${OTHER_LABEL}'`, `<TC260:AIGC>${OTHER_LABEL}</TC260:AIGC>`),
    ],
    [
      'in an ingredient',
      description(NAMESPACE, `<a xmlns="urn:a"><rdf:Bag><TC260:AIGC>${OTHER_LABEL}</TC260:AIGC></rdf:Bag></a>`),
    ],
    [
      'as fields of Dublin Core',
      description(' xmlns:dc="http://purl.org/dc/elements/1.1/" dc:Label="1" dc:ContentProducer="x"'),
    ],
  ])('%s: it is replaced by one', (_, packet) => {
    const edited = set(packet);
    expect(labelsOf(edited)).toEqual(ONE);
    expect(edited).not.toContain('ContentProducer="x"');
    expect(set(edited)).toBe(edited);
    expect(hasXmpLabel(encode(packet))).toBe(true);
    const removed = removeXmpLabel(encode(packet));
    expect(hasXmpLabel(removed)).toBe(false);
    expect(labelsOf(decode(removed))).toEqual([]);
  });

  it('keeps what only has the name: it is no label', () => {
    const packet = description(' xmlns:a="urn:a" a:aigc="yes"', '<a:AIGC>an art contest</a:AIGC>');
    const values = labelsOf(set(packet)).map(({ value }) => value);
    expect(values.toSorted()).toEqual([LABEL, 'an art contest', 'yes'].toSorted());
    expect(removeXmpLabel(encode(packet))).toEqual(encode(packet));
  });
});

describe('size and coding', () => {
  const padding = `\n${`${' '.repeat(99)}\n`.repeat(20)}`;
  const padded = `${FOREIGN_XMP.slice(0, FOREIGN_XMP.lastIndexOf('\n'))}${padding}<?xpacket end='w'?>`;

  it('takes the room from the padding, and gives it back', () => {
    const edited = setXmpLabel(encode(padded), LABEL);
    expect(edited).toHaveLength(encode(padded).length);
    expect(removeXmpLabel(edited)).toHaveLength(edited.length);
    expect(labelsOf(decode(edited))).toEqual(ONE);
  });

  it('leaves the padding of a read-only packet, and grows when there is too little', () => {
    const readOnly = padded.replace("end='w'", "end='r'");
    expect(set(readOnly)).toContain(padding);
    expect(set(padded.replace(padding, `\n${' '.repeat(100)}`))).toContain(' '.repeat(100));
  });

  it.each([
    ['utf-16le', true],
    ['utf-16be', true],
    ['utf-16le', false],
    ['utf-16be', false],
  ])('edits %s, with a mark: %s', (coding, hasMark) => {
    const text = `${hasMark ? '\u{feff}' : ''}${FOREIGN_XMP}`;
    const little = Buffer.from(text, 'utf16le');
    const packet = Uint8Array.from(coding === 'utf-16be' ? little.swap16() : little);
    const edited = new TextDecoder(coding, { ignoreBOM: true }).decode(setXmpLabel(packet, LABEL));
    expect(edited.replace(`\n${ELEMENT}`, '').replace(NAMESPACE, '')).toBe(text);
  });

  it('edits a packet whose texts are not UTF-8, and keeps them', () => {
    const packet = Uint8Array.from(Buffer.from(description('', '<a xmlns="urn:a">\u{e4}\u{fc}</a>'), 'latin1'));
    const edited = Buffer.from(setXmpLabel(packet, LABEL)).toString('latin1');
    expect(edited).toContain('>\u{e4}\u{fc}</a>');
    expect(edited).toContain(ELEMENT);
  });
});

describe('a packet that cannot be edited', () => {
  it.each([
    ['no XML', 'nothing'],
    ['not well-formed', '<a><b></a></b>'],
    ['an unknown entity', rdf('&bomb;')],
    ['a prefix that is not declared', rdf('<a:b/>')],
    ['a document type', `<!DOCTYPE x>${rdf('')}`],
    ['a document type with entities', `<!DOCTYPE x [<!ENTITY a "b">]>${rdf('&a;')}`],
    ['no place for a property', '<a/>'],
    ['too deep', rdf('<a>'.repeat(1000) + '</a>'.repeat(1000))],
    ['too many elements', rdf('<a/>'.repeat(50_000))],
    ['too large', rdf(' '.repeat(5_000_000))],
  ])('%s is refused', (_, packet) => {
    expect(() => setXmpLabel(encode(packet), LABEL)).toThrow(LabelWriteError);
  });

  it('is refused at every length it is cut off to', () => {
    const packet = set(FOREIGN_XMP);
    for (let length = 1; length < packet.lastIndexOf('</x:xmpmeta>') + 12; length += 1) {
      expect(() => setXmpLabel(encode(packet.slice(0, length)), LABEL)).toThrow(LabelWriteError);
    }
  });
});

describe('any text', () => {
  const xmlText = fc
    .string({ unit: 'grapheme' })
    .filter((text) => /^[\t\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u.test(text));

  it('of a label is read back as it was, and every foreign value too', () => {
    fc.assert(
      fc.property(xmlText, xmlText, xmlText, fc.boolean(), (value, foreign, attribute, isAttribute) => {
        const json = JSON.stringify({ Label: '1', ContentProducer: value });
        const old = isAttribute ? ` ${NAMESPACE} TC260:AIGC="{}"` : '';
        const inside = `<a:b>${escapeXml(foreign)}</a:b>`;
        const packet = description(`${old} xmlns:a="urn:a" a:c="${escapeXml(attribute)}"`, inside);
        const edited = setXmpLabel(encode(packet), json);
        const found = new Map(xmpProperties(edited).map((one) => [one.local, one.value]));
        expect(found.get('AIGC')).toBe(json);
        expect([found.get('b'), found.get('c')]).toEqual([foreign, attribute]);
        expect(setXmpLabel(edited, json)).toEqual(edited);
        readXml(decode(edited), { what: 'edited', offset: 0 }, {});
      }),
    );
  });

  it('of a packet is edited or refused', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '"',
      "'",
      '=',
      ' ',
      'a',
      '<rdf:Description',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '?>',
      '<?',
      '/>',
      ELEMENT,
      NAMESPACE,
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        try {
          const edited = set(description('', pieces.join('')));
          expect(labelsOf(edited)).toEqual(ONE);
        } catch (error) {
          expect(error).toBeInstanceOf(LabelWriteError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
