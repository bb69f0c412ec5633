import { concat, seededRandom, type Bytes } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../../bytes/random-access.ts';
import { LIMITS } from '../../limits.ts';
import { MediaSource } from '../media-source.ts';
import type { MetadataFindings } from '../metadata-item.ts';
import { decodeItemText } from '../text-decoding.ts';
import { readPdf } from './read-pdf.ts';
import { encryptedPdf } from '../../testing/encrypted-pdf-files.ts';
import { classicPdf, modernPdf, PdfBuilder, PDF_LABEL, PDF_XMP, withPage } from '../../testing/pdf-files.ts';
import { readItemsOf } from '../../testing/read-media.ts';

function read(bytes: Uint8Array): MetadataFindings & { bytesRead: number } {
  const source = MediaSource.of(bufferSource(bytes));
  return { ...readItemsOf(readPdf, source), bytesRead: source.bytesRead };
}

function info({ items }: MetadataFindings, key: string): string | null {
  const item = items.find((candidate) => candidate.path === 'Info' && candidate.key === key);
  return item === undefined ? null : decodeItemText(item.bytes, item.encoding);
}

function xmp({ items }: MetadataFindings): string | null {
  const item = items.find((candidate) => candidate.kind === 'xmp');
  return item === undefined ? null : decodeItemText(item.bytes, null);
}

/** A second revision after a file, with a classic table. */
function revised(original: Bytes, number: number, body: string, trailer: string): Bytes {
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(Buffer.from(original).toString('latin1'))?.[1] ?? '';
  return new PdfBuilder(original).object(number, body).table(`${trailer} /Prev ${previous}`);
}

describe('readPdf: cross-references', () => {
  it.each([
    ['a classic table', classicPdf()],
    ['a cross-reference stream with a predictor and an object stream', modernPdf()],
    ['a cross-reference stream without a predictor', modernPdf(undefined, { hasPredictor: false })],
  ])('reads /Info and XMP by %s', (_name, bytes) => {
    const found = read(bytes);
    expect(found.problems).toEqual([]);
    expect(info(found, 'AIGC')).toBe(PDF_LABEL);
    expect(xmp(found)).toBe(PDF_XMP);
  });

  it('says where a literal string stands, and undoes its escapes', () => {
    const bytes = classicPdf();
    const title = read(bytes).items.find(({ key }) => key === 'Title');
    expect(decodeItemText(title?.bytes ?? new Uint8Array(0), 'pdf')).toBe('A (b) A');
    const at = title?.offset ?? 0;
    expect(Buffer.from(bytes.subarray(at, at + (title?.length ?? 0))).toString()).toBe('(A \\(b\\) \\101)');
  });

  it('takes the newest revision', () => {
    const found = read(revised(classicPdf(), 4, '<< /AIGC (new) >>', '/Root 1 0 R /Info 4 0 R'));
    expect(info(found, 'AIGC')).toBe('new');
    expect(info(found, 'Title')).toBeNull();
    expect(xmp(found)).toBe(PDF_XMP);
  });

  it('reads a hybrid file, whose table does not know the objects of its stream', () => {
    const builder = withPage(new PdfBuilder()).packed(8, { 4: `<< /AIGC (${PDF_LABEL}) >>` });
    const stream = builder.length;
    builder.xrefStream(9, '');
    const hybrid = withPage(builder).table(`/Root 1 0 R /Info 4 0 R /XRefStm ${stream}`);
    expect(info(read(hybrid), 'AIGC')).toBe(PDF_LABEL);
  });

  it('reads a file with other bytes in front of it', () => {
    const found = read(concat('junk\n'.repeat(20), classicPdf()));
    expect(info(found, 'AIGC')).toBe(PDF_LABEL);
    expect(found.problems).toEqual([]);
    const absolute = withPage(new PdfBuilder('junk\n%PDF-1.4\n'))
      .object(4, '<< /AIGC (x) >>')
      .table('/Root 1 0 R /Info 4 0 R');
    expect(info(read(absolute), 'AIGC')).toBe('x');
  });

  it('reads a table whose lines end with one character, and one that begins with 1 by mistake', () => {
    const plain = withPage(new PdfBuilder()).object(4, '<< /AIGC (x) >>');
    const bytes = Buffer.from(plain.table('/Root 1 0 R /Info 4 0 R')).toString('latin1');
    const offsets = [1, 2, 3, 4].map((number) => String(bytes.indexOf(`${number} 0 obj`)).padStart(10, '0'));
    const start = bytes.indexOf('xref\n');
    for (const [first, end] of [
      [0, '\n'],
      [1, ' \n'],
      [0, '\r\n'],
    ] as const) {
      const rows = ['0000000000 65535 f', ...offsets.map((offset) => `${offset} 00000 n`)].map((row) => row + end);
      const table = `xref\n${first} 5\n${rows.join('')}trailer\n<</Size 5/Root 1 0 R/Info 4 0 R>>\nstartxref\n${start}\n%%EOF`;
      const found = read(Buffer.from(bytes.slice(0, start) + table, 'latin1'));
      expect(info(found, 'AIGC')).toBe('x');
      expect(found.problems).toEqual([]);
    }
  });

  it('reads little of a large file', () => {
    const builder = withPage(new PdfBuilder()).stream(5, '', new Uint8Array(8 * 1024 * 1024));
    const found = read(builder.object(4, `<< /AIGC (${PDF_LABEL}) >>`).table('/Root 1 0 R /Info 4 0 R'));
    expect(info(found, 'AIGC')).toBe(PDF_LABEL);
    expect(found.bytesRead).toBeLessThan(64 * 1024);
  });

  it.each([
    ['a section that names itself', (at: number) => `/Prev ${at}`],
    ['a section behind the end', () => '/Prev 99999999'],
    ['a section that is none', () => '/Prev 3'],
  ])('survives %s', (_name, prev) => {
    const builder = withPage(new PdfBuilder()).object(4, '<< /AIGC (x) >>');
    const found = read(builder.table(`/Root 1 0 R /Info 4 0 R ${prev(builder.length)}`));
    expect(info(found, 'AIGC')).toBe('x');
  });
});

