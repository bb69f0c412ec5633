import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bufferSource, openFileSource } from '../bytes/random-access.ts';
import type { RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { describeWithShared, concat, be32, be64 } from '@revera/testkit';
import { jumbfBox } from '@revera/testkit/hostile';
import { box } from '@revera/testkit/media';
import { listFiles } from '../testing/shared-files.ts';
import { MEDIA_TYPES, findMediaType } from './media-types.ts';
import type { MediaType } from './media-types.ts';
import { sniff } from './sniff.ts';

function sniffBytes(...parts: (Uint8Array | readonly number[])[]): MediaType | null {
  return sniff(bufferSource(concat(...parts)));
}

function countReads(source: RandomAccess): { source: RandomAccess; bytesRead: () => number } {
  let bytesRead = 0;
  const read = (offset: number, length: number): Uint8Array => {
    bytesRead += length;
    return source.read(offset, length);
  };
  return { source: { ...source, read }, bytesRead: () => bytesRead };
}

const zeros = (length: number) => new Uint8Array(length);
const brand = (major: string, ...compatible: string[]) =>
  box('ftyp', concat(major), zeros(4), concat(compatible.join('')));
const tiff = (tag: number) => [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, tag & 0xff, tag >> 8, ...zeros(14)];
const bigTiff = (tag: number) =>
  concat(concat('MM'), [0, 0x2b, 0, 8, 0, 0], be64(16n), be64(1n), [tag >> 8, tag & 0xff], zeros(26));
const ebml = (docType: string) =>
  concat(
    [0x1a, 0x45, 0xdf, 0xa3, 0x80 + docType.length + 7, 0x42, 0x86, 0x81, 1],
    [0x42, 0x82],
    [0x80 + docType.length],
    concat(docType),
  );
/** MPEG 1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes. */
const mp3Frame = concat([0xff, 0xfb, 0x90, 0x00], zeros(413));
/** AAC LC at 44.1 kHz: 32 bytes. */
const adtsFrame = concat([0xff, 0xf1, 0x50, 0x80, 0x04, 0x1f, 0xfc], zeros(25));
const id3 = (length: number) => concat(concat('ID3'), [4, 0, 0], [0, 0, length >> 7, length & 0x7f], zeros(length));
const tsPacket = (length: number, sync: number) => {
  const packet = zeros(length);
  packet.set([0x47, 0x40, 0x00, 0x10], sync);
  return packet;
};
const repeat = (times: number, part: Uint8Array) => concat(...Array.from({ length: times }, () => part));
const utf16 = (text: string, bigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

/** Stored entries and their directory, without checksums. */
function zip(files: Record<string, string>): Uint8Array {
  const le = (width: number, value: number) => be32(value).toReversed().subarray(0, width);
  const directory: Uint8Array[] = [];
  let body: Uint8Array = new Uint8Array(0);
  for (const [name, content] of Object.entries(files)) {
    const sizes = concat(zeros(4), le(4, content.length), le(4, content.length), le(2, name.length));
    directory.push(concat(concat('PK\x01\x02'), zeros(12), sizes, zeros(12), le(4, body.length), concat(name)));
    body = concat(body, concat('PK\x03\x04'), zeros(10), sizes, zeros(2), concat(name), concat(content));
  }
  const entries = concat(...directory);
  return concat(body, entries, concat('PK\x05\x06'), zeros(8), le(4, entries.length), le(4, body.length), zeros(2));
}

describe('types that no real file is at hand for', () => {
  it.each<[string, Uint8Array | readonly number[], MediaType | null]>([
    ['BigTIFF', bigTiff(256), 'image/tiff'],
    ['DNG', tiff(50706), 'image/x-adobe-dng'],
    ['DNG as BigTIFF', bigTiff(50706), 'image/x-adobe-dng'],
    ['TIFF whose directory lies behind the end', [0x4d, 0x4d, 0, 0x2a, 0xff, 0xff, 0xff, 0xff], 'image/tiff'],
    ['TIFF with nothing but its mark', [0x4d, 0x4d, 0, 0x2a], 'image/tiff'],
    ['BigTIFF with an offset above 2^53', concat(concat('MM'), [0, 0x2b, 0, 8, 0, 0], be64(2n ** 63n)), null],
    ['AVIF by its major brand', brand('avif'), 'image/avif'],
    ['AVIF sequence', brand('avis', 'msf1'), 'image/avif'],
    ['AVIF behind the general HEIF brand', brand('mif1', 'miaf', 'avif'), 'image/avif'],
    ['HEIC sequence', brand('hevc'), 'image/heic'],
    ['HEIF sequence', brand('msf1', 'iso8'), 'image/heif'],
    ['audio book', brand('M4B '), 'audio/mp4'],
    ['3GP', brand('3gp5'), 'video/mp4'],
    ['unknown major brand, known compatible one', brand('XAVC', 'zzzz', 'mp42'), 'video/mp4'],
    ['unknown brands', brand('abcd', 'efgh'), null],
    ['Canon raw photograph, which names isom', brand('crx ', 'isom'), 'image/x-canon-cr3'],
    ['file type box behind padding', concat(box('free', zeros(100)), brand('qt  ')), 'video/quicktime'],
    [
      'file type box with a 64-bit length',
      concat(be32(1), concat('ftyp'), be64(24n), concat('isom'), zeros(4)),
      'video/mp4',
    ],
    [
      'file type box shorter than its header',
      concat(be32(1), concat('ftyp'), be64(15n), concat('isom'), zeros(4)),
      null,
    ],
    ['QuickTime without file type box', concat(box('wide'), box('mdat', zeros(9))), 'video/quicktime'],
    ['media segment', box('moof', zeros(8)), 'video/mp4'],
    ['segment with type box', box('styp', concat('msdh'), zeros(4)), 'video/mp4'],
    // Text documents are read for labels, so what is no more than text has a type too.
    ['prose with "free" at byte 4', concat('All free software is welcome'), 'text/plain'],
    ['many padding boxes', repeat(LIMITS.sniffSkips, box('free')), null],
    ['JPEG XL codestream', [0xff, 0x0a, 0, 0], 'image/jxl'],
    ['big-endian WAV', concat(concat('RIFX'), zeros(4), concat('WAVE')), 'audio/wav'],
    ['64-bit WAV', concat(concat('RF64'), [255, 255, 255, 255], concat('WAVE')), 'audio/wav'],
    ['RIFF of another kind', concat(concat('RIFF'), zeros(4), concat('ACON')), null],
    ['FLAC behind a tag', concat(id3(300), concat('fLaC')), 'audio/flac'],
    ['MP3 behind two tags and a gap', concat(id3(5), id3(7), zeros(33), mp3Frame, mp3Frame), 'audio/mpeg'],
    ['a tag with nothing behind it', id3(300), null],
    ['a tag longer than the file', id3(300).subarray(0, 100), null],
    ['a tag whose length is not syncsafe', concat(concat('ID3'), [4, 0, 0, 0, 0, 0x80, 0], mp3Frame), null],
    ['MP3 without a tag', concat(mp3Frame, mp3Frame), 'audio/mpeg'],
    ['one MPEG frame alone', mp3Frame, null],
    ['two MPEG frames that disagree', concat(mp3Frame, [0xff, 0xf3, 0x90, 0x00]), null],
    ['free-format MPEG', repeat(2, concat([0xff, 0xfb, 0x00, 0x00], zeros(413))), null],
    ['AAC in ADTS, the same sync bits', repeat(3, concat([0xff, 0xf1, 0x50, 0x80], zeros(413))), null],
    ['AAC in ADTS', concat(adtsFrame, adtsFrame), 'audio/aac'],
    ['AAC in ADTS behind a tag', concat(id3(5), adtsFrame, adtsFrame), 'audio/aac'],
    ['one ADTS frame alone', adtsFrame, null],
    ['Ogg', concat(concat('OggS'), zeros(23)), 'audio/ogg'],
    ['Ogg of a version that does not exist', concat(concat('OggS'), [1], zeros(22)), null],
    ['WebM', ebml('webm'), 'video/webm'],
    ['Matroska', ebml('matroska'), 'video/x-matroska'],
    ['EBML of another kind', ebml('other'), null],
    ['EBML element longer than the header', [0x1a, 0x45, 0xdf, 0xa3, 0x84, 0x42, 0x82, 0x8f, 0x77], null],
    ['Flash Video', concat(concat('FLV\x01'), [5], be32(9), be32(0)), 'video/x-flv'],
    ['Flash Video with reserved flags', concat(concat('FLV\x01'), [0xff], be32(9)), null],
    ['transport stream', repeat(6, tsPacket(188, 0)), 'video/mp2t'],
    ['transport stream with time stamps', repeat(6, tsPacket(192, 4)), 'video/mp2t'],
    ['one packet of a transport stream', tsPacket(188, 0), null],
    ['PDF behind other bytes', concat(zeros(1000), concat('%PDF-1.7')), 'application/pdf'],
    ['PDF header too late', concat(zeros(1020), concat('%PDF-1.7')), null],
    ['manifest store', jumbfBox('c2pa', 'c2pa'), 'application/c2pa'],
    ['JUMBF of another kind', jumbfBox('json', 'c2pa'), null],
    ['JPEG with a PDF behind its start', concat([0xff, 0xd8, 0xff, 0xe0], concat('%PDF-1.7')), 'image/jpeg'],
    ['nothing at all', [], null],
    ['one byte', [0xff], null],
  ])('%s', (_, bytes, expected) => {
    expect(sniffBytes(bytes)).toBe(expected);
  });
});

describe('SVG', () => {
  it.each<[string, Uint8Array, MediaType | null]>([
    ['bare', concat('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    [
      'with byte order mark, prolog and comments',
      Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- <html> -->\n<svg>'),
      'image/svg+xml',
    ],
    ['with a prefix', concat('<svg:svg xmlns:svg="x">'), 'image/svg+xml'],
    ['with an internal subset', concat('<!DOCTYPE svg [<!ENTITY a "]>"> <!-- ]> --> ]><svg>'), 'image/svg+xml'],
    ['UTF-16, little-endian with mark', utf16('\uFEFF<?xml version="1.0"?><svg>', false), 'image/svg+xml'],
    ['UTF-16, big-endian without mark', utf16('<svg>', true), 'image/svg+xml'],
    ['an HTML page with a picture in it', concat('<!DOCTYPE html><html><svg>'), 'text/html'],
    // Not SVG, and so text, which is read for labels.
    ['another element', concat('<svgx>'), 'text/plain'],
    ['text before the element', concat('hello <svg>'), 'text/plain'],
    ['a comment without end', concat('<!-- <svg>'), 'text/plain'],
    ['a document type without end', concat(`<!DOCTYPE svg [${'<!ENTITY a "b">'.repeat(100)}`), 'text/plain'],
    ['a prolog beyond the window', concat(concat(`<!--${'x'.repeat(LIMITS.sniffHeadBytes)}--><svg>`)), 'text/plain'],
  ])('%s', (_, bytes, expected) => {
    expect(sniffBytes(bytes)).toBe(expected);
  });
});

const ODF = 'application/vnd.oasis.opendocument';
const OOXML = 'application/vnd.openxmlformats-officedocument';

describe('ZIP documents', () => {
  it.each<[string, Uint8Array, MediaType | null]>([
    ['OpenDocument text', zip({ mimetype: `${ODF}.text`, 'content.xml': '' }), `${ODF}.text`],
    ['OpenDocument template', zip({ mimetype: `${ODF}.spreadsheet-template` }), `${ODF}.spreadsheet`],
    ['OpenDocument presentation', zip({ mimetype: `${ODF}.presentation` }), `${ODF}.presentation`],
    ['EPUB', zip({ mimetype: 'application/epub+zip', 'META-INF/container.xml': '' }), 'application/epub+zip'],
    ['another type in the first entry', zip({ mimetype: 'constructor' }), null],
    ['Word', zip({ '[Content_Types].xml': '', 'word/document.xml': '' }), `${OOXML}.wordprocessingml.document`],
    ['Excel', zip({ '[Content_Types].xml': '', 'xl/workbook.xml': '' }), `${OOXML}.spreadsheetml.sheet`],
    ['PowerPoint', zip({ 'ppt/a.xml': '', '[Content_Types].xml': '' }), `${OOXML}.presentationml.presentation`],
    ['folders without types', zip({ 'word/document.xml': '' }), null],
    ['an archive', zip({ 'a.txt': 'word/' }), null],
    ['an archive without directory', zip({ 'a.txt': 'word/' }).subarray(0, 40), null],
  ])('%s', (_, bytes, expected) => {
    expect(sniffBytes(bytes)).toBe(expected);
  });
});

describe('text', () => {
  it.each<[string, Uint8Array, MediaType | null]>([
    ['HTML by its element', concat(' \n<!-- x --><HTML lang=en>'), 'text/html'],
    ['HTML by its document type', concat('<!doctype HTML><p>'), 'text/html'],
    ['XHTML', concat('<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html>'), 'text/html'],
    ['HTML that begins with its head', Buffer.from('\uFEFF<head><meta>'), 'text/html'],
    ['XML', concat('<?xml version="1.0"?><a/>'), 'text/plain'],
    ['front matter', concat('---\ntitle: x\n---\ntext'), 'text/markdown'],
    ['front matter with carriage returns', concat('---\r\ntitle: x\r\n---\r\n'), 'text/markdown'],
    ['a rule that nothing closes', concat('---\ntitle: x\n'), 'text/plain'],
    ['a heading', concat('# Title\n\ntext'), 'text/markdown'],
    ['a heading behind text', concat('text\n\n## Title\n\ntext'), 'text/markdown'],
    ['comments of a script', concat('import os\n# one\n# two\n'), 'text/plain'],
    ['fenced code', concat('text\n```\nx\n```\n'), 'text/markdown'],
    ['a link', concat('see [here](https://example.com)'), 'text/markdown'],
    ['Chinese', Buffer.from('人工智能'), 'text/plain'],
    ['a character cut by the window', Buffer.from('人'.repeat(LIMITS.sniffHeadBytes)), 'text/plain'],
    ['a character cut by the end', Buffer.from('人人').subarray(0, 5), null],
    ['UTF-16 with mark', utf16('\uFEFFtext', false), 'text/plain'],
    ['UTF-16 with mark, big-endian', utf16('\uFEFFtext', true), 'text/plain'],
    ['UTF-16 without mark', utf16('text', false), null],
    ['a zero byte', concat('text\0'), null],
    ['an escape', concat('text\x1b[0m'), null],
  ])('%s', (_, bytes, expected) => {
    expect(sniffBytes(bytes)).toBe(expected);
  });
});

it('has one row for each media type and finds it by name', () => {
  expect(new Set(MEDIA_TYPES.map(({ media_type }) => media_type)).size).toBe(MEDIA_TYPES.length);
  expect(findMediaType('image/jpeg')?.name).toBe('JPEG');
  expect(findMediaType('image/jpg')).toBeUndefined();
});

it('never throws and never reads more than its budget, whatever the bytes are', () => {
  const starts = [
    [],
    tiff(1),
    bigTiff(1),
    brand('mp42'),
    ebml('webm'),
    id3(9),
    [0xff, 0xfb],
    concat('RIFF'),
    concat('<?xml'),
    concat('BM'),
    [0, 0, 1, 0, 1, 0],
    [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0],
    concat('8BPS\0\x01'),
    [0xff, 0x4f, 0xff, 0x51],
    concat('IIU\0'),
    concat('IIRO'),
    concat('FUJIFILMCCD-RAW '),
  ];
  const anyFile = fc.tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }));
  fc.assert(
    fc.property(anyFile, ([start, rest]) => {
      const { source, bytesRead } = countReads(bufferSource(concat(start, rest)));
      sniff(source);
      expect(bytesRead()).toBeLessThanOrEqual(LIMITS.sniffBytes);
    }),
    { seed: 1, numRuns: 2000 },
  );
});

describeWithShared('real files', 'corpus', (corpus) => {
  const files = listFiles(corpus).filter((file) => !/README|LICENSE|\.pem$/.test(file));

  it.each(files)('%s is what its name says, found within the budget', (file) => {
    const extension = extname(file).slice(1).toLowerCase();
    const byName = MEDIA_TYPES.find(({ extensions }) => extensions.includes(extension))?.media_type ?? null;
    const { source, bytesRead } = countReads(openFileSource(`${corpus}/${file}`));
    // Names and bytes agree throughout the corpus; what has no row (fonts) is not known; a certificate is text.
    expect(sniff(source)).toBe(byName);
    expect(bytesRead()).toBeLessThanOrEqual(LIMITS.sniffBytes);
    source.close();
  });

  it('heads cut off anywhere never throw', () => {
    for (const file of files) {
      const head = readFileSync(`${corpus}/${file}`).subarray(0, 4096);
      for (let length = 0; length < head.length; length += length < 64 ? 1 : 61) {
        expect(() => sniff(bufferSource(head.subarray(0, length)))).not.toThrow();
      }
    }
  });
});
