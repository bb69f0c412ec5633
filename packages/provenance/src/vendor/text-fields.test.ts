import fc from 'fast-check';
import { toUSVString } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import type { MetadataItem } from '../media/metadata-item.ts';
import { LIMITS } from '../limits.ts';
import { cleanValue } from './clean-value.ts';
import { ENTRY_ROWS } from './field-table.ts';
import { startsWithName, startsWithVersioned } from './match-name.ts';
import { readVendor } from './read-vendor.ts';
import { GENERATOR_NAMES } from './rules/generator-names.ts';
import { textFieldsOf } from './text-fields.ts';

function item(changes: Partial<MetadataItem> & { text?: string }): MetadataItem {
  const { text = '', ...rest } = changes;
  const bytes = Buffer.from(text);
  const base = { kind: 'entry', path: 'tEXt', key: 'x', offset: 9, length: bytes.length } as const;
  return { ...base, bytes, encoding: null, fields: null, intact: true, ...rest };
}

const packet = (content: string, attributes = ''): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`;

describe('textFieldsOf', () => {
  it('gives each entry the role of its place, and leaves the rest out', () => {
    const { fields } = textFieldsOf([
      item({ path: 'tEXt', key: 'Software', text: 'GIMP\0\0' }),
      item({ path: 'APP1/Exif/IFD0', key: 'Make', text: 'Canon' }),
      item({ path: 'APP1/Exif/IFD1', key: 'Make', text: 'the thumbnail' }),
      item({ path: 'moov/udta', key: '©mak', text: 'Apple' }),
      item({ path: 'Info', key: 'Title', text: 'nobody' }),
      item({ kind: 'opaque', path: 'APP13', text: 'nothing' }),
      item({ kind: 'comment', path: 'COM', key: null, text: 'said' }),
      item({ kind: 'comment', path: 'html/comment', key: null, text: 'not there' }),
    ]);
    expect(fields.map(({ role, name, text }) => [role, name, text])).toEqual([
      ['tool', 'PNG Software', 'GIMP'],
      ['make', 'EXIF Make', 'Canon'],
      ['make', 'QuickTime ©mak', 'Apple'],
      ['comment', 'JPEG comment', 'said'],
    ]);
  });

  it('goes by the namespace of a property, whatever its prefix', () => {
    const iptc = 'xmlns:a="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:Iptc4xmpExt="http://example.org/"';
    const text = packet(
      '<a:digitalSourceType>trainedAlgorithmicMedia</a:digitalSourceType><Iptc4xmpExt:DigitalSourceType>no</Iptc4xmpExt:DigitalSourceType>',
      iptc,
    );
    const { fields, problems } = textFieldsOf([item({ kind: 'xmp', path: 'APP1', key: null, text })]);
    expect(fields).toMatchObject([{ role: 'digital_source_type', text: 'trainedAlgorithmicMedia', container: 'xmp' }]);
    expect(problems).toEqual([]);
  });

  it('keeps what stood before the damage in a packet, and says that it is damaged', () => {
    const text = packet('<x:y/>', 'xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Make="Canon"').slice(0, -30);
    const { fields, problems } = textFieldsOf([item({ kind: 'xmp', path: 'APP1', key: null, text })]);
    expect(fields).toMatchObject([{ role: 'make', text: 'Canon' }]);
    expect(problems).toMatchObject([{ kind: 'damaged', what: 'XMP: not well-formed XML' }]);
  });

  it('refuses entities', () => {
    const text = `<!DOCTYPE x [<!ENTITY a "Made with Google AI">]>${packet('<photoshop:Credit>&a;</photoshop:Credit>', 'xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"')}`;
    const { fields, problems } = textFieldsOf([item({ kind: 'xmp', path: 'APP1', key: null, text })]);
    expect(fields).toEqual([]);
    expect(problems).toHaveLength(1);
  });

  it('stops at a number of fields, and says so', () => {
    const many = Array.from({ length: LIMITS.vendorFields + 5 }, () => item({ key: 'k', text: 'v' }));
    const { fields, problems } = textFieldsOf(many);
    expect(fields).toHaveLength(LIMITS.vendorFields);
    expect(problems).toMatchObject([{ kind: 'limit', what: 'metadata fields' }]);
  });

  it('has no row that an earlier one hides whole', () => {
    const seen = new Set(ENTRY_ROWS.map(({ path, key }) => `${path.source} ${key.source}`));
    expect(seen.size).toBe(ENTRY_ROWS.length);
  });
});

describe('readVendor', () => {
  it('reports so many of each kind, and none hides another', () => {
    const agents = GENERATOR_NAMES.flatMap(({ names }) => names).map(
      (name) => `<rdf:li stEvt:softwareAgent="${name}"/>`,
    );
    const text = packet(
      `<xmpMM:History><rdf:Seq>${agents.join('')}</rdf:Seq></xmpMM:History>`,
      'xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"',
    );
    const items = [
      item({ kind: 'xmp', path: 'APP1', key: null, text }),
      item({ path: 'APP1/Exif/IFD0', key: 'Software', text: 'Midjourney' }),
      item({ path: 'APP1/Exif/IFD0', key: 'Make', text: 'Canon' }),
    ];
    const { evidence } = readVendor(bufferSource(new Uint8Array()), 'image/jpeg', { items, problems: [] });
    expect(evidence.filter(({ kind }) => kind === 'edited')).toHaveLength(LIMITS.vendorEvidenceOfKind);
    expect(evidence.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['generated', 'captured']));
  });
});

describe('cleanValue', () => {
  it('never gives control, direction or line characters, or more than its bound', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const value = cleanValue(text);
        if (value === null) return;
        expect(value).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u);
        expect(Array.from(value).length).toBeLessThanOrEqual(LIMITS.vendorValueChars);
        expect(value.trim()).toBe(value);
        expect(toUSVString(value)).toBe(value);
      }),
    );
  });
});

describe('names at the start of a text', () => {
  it.each([
    ['Pika 1.5', 'Pika', true],
    ['pika-labs', 'Pika', true],
    ['Pikachu', 'Pika', false],
    ['Pika2', 'Pika', false],
    ['Pika', 'Pika', true],
    ['即梦AI', '即梦', true],
    ['a Pika', 'Pika', false],
  ])('%j with %j: %s', (text, name, expected) => {
    expect(startsWithName(text, name)).toBe(expected);
  });

  it.each([
    ['Music 1.4', true],
    ['Music v2', true],
    ['Music/3', true],
    ['Music', false],
    ['Music Maker 2', false],
  ])('%j with a version: %s', (text, expected) => {
    expect(startsWithVersioned(text, 'Music')).toBe(expected);
  });
});