describe('readPdf: values', () => {
  it.each([
    ['a hexadecimal string', `<${Buffer.from(PDF_LABEL).toString('hex')}>`],
    ['UTF-16BE in hexadecimal', `<FEFF${Buffer.from(PDF_LABEL, 'utf16le').swap16().toString('hex')}>`],
    ['a reference to a string', '7 0 R'],
    ['a line that goes on', `(${PDF_LABEL.replace('"ProduceID"', '\\\n"Prod\\\r\nuceID"')})`],
  ])('reads %s', (_name, value) => {
    const bytes = withPage(new PdfBuilder())
      .object(4, `<< /AIGC ${value} >>`)
      .object(7, `(${PDF_LABEL})`)
      .table('/Root 1 0 R /Info 4 0 R');
    expect(info(read(bytes), 'AIGC')).toBe(PDF_LABEL);
  });

  it.each([
    ['a reference', '/AIGC 7 0 R', '<< /Label 1 /ContentProducer (0011) /ReservedCode1 null /ProduceID 8 0 R >>'],
    ['a direct dictionary', '/AIGC << /Label 1 /ContentProducer (0011) /ProduceID <6964> >>', 'null'],
  ])('reads a dictionary, number by number and text by text: %s', (_name, entry, object) => {
    const found = read(
      withPage(new PdfBuilder())
        .object(4, `<< ${entry} >>`)
        .object(7, object)
        .object(8, '(id)')
        .table('/Root 1 0 R /Info 4 0 R'),
    );
    expect(found.items).toHaveLength(1);
    expect(found.items[0]).toMatchObject({ kind: 'fields', path: 'Info', key: 'AIGC' });
    expect(found.items[0]?.fields).toEqual([
      { name: 'Label', text: '1', isText: false },
      { name: 'ContentProducer', text: '0011', isText: true },
      { name: 'ProduceID', text: 'id', isText: true },
    ]);
  });

  it('reads names with number signs', () => {
    expect(info(read(classicPdf('/AI#47C (x)')), 'AIGC')).toBe('x');
  });

  it('reports XMP behind another filter', () => {
    const found = read(
      withPage(new PdfBuilder(), '/Metadata 5 0 R')
        .stream(5, '/Filter /LZWDecode', new Uint8Array(4))
        .table('/Root 1 0 R'),
    );
    expect(found.problems.map(({ kind }) => kind)).toEqual(['unsupported']);
  });

  it.each([
    ['too small', 3],
    ['too large', 5_000_000],
    ['a reference to nothing', '99 0 R'],
  ])('finds the end of XMP whose length is %s', (_name, length) => {
    const found = read(
      withPage(new PdfBuilder(), '/Metadata 5 0 R')
        .stream(5, '', new TextEncoder().encode(PDF_XMP), length)
        .table('/Root 1 0 R'),
    );
    expect(xmp(found)).toBe(PDF_XMP);
    expect(found.items[0]?.intact).toBe(false);
  });
});

