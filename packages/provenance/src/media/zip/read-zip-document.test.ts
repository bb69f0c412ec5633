import { concat, le16, le32, be64, seededRandom, type Bytes } from '@revera/testkit';
import { buildZip, type ZipEntry } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../../bytes/random-access.ts';
import { LIMITS } from '../../limits.ts';
import { MediaSource } from '../media-source.ts';
import type { MetadataFindings } from '../metadata-item.ts';
import { readItemsOf } from '../../testing/read-media.ts';
import { readZipDocument } from './read-zip-document.ts';
import { customProperty, customXml, docxEntries, odtEntries } from '../../testing/zip-files.ts';

const LABEL = '{"Label":"1","ContentProducer":"001191110102MACQD9K64010000"}';
const ESCAPED = LABEL.replaceAll('"', '&quot;');
const AIGC = customProperty('AIGC', ESCAPED);

function read(bytes: Uint8Array): MetadataFindings & { bytesRead: number } {
  const source = MediaSource.of(bufferSource(bytes));
  return { ...readItemsOf(readZipDocument, source), bytesRead: source.bytesRead };
}

function texts({ items }: MetadataFindings): string[] {
  return items.map(({ path, key, bytes }) => `${path} ${key ?? ''}=${Buffer.from(bytes).toString()}`);
}

function kinds({ problems }: MetadataFindings): string[] {
  return problems.map(({ kind }) => kind);
}

const CUSTOM = `docProps/custom.xml AIGC=${LABEL}`;
const APP = 'docProps/app.xml Application=Revera';

/** The parts of a DOCX with its custom properties written in another way. */
function docx(change: Partial<ZipEntry>): ZipEntry[] {
  return docxEntries(AIGC).map((entry) => (entry.name === 'docProps/custom.xml' ? { ...entry, ...change } : entry));
}

describe('readZipDocument: Office Open XML', () => {
  it.each([
    ['deflated', {}],
    ['stored', { deflated: false }],
    ['stored with lengths behind the data', { deflated: false, descriptor: true }],
    ['deflated with lengths behind the data', { descriptor: true }],
  ] as const)('reads properties that are %s', (_name, change) => {
    const bytes = buildZip(docx(change));
    const found = read(bytes);
    expect(found.problems).toEqual([]);
    expect(texts(found)).toEqual([CUSTOM, APP]);
    expect(found.items.every(({ intact }) => intact)).toBe(true);
  });

  it('says where the stored data stands', () => {
    const bytes = buildZip(docx({ deflated: false }));
    const item = read(bytes).items[0];
    const stored = bytes.subarray(item?.offset ?? 0, (item?.offset ?? 0) + (item?.length ?? 0));
    expect(Buffer.from(stored).toString()).toBe(customXml(AIGC));
  });

  it('reads a file with a comment and other bytes in front', () => {
    expect(texts(read(buildZip(docxEntries(AIGC), { prefix: 'MZ'.repeat(50), comment: 'x'.repeat(60_000) })))).toEqual([
      CUSTOM,
      APP,
    ]);
  });

  it('follows relationships to other places', () => {
    const moved = docxEntries(AIGC).map(({ name, content }) => ({
      name: name === 'docProps/custom.xml' ? 'other/props.xml' : name,
      content: typeof content === 'string' ? content.replace('"docProps/custom.xml"', '"/other/props.xml"') : content,
    }));
    expect(texts(read(buildZip(moved)))).toEqual([CUSTOM, APP]);
  });

  it('reads both of two entries of one name', () => {
    const second = { name: 'docProps/CUSTOM.xml', content: customXml(customProperty('AIGC', 'second')) };
    expect(texts(read(buildZip([...docxEntries(AIGC), second])))).toContain('docProps/custom.xml AIGC=second');
  });

  it('reads ZIP64', () => {
    expect(texts(read(asZip64(buildZip(docxEntries(AIGC)))))).toEqual([CUSTOM, APP]);
  });

  it('reads little of a large file', () => {
    const large = [
      { name: 'word/media/a.bin', content: new Uint8Array(8_000_000), deflated: false },
      ...docxEntries(AIGC),
    ];
    const found = read(buildZip(large));
    expect(texts(found)).toContain(CUSTOM);
    expect(found.bytesRead).toBeLessThan(32 * 1024);
  });
});

function asZip64(bytes: Bytes): Bytes {
  const end = bytes.length - 22;
  const view = new DataView(bytes.buffer);
  const le64 = (value: number): Uint8Array => be64(value).toReversed();
  const [size, start] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  const wide = concat('PK\x06\x06', le64(44), le16(45, 45), le32(0, 0), le64(9), le64(9), le64(size), le64(start));
  const locator = concat('PK\x06\x07', le32(0), le64(end), le32(1));
  const full = concat('PK\x05\x06', le16(0, 0, 0xffff, 0xffff), le32(0xffffffff, 0xffffffff), le16(0));
  return concat(bytes.subarray(0, end), wide, locator, full);
}

