import { seededRandom, type Bytes } from '@revera/testkit';
import { buildZip, type ZipEntry } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../bytes/decode-error.ts';
import { bufferSource } from '../../bytes/random-access.ts';
import { MediaSource } from '../../media/media-source.ts';
import type { MetadataFindings } from '../../media/metadata-item.ts';
import { readZipDocument } from '../../media/zip/read-zip-document.ts';
import { readItems } from '../../testing/read-media.ts';
import { customProperty, docxEntries, odtEntries } from '../../testing/zip-files.ts';
import { openZip, readZipEntry } from '../../media/zip/zip.ts';
import { writeOdf } from './odf.ts';
import { writeOoxml } from './ooxml.ts';
import { applySplices } from './splice.ts';
import { LabelWriteError, type LabelWriter } from './writer.ts';

const JSON_TEXT = '{"Label":"1","ContentProducer":"<&>","ProduceID":"new"}';
const OLD = '{&quot;ProduceID&quot;:&quot;old&quot;}';

const isLabel = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes('"ProduceID"');

function label(bytes: Uint8Array, writer: LabelWriter = writeOoxml, json = JSON_TEXT): Uint8Array {
  return applySplices(bytes, writer(MediaSource.of(bufferSource(bytes)), json, isLabel).splices);
}

const read = (bytes: Uint8Array): MetadataFindings => readItems(readZipDocument, bytes);

function texts(bytes: Uint8Array): string[] {
  const { items, problems } = read(bytes);
  expect(problems).toEqual([]);
  expect(items.every(({ intact }) => intact)).toBe(true);
  return items.map(({ path, key, bytes: value }) => `${path} ${key ?? ''}=${Buffer.from(value).toString()}`);
}

function part(bytes: Uint8Array, name: string): string {
  const source = MediaSource.of(bufferSource(bytes));
  const entry = openZip(source).entries.find((candidate) => candidate.name === name);
  return entry === undefined ? '' : Buffer.from(readZipEntry(source, entry).bytes).toString();
}

/** A DOCX of which one part is written in another way. */
function changed(name: string, change: (text: string) => string, custom: string | null = ''): Bytes {
  const entries = docxEntries(custom).map((entry) =>
    entry.name === name && typeof entry.content === 'string' ? { ...entry, content: change(entry.content) } : entry,
  );
  return buildZip(entries);
}

const CUSTOM = `docProps/custom.xml AIGC=${JSON_TEXT}`;
const APP = 'docProps/app.xml Application=Revera';
const OTHER = customProperty('Other', 'kept', 2);