describe('readPdf: encrypted files', () => {
  const kinds = ['rc4_40', 'rc4_128', 'aes_128', 'aes_256_r5', 'aes_256_r6'] as const;

  it.each(kinds)('reads %s with the empty password', (how) => {
    const found = read(encryptedPdf(how));
    expect(found.problems).toEqual([]);
    expect(info(found, 'AIGC')).toBe(PDF_LABEL);
    expect(xmp(found)).toBe(PDF_XMP);
  });

  it.each(kinds)('says that %s asks for a password', (how) => {
    const found = read(encryptedPdf(how, { password: 'x' }));
    expect(found.items).toEqual([]);
    expect(found.problems.map(({ kind }) => kind)).toEqual(['encrypted']);
  });

  it('reads XMP that is left readable', () => {
    const found = read(encryptedPdf('aes_128', { password: 'x', encryptMetadata: false }));
    expect(xmp(found)).toBe(PDF_XMP);
    expect(found.problems.map(({ kind }) => kind)).toEqual(['encrypted']);
    expect(xmp(read(encryptedPdf('aes_256_r6', { encryptMetadata: false })))).toBe(PDF_XMP);
  });

  it('does not guess at other handlers', () => {
    const bytes = withPage(new PdfBuilder()).object(4, '<< /AIGC (x) >>').object(6, '<< /Filter /Other /V 4 >>');
    const found = read(bytes.table('/Root 1 0 R /Info 4 0 R /Encrypt 6 0 R'));
    expect(found.items).toEqual([]);
    expect(found.problems.map(({ kind }) => kind)).toEqual(['encrypted']);
  });
});

