import { concat, seededRandom } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../bytes/decode-error.ts';
import { bufferSource } from '../../bytes/random-access.ts';
import { MediaSource } from '../../media/media-source.ts';
import type { MetadataFindings } from '../../media/metadata-item.ts';
import { readPdf } from '../../media/pdf/read-pdf.ts';
import { encryptedPdf } from '../../testing/encrypted-pdf-files.ts';
import { classicPdf, modernPdf, PdfBuilder, PDF_LABEL, PDF_XMP, withPage } from '../../testing/pdf-files.ts';
import { readItems } from '../../testing/read-media.ts';
import { writePdf } from './pdf.ts';
import { applySplices } from './splice.ts';
import { LabelWriteError } from './writer.ts';
import { setXmpLabel } from './xmp-edit.ts';

const JSON_TEXT = '{"Label":"1","ContentProducer":"(a\\\\b)","ProduceID":"new"}';

const isLabel = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes('"ProduceID"');

function label(bytes: Uint8Array, json = JSON_TEXT): Uint8Array {
  const { splices, location, isFallback } = writePdf(MediaSource.of(bufferSource(bytes)), json, isLabel);
  expect({ location, isFallback }).toEqual({ location: 'Info', isFallback: false });
  expect(splices).toHaveLength(1);
  expect(splices[0]).toMatchObject({ offset: bytes.length, removed: 0 });
  return applySplices(bytes, splices);
}

const read = (bytes: Uint8Array): MetadataFindings => readItems(readPdf, bytes);

function info(bytes: Uint8Array): Record<string, string> {
  const { items, problems } = read(bytes);
  expect(problems).toEqual([]);
  const entries = items.filter(({ kind }) => kind === 'entry');
  return Object.fromEntries(
    entries.map(({ key, bytes: value }) => [key ?? '', Buffer.from(value).toString()] as const),
  );
}

const withoutInfo = withPage(new PdfBuilder()).table('/Root 1 0 R /ID [<00> <01>]');
const apple = withPage(new PdfBuilder())
  .object(4, '<< /Title (T) /AIGC 5 0 R >>', 3)
  .object(5, '<< /Label 1 /ContentProducer (0011) >>')
  .table('/Root 1 0 R /Info 4 3 R');

describe('writePdf', () => {
  it.each([
    ['a classic table', classicPdf(), 'A (b) A'],
    ['a cross-reference stream', modernPdf(), 'A'],
    ['a dictionary in place of the string, and a generation', apple, 'T'],
    ['bytes in front of the header', concat('junk\n', classicPdf()), 'A (b) A'],
    ['no line end at its end', classicPdf().subarray(0, -1), 'A (b) A'],
    ['no information dictionary', withoutInfo, undefined],
    ['a label under another key', classicPdf(`/Title (A) /Keywords (${PDF_LABEL})`), 'A'],
  ])('writes one label into a file with %s', (_name, bytes, title) => {
    const written = label(bytes);
    expect(info(written)).toEqual({ AIGC: JSON_TEXT, ...(title === undefined ? {} : { Title: title }) });
    expect(read(written).items.filter(({ kind }) => kind === 'fields')).toEqual([]);
  });

  it('writes again over what it wrote', () => {
    const twice = label(label(modernPdf()), '{"ProduceID":"twice"}');
    expect(info(twice)).toEqual({ Title: 'A', AIGC: '{"ProduceID":"twice"}' });
  });

  it.each([
    ['a classic table', classicPdf(), 'trailer\n<<\n/Size 6\n/Root 1 0 R\n/ID [<00> <01>]\n/Info 4 0 R\n/Prev '],
    ['a cross-reference stream', modernPdf(), '/Root 1 0 R\n/ID [<00> <01>]\n/Info 4 0 R\n/Prev '],
  ])('goes on in the form of %s', (_name, bytes, trailer) => {
    const update = Buffer.from(label(bytes).subarray(bytes.length)).toString('latin1');
    expect(update).toContain(trailer);
    expect(update.includes('/Type /XRef')).toBe(!trailer.startsWith('trailer'));
  });

  it('takes a label out of the XMP packet, and leaves one without a label alone', () => {
    const packet = setXmpLabel(new TextEncoder().encode(PDF_XMP), PDF_LABEL);
    const bytes = withPage(new PdfBuilder(), '/Metadata 5 0 R')
      .flate(5, '/Type /Metadata', packet)
      .table('/Root 1 0 R');
    const written = label(bytes);
    expect(info(written)).toEqual({ AIGC: JSON_TEXT });
    const xmp = read(written).items.find(({ kind }) => kind === 'xmp');
    expect(Buffer.from(xmp?.bytes ?? []).toString()).toContain('rdf:RDF');
    expect(Buffer.from(xmp?.bytes ?? []).toString()).not.toContain('ProduceID');
    const untouched = classicPdf();
    expect(Buffer.from(label(untouched).subarray(untouched.length)).includes('endstream')).toBe(false);
  });

  it.each([
    ['encrypted', encryptedPdf('aes_128')],
    ['encrypted with a password', encryptedPdf('aes_256_r6', { password: 'x' })],
    ['damaged', classicPdf().subarray(0, -20)],
    [
      'of a wrong offset',
      concat(
        Buffer.from(classicPdf())
          .toString('latin1')
          .replace(/\d{10} 00000 n \ntrailer/, '0000000003 00000 n \ntrailer'),
      ),
    ],
  ])('refuses a file that is %s', (_name, bytes) => {
    expect(() => label(bytes)).toThrow(LabelWriteError);
  });

  it('fails in no other way on files that are changed anywhere', () => {
    const random = seededRandom(2);
    for (const bytes of [classicPdf(), modernPdf(), apple]) {
      for (let round = 0; round < 200; round += 1) {
        const changed = Uint8Array.from(bytes);
        for (let flips = random.below(3); flips >= 0; flips -= 1)
          changed[random.below(bytes.length)] = random.below(256);
        try {
          label(changed);
        } catch (error) {
          if (!(error instanceof LabelWriteError) && !(error instanceof DecodeError)) throw error;
        }
      }
    }
  });
});
