import { seededRandom } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { LIMITS } from '../limits.ts';
import { readXmpProperties, type XmpProperty } from './xmp.ts';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const NAMES = [
  `xmlns:rdf="${RDF}"`,
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:m="http://ns.example/m/"',
  'xmlns:s="http://ns.example/s#"',
].join(' ');
const AT = { what: 'XMP', offset: 7 };

function rdf(inside: string): string {
  return `<rdf:RDF ${NAMES}><rdf:Description rdf:about="">${inside}</rdf:Description></rdf:RDF>`;
}

function packet(inside: string): string {
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="t">${rdf(inside)}</x:xmpmeta>`;
}

function read(text: string | Uint8Array): string[] {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return readXmpProperties(bytes, AT).map(line);
}

function line({ path, form, value }: XmpProperty): string {
  return `${path} ${form} = ${value}`;
}

describe('properties of an XMP packet', () => {
  it.each([
    ['an element', '<m:a>1</m:a>', ['m:a element = 1']],
    ['an empty element', '<m:a/>', ['m:a element = ']],
    ['blanks', '<m:a> </m:a>', ['m:a element =  ']],
    ['entities', '<m:a>&lt;&#65;&quot;</m:a>', ['m:a element = <A"']],
    ['zeros', '<m:a>1\0\0</m:a>', ['m:a element = 1  ']],
    ['CDATA', '<m:a>x<![CDATA[{"a":"<"}]]></m:a>', ['m:a element = x{"a":"<"}']],
    ['a comment inside', '<m:a>x<!-- y -->z</m:a>', ['m:a element = xz']],
    [
      'a list',
      '<dc:t><rdf:Alt><rdf:li xml:lang="x-default">v</rdf:li></rdf:Alt></dc:t>',
      ['dc:t/rdf:li list_item = v'],
    ],
    [
      'a long list',
      '<dc:t><rdf:Seq><rdf:li>v</rdf:li><rdf:li>w</rdf:li></rdf:Seq></dc:t>',
      ['dc:t/rdf:li list_item = v', 'dc:t/rdf:li list_item = w'],
    ],
    [
      'a value with qualifiers',
      '<m:a rdf:parseType="Resource"><rdf:value>v</rdf:value><m:q>w</m:q></m:a>',
      ['m:a/rdf:value element = v', 'm:a/m:q element = w'],
    ],
    ['a value as an attribute', '<m:a rdf:value="v"/>', ['m:a element = v']],
    ['a resource', '<m:a rdf:resource="urn:x"/>', ['m:a element = urn:x']],
    ['a structure', '<m:a><rdf:Description><s:b>v</s:b></rdf:Description></m:a>', ['m:a/s:b element = v']],
    ['a structure of attributes', '<m:a s:b="v" s:c="w"/>', ['m:a/s:b attribute = v', 'm:a/s:c attribute = w']],
    [
      'structures in a list',
      '<m:h><rdf:Seq><rdf:li s:b="v"/><rdf:li rdf:parseType="Resource"><s:b>w</s:b></rdf:li></rdf:Seq></m:h>',
      ['m:h/rdf:li/s:b attribute = v', 'm:h/rdf:li/s:b element = w'],
    ],
  ])('reads %s', (_name, inside, expected) => {
    expect(read(packet(inside))).toEqual(expected);
  });

  it('gives a list item and rdf:value the name of their property', () => {
    const found = readXmpProperties(
      new TextEncoder().encode(rdf('<m:a><rdf:Bag><rdf:li>v</rdf:li></rdf:Bag></m:a>')),
      AT,
    );
    expect(found).toEqual([
      { uri: 'http://ns.example/m/', prefix: 'm', local: 'a', value: 'v', path: 'm:a/rdf:li', form: 'list_item' },
    ]);
  });

  it('reads attributes of rdf:Description, without those of RDF and XML', () => {
    const text = `<rdf:RDF ${NAMES}><rdf:Description rdf:about="" about="" xml:lang="en" m:a="1" plain="2"/></rdf:RDF>`;
    expect(read(text)).toEqual(['m:a attribute = 1', 'plain attribute = 2']);
  });

  it.each([
    ['a byte order mark', `\u{feff}${packet('<m:a>1</m:a>')}`],
    ['text in front', `\0\0junk${packet('<m:a>1</m:a>')}`],
    ['a declaration', `<?xml version="1.0" encoding="UTF-8"?>${packet('<m:a>1</m:a>')}`],
    ['padding and a trailer', `${packet('<m:a>1</m:a>')}${' \n'.repeat(500)}<?xpacket end="w"?>`],
    ['a trailer with one sign more', `${packet('<m:a>1</m:a>')}<?xpacket end='w'??>`],
    [
      'a packet inside a document that goes on',
      `<svg><metadata>${packet('<m:a>1</m:a>')}<?xpacket end="w"?></metadata><g/></svg>`,
    ],
    ['bytes behind the trailer', `${packet('<m:a>1</m:a>')}<?xpacket end="w"?>\0\0<junk <<`],
    ['zeros at the end', `${packet('<m:a>1</m:a>')}\0\0\0`],
  ])('reads a packet with %s', (_name, text) => {
    expect(read(text)).toEqual(['m:a element = 1']);
  });

  it('reads UTF-16 in both orders', () => {
    const little = Buffer.from(`\u{feff}${packet('<m:a>标</m:a>')}`, 'utf16le');
    expect(read(little)).toEqual(['m:a element = 标']);
    expect(read(Buffer.from(little).swap16())).toEqual(['m:a element = 标']);
  });

  it('takes of an SVG document only what is RDF, and elements that are asked for', () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" m:z="no" ${NAMES}><metadata>${rdf('<m:a>1</m:a>')}</metadata><g id="no"><AIGC>{}</AIGC></g></svg>`;
    expect(read(svg)).toEqual(['m:a element = 1']);
    const also = readXmpProperties(new TextEncoder().encode(svg), AT, {
      alsoElements: ({ local }) => local === 'AIGC',
    });
    expect(also.map(line)).toEqual(['m:a element = 1', 'AIGC element = {}']);
  });
});