describe('readZipDocument: OpenDocument and EPUB', () => {
  it('reads meta.xml', () => {
    const meta = `<dc:title>T</dc:title><meta:user-defined meta:name="AIGC">${ESCAPED}</meta:user-defined>`;
    const found = read(buildZip(odtEntries(meta)));
    expect(found.problems).toEqual([]);
    expect(texts(found)).toEqual(['meta.xml title=T', `meta.xml AIGC=${LABEL}`]);
  });

  it('says when meta.xml is encrypted', () => {
    const entries = odtEntries('').map((entry) =>
      entry.name === 'META-INF/manifest.xml' && typeof entry.content === 'string'
        ? {
            ...entry,
            content: entry.content.replace(/"text\/xml"\/>/, '""><manifest:encryption-data/></manifest:file-entry>'),
          }
        : entry,
    );
    expect(kinds(read(buildZip(entries)))).toEqual(['encrypted']);
  });

  it('reads the package documents of an EPUB', () => {
    const opf = `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title><meta name="AIGC" content="${ESCAPED}"/><meta property="dcterms:modified">2025</meta></metadata><manifest><item id="a"/></manifest></package>`;
    const found = read(
      buildZip([
        { name: 'mimetype', content: 'application/epub+zip', deflated: false },
        {
          name: 'META-INF/container.xml',
          content:
            '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/a.opf"/><rootfile full-path="no.opf"/></rootfiles></container>',
        },
        { name: 'OEBPS/a.opf', content: opf },
      ]),
    );
    expect(found.problems).toEqual([]);
    expect(texts(found)).toEqual(['OPF/dc title=T', `OPF/meta AIGC=${LABEL}`, 'OPF/meta dcterms:modified=2025']);
  });

  it('says that it does not know another ZIP file', () => {
    expect(kinds(read(buildZip([{ name: 'a.txt', content: 'a' }])))).toEqual(['unsupported']);
  });
});

describe('readZipDocument: damaged and hostile files', () => {
  it.each([
    ['encrypted', { lies: { flags: 1 } }, ['encrypted']],
    ['of another compression', { lies: { method: 14 } }, ['unsupported']],
    ['a bomb', { content: new Uint8Array(20_000_000) }, ['limit']],
    ['a bomb that says it is small', { content: new Uint8Array(20_000_000), lies: { size: 10 } }, ['limit']],
    ['longer than the file', { lies: { compressedSize: 1_000_000 } }, ['damaged']],
    ['longer than anything', { lies: { compressedSize: 0xfffffff0 } }, ['limit']],
    ['somewhere else', { lies: { offset: 3 } }, ['damaged']],
    ['behind the end', { lies: { offset: 0xfffffff0 } }, ['damaged']],
    ['not XML', { content: '<a>' }, ['damaged']],
    ['XML with entities', { content: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }, ['damaged']],
    ['XML without end', { content: '<a>'.repeat(100_000) }, ['limit']],
  ])('reads the other properties when the custom ones are %s', (_name, change, expected) => {
    const found = read(buildZip(docx(change)));
    expect(kinds(found)).toEqual(expected);
    expect(texts(found)).toEqual([APP]);
  });

  it('bounds the XML of one document', () => {
    const withSpace = (bytes: number): Bytes => buildZip(docx({ content: customXml(AIGC) + ' '.repeat(bytes) }));
    expect(kinds(read(withSpace(LIMITS.xmlZipPartsBytes - 4096)))).toEqual([]);
    expect(kinds(read(withSpace(LIMITS.xmlZipPartsBytes)))).toContain('limit');
  });

  it.each([
    ['checksum', { crc: 1 }],
    ['size', { size: 3 }],
  ])('marks a value whose %s is wrong', (_name, lies) => {
    const found = read(buildZip(docx({ lies })));
    expect(texts(found)).toContain(CUSTOM);
    expect(found.items[0]?.intact).toBe(false);
  });

  it('is not led astray by the mark of an end in the comment', () => {
    const fake = concat('PK\x05\x06', le16(0, 0, 1, 1), le32(46, 0), le16(0));
    const bytes = buildZip(docxEntries(AIGC), { comment: Buffer.from(fake).toString('latin1') });
    expect(texts(read(bytes))).toContain(CUSTOM);
    expect(kinds(read(concat('PK\x05\x06'.repeat(20_000))))).toEqual(['damaged']);
  });

  it('finds nothing but problems in a file that is cut or changed', () => {
    const bytes = buildZip(docxEntries(AIGC), { comment: 'c' });
    const random = seededRandom(9);
    for (let length = 0; length < bytes.length; length += 7) read(bytes.subarray(0, length));
    for (let round = 0; round < 1500; round += 1) {
      const changed = Uint8Array.from(bytes);
      for (let flips = random.below(4); flips >= 0; flips -= 1) changed[random.below(bytes.length)] = random.below(256);
      expect(read(changed).items.length).toBeLessThan(10);
    }
  });
});