describe('readPdf: damaged files', () => {
  it.each([
    ['startxref', (text: string) => text.replace(/startxref\n\d+/, 'startxref\n7')],
    ['the end', (text: string) => text.slice(0, text.indexOf('startxref'))],
    ['every offset', (text: string) => text.replaceAll(/\d{10} 00000 n/g, '0000000003 00000 n')],
  ])('searches when %s is wrong, and says so', (_name, damage) => {
    const found = read(Buffer.from(damage(Buffer.from(classicPdf()).toString('latin1')), 'latin1'));
    expect(info(found, 'AIGC')).toBe(PDF_LABEL);
    expect(found.problems.map(({ kind }) => kind)).toContain('damaged');
  });

  it.each([
    ['a string that does not end', '/AIGC (x'],
    ['arrays without end', `/AIGC ${'['.repeat(50_000)}`],
    ['dictionaries without end', '/AIGC '.padEnd(60_000, '<</a ')],
    ['parentheses without end', `/AIGC ${'('.repeat(100_000)}`],
    ['a reference to itself', '/Title 4 0 R /Author 8 0 R'],
    ['many references to nothing', '/a 99 0 R '.repeat(20_000)],
    ['many references to one object', '/a 3 0 R '.repeat(20_000)],
  ])('survives %s', (_name, entries) => {
    expect(info(read(classicPdf(entries)), 'AIGC')).toBeNull();
  });

  it.each([
    ['an object stream that holds its own length', '6 0 R', ''],
    ['an object stream inside itself', '20', '/Extends 6 0 R'],
  ])('survives %s', (_name, length, extra) => {
    const bytes = new PdfBuilder()
      .packed(6, { 1: '<< >>', 4: '<< /AIGC (x) >>' })
      .stream(8, `/Type /ObjStm /N 1 /First 4 ${extra}`, new TextEncoder().encode('9 0 20'), length)
      .xrefStream(7, '/Root 1 0 R /Info 4 0 R');
    expect(info(read(bytes), 'AIGC')).toBe('x');
  });

  it.each([
    ['all revisions', LIMITS.mediaPdfRevisions, []],
    ['no more revisions than the limit', LIMITS.mediaPdfRevisions + 1, ['damaged']],
  ])('looks through %s for an object', (_name, revisions, expected) => {
    const builder = new PdfBuilder();
    const [catalog, info4] = [builder.length, builder.raw('1 0 obj\n<< >>\nendobj\n').length];
    builder.raw('4 0 obj\n<< /AIGC (x) >>\nendobj\n');
    const row = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n \n`;
    const trailer = '/Size 5 /Root 1 0 R /Info 4 0 R';
    let [text, previous] = ['', builder.length];
    text += `xref\n1 1\n${row(catalog)}4 1\n${row(info4)}trailer\n<< ${trailer} >>\n`;
    for (let revision = 1; revision < revisions; revision += 1) {
      const start = builder.length + text.length;
      text += `xref\n0 0\ntrailer\n<< ${trailer} /Prev ${previous} >>\n`;
      previous = start;
    }
    const found = read(builder.raw(`${text}%${' '.repeat(100)}\nstartxref\n${previous}\n%%EOF\n`).bytes);
    expect(found.problems.map(({ kind }) => kind)).toEqual(expected);
    // What the cross-reference no longer reaches is still found by searching.
    expect(info(found, 'AIGC')).toBe('x');
  });

  it('searches both ends of a file, and not all of it', () => {
    const space = new Uint8Array(LIMITS.mediaPdfSearchBytes).fill(0x20);
    const object = '4 0 obj\n<< /AIGC (x) >>\nendobj\n';
    const end = 'trailer << /Root 1 0 R /Info 4 0 R >>';
    expect(info(read(concat('%PDF-1.7\n', object, space, space, end)), 'AIGC')).toBe('x');
    expect(info(read(concat('%PDF-1.7\n', space, space, object, end)), 'AIGC')).toBe('x');
    const found = read(concat('%PDF-1.7\n', space, object, space, end));
    expect(info(found, 'AIGC')).toBeNull();
    expect(found.problems.map(({ kind }) => kind)).toEqual(['damaged']);
  });

  it('bounds what compressed metadata may take', () => {
    const found = read(
      withPage(new PdfBuilder(), '/Metadata 5 0 R').flate(5, '', new Uint8Array(20_000_000)).table('/Root 1 0 R'),
    );
    expect(found.problems.map(({ kind }) => kind)).toEqual(['limit']);
  });

  it.each([
    ['classic', classicPdf()],
    ['modern', modernPdf()],
    ['encrypted', encryptedPdf('aes_128')],
  ])('finds nothing but problems in a %s file that is cut or changed', (_name, bytes) => {
    const random = seededRandom(4);
    for (let length = 0; length < bytes.length; length += 13) read(bytes.subarray(0, length));
    for (let round = 0; round < 600; round += 1) {
      const changed = Uint8Array.from(bytes);
      for (let flips = random.below(4); flips >= 0; flips -= 1) changed[random.below(bytes.length)] = random.below(256);
      expect(read(changed).items.length).toBeLessThan(10);
    }
  });
});