describe('damaged and hostile packets', () => {
  const whole = packet('<m:a>1</m:a><m:b>2</m:b><m:c><rdf:Seq><rdf:li>3</rdf:li></rdf:Seq></m:c>');

  it('fails with DecodeError wherever the packet is cut, and keeps what it found before', () => {
    const bytes = new TextEncoder().encode(whole);
    for (let length = 0; length < bytes.length; length += 1) {
      const found: XmpProperty[] = [];
      expect(() => readXmpProperties(bytes.subarray(0, length), AT, { found })).toThrow(DecodeError);
      if (length > whole.indexOf('<m:b>') + 1) expect(found[0]?.value).toBe('1');
    }
  });

  it('throws nothing but DecodeError when bytes are changed', () => {
    const random = seededRandom(11);
    for (let round = 0; round < 500; round += 1) {
      const bytes = new TextEncoder().encode(whole);
      for (let change = 0; change < 3; change += 1) bytes[random.below(bytes.length)] = random.below(256);
      expectOnlyDecodeErrors(bytes);
    }
  });

  it('refuses declarations, and expands nothing', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${rdf('<m:a>&b;</m:a>')}`;
    expect(() => read(bomb)).toThrow(DecodeError);
    expect(() => read(rdf('<m:a>&b;</m:a>'))).toThrow(DecodeError);
  });

  it('refuses what nests too deep, and reads what does not', () => {
    const nested = (depth: number): string => rdf(`${'<m:a>'.repeat(depth)}v${'</m:a>'.repeat(depth)}`);
    expect(read(nested(LIMITS.xmlDepth - 2))).toHaveLength(1);
    expect(() => read(nested(LIMITS.xmlDepth - 1))).toThrow(LimitError);
  });

  it('refuses paths that would fill the memory', () => {
    const named = (length: number): string => rdf(`<m:${'n'.repeat(length)}>v</m:${'n'.repeat(length)}>`);
    expect(read(named(LIMITS.xmlPathChars - 2))).toHaveLength(1);
    expect(() => read(named(LIMITS.xmlPathChars - 1))).toThrow(LimitError);
  });

  function expectOnlyDecodeErrors(bytes: Uint8Array): void {
    try {
      readXmpProperties(bytes, AT);
    } catch (error) {
      expect(error).toBeInstanceOf(DecodeError);
    }
  }
});