describe('writeOoxml', () => {
  it('makes a part of custom properties, with its type and its relationship', () => {
    const written = label(buildZip(docxEntries()));
    expect(texts(written)).toEqual([CUSTOM, APP]);
    expect(part(written, 'docProps/custom.xml')).toContain('pid="2" name="AIGC"');
    expect(part(written, '[Content_Types].xml')).toMatch(
      /<Override PartName="\/docProps\/custom.xml" ContentType="[^"]+custom-properties\+xml"\/><\/Types>$/,
    );
    expect(part(written, '_rels/.rels')).toMatch(
      /Id="rId3" Type="[^"]+\/custom-properties" Target="docProps\/custom.xml"\/><\/Relationships>$/,
    );
  });

  it.each([
    ['another property', OTHER, 'pid="3" name="AIGC"', true],
    ['a label', customProperty('AIGC', OLD), 'pid="2" name="AIGC"', false],
    ['a label in other letters, and another property', OTHER + customProperty('aigc', 'x', 3), 'pid="3"', true],
    ['a label under another name', customProperty('Notes', OLD) + customProperty('Other', 'kept', 3), 'pid="2"', true],
  ])('edits a part that holds %s', (_name, custom, expected, hasOther) => {
    const written = label(buildZip(docxEntries(custom)));
    expect(texts(written)).toEqual([...(hasOther ? ['docProps/custom.xml Other=kept'] : []), CUSTOM, APP]);
    expect(part(written, 'docProps/custom.xml')).toContain(expected);
  });

  it.each([
    ['an empty root', changed('docProps/custom.xml', (text) => text.replace('></Properties>', '/>'))],
    [
      'a prefix',
      changed('docProps/custom.xml', (text) =>
        text.replace(/<Properties xmlns=/, '<p:Properties xmlns:p=').replace('</P', '</p:P'),
      ),
    ],
    ['a byte order mark', changed('docProps/custom.xml', (text) => `\ufeff${text}`)],
    [
      'the strict form',
      changed(
        '_rels/.rels',
        (text) =>
          text.replaceAll(
            'http://schemas.openxmlformats.org/officeDocument/2006',
            'http://purl.oclc.org/ooxml/officeDocument',
          ),
        null,
      ),
    ],
    [
      'a label in the simple properties',
      changed('docProps/app.xml', (text) => text.replace('</Prop', `<Company>${OLD}</Company></Prop`)),
    ],
    ['other bytes in front, and a comment', buildZip(docxEntries(), { prefix: 'junk', comment: 'kept' })],
    ['lengths behind the data', buildZip(docxEntries(OTHER).map((entry) => ({ ...entry, descriptor: true })))],
  ])('writes one label into a document with %s', (_name, bytes) => {
    const found = texts(label(bytes)).filter((text) => !text.includes('Other'));
    expect(found).toEqual([CUSTOM, APP]);
  });

  it('leaves the other entries byte for byte', () => {
    const media: ZipEntry = {
      name: 'word/media/a.png',
      content: seededRandom(1).bytes(5000),
      deflated: false,
      descriptor: true,
    };
    const bytes = buildZip([...docxEntries(OTHER), media], { comment: 'kept' });
    const { splices } = writeOoxml(MediaSource.of(bufferSource(bytes)), JSON_TEXT, isLabel);
    // The part, and the directory: the type and the relationship were there.
    expect(splices).toHaveLength(2);
    const written = applySplices(bytes, splices);
    const local = (file: Uint8Array): Uint8Array => {
      const entry = openZip(MediaSource.of(bufferSource(file))).entries.find(({ name }) => name === media.name);
      return file.subarray(entry?.headerOffset ?? 0, (entry?.headerOffset ?? 0) + 5000 + 30 + media.name.length + 16);
    };
    expect(local(written)).toEqual(local(bytes));
    expect(Buffer.from(written.subarray(-4)).toString()).toBe('kept');
  });

  it('writes again over what it wrote', () => {
    const twice = label(label(buildZip(docxEntries())), writeOoxml, '{"ProduceID":"twice"}');
    expect(texts(twice)).toEqual(['docProps/custom.xml AIGC={"ProduceID":"twice"}', APP]);
  });

  it.each([
    ['no relationships', buildZip(docxEntries().filter(({ name }) => name !== '_rels/.rels'))],
    ['no content types', buildZip(docxEntries().slice(1))],
    ['two parts of one name', buildZip([...docxEntries(OTHER), { name: 'docProps/Custom.xml', content: '<a/>' }])],
    ['an encrypted part', buildZip(docxEntries(OTHER).map((entry) => ({ ...entry, lies: { flags: 1 } })))],
    ['a wrong checksum', buildZip(docxEntries(OTHER).map((entry) => ({ ...entry, lies: { crc: 1 } })))],
    [
      'relationships to its own types',
      changed('_rels/.rels', (text) => text.replace('docProps/custom.xml', '[Content_Types].xml')),
    ],
    ['XML that is not well-formed', changed('docProps/custom.xml', (text) => text.slice(0, -3))],
  ])('refuses a document with %s', (_name, bytes) => {
    expect(() => label(bytes)).toThrow(Error);
  });

  it('fails in no other way on documents that are changed anywhere', () => {
    const bytes = buildZip(docxEntries(OTHER));
    const random = seededRandom(3);
    for (let round = 0; round < 400; round += 1) {
      const broken = Uint8Array.from(bytes);
      for (let flips = random.below(3); flips >= 0; flips -= 1) broken[random.below(bytes.length)] = random.below(256);
      try {
        label(broken);
      } catch (error) {
        if (!(error instanceof LabelWriteError) && !(error instanceof DecodeError)) throw error;
      }
    }
  });
});

describe('writeOdf', () => {
  it.each([
    ['other fields', '<dc:title>T</dc:title><meta:user-defined meta:name="Other">kept</meta:user-defined>'],
    ['a label', `<dc:title>T</dc:title><meta:user-defined meta:name="AIGC">${OLD}</meta:user-defined>`],
  ])('writes one label into a document with %s', (_name, meta) => {
    const bytes = buildZip(odtEntries(meta));
    const written = label(bytes, writeOdf);
    expect(texts(written).filter((text) => !text.includes('Other'))).toEqual([
      'meta.xml title=T',
      `meta.xml AIGC=${JSON_TEXT}`,
    ]);
    // The file is told by its first bytes, which hold the type as it is.
    expect(written.subarray(0, 70)).toEqual(bytes.subarray(0, 70));
  });

  it('refuses a document without metadata', () => {
    expect(() => label(buildZip(odtEntries('').slice(0, 1)), writeOdf)).toThrow(LabelWriteError);
  });
});
