import {
  be16,
  be32,
  box,
  buildGif,
  buildJpeg,
  buildPng,
  buildSvg,
  buildWebp,
  concat,
  copyBytes,
  indexOfBytes,
  insert,
  jpegSegment,
  jxlContainer,
  le32,
  pngChunk,
  riffChunk,
  setByte,
  u8,
} from '@revera/testkit';
import { crc32, brotliCompressSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readGif } from '../../media/gif.ts';
import { readJpeg } from '../../media/jpeg.ts';
import { readJxl } from '../../media/jxl.ts';
import { readPng } from '../../media/png.ts';
import { readRiff } from '../../media/riff.ts';
import { readSvg } from '../../media/svg.ts';
import { readTiff } from '../../media/tiff.ts';
import { FOREIGN_XMP, LABEL, labelsIn, OTHER_LABEL, readItems, writeLabel } from '../../testing/image-labels.ts';
import { pngParts } from '../../testing/file-parts.ts';
import { tiffWithXmp } from '../../testing/tiff-files.ts';
import { XMP_TRAILER } from './gif-blocks.ts';
import { writeGif } from './gif.ts';
import { writeJpeg } from './jpeg.ts';
import { writeJxl } from './jxl.ts';
import { writePng } from './png.ts';
import { writeSvg } from './svg.ts';
import { writeTiff } from './tiff.ts';
import { writeWebp } from './webp.ts';
import { LabelWriteError } from './writer.ts';

const XMP_MARK = 'http://ns.adobe.com/xap/1.0/\0';
const EXTENSION_MARK = 'http://ns.adobe.com/xmp/extension/\0';
const WRAPPED = `{"AIGC":${OTHER_LABEL}}`;
const OLD_XMP = FOREIGN_XMP.replace(
  '</dc:title>',
  `</dc:title><T:AIGC xmlns:T="http://www.tc260.org.cn/ns/AIGC/1.0/">${OTHER_LABEL}</T:AIGC>`,
);
const TEXTS = [
  { tag: 0x010e, type: 2, value: concat(OTHER_LABEL, '\0') },
  { tag: 0x010f, type: 2, value: concat('A maker\0') },
];
/** EXIF whose main directory holds the comment, where readers accept it too. */
const commented = (value: Uint8Array): Uint8Array =>
  tiffWithXmp({ texts: [...TEXTS, { tag: 0x9286, type: 7, value }] });
const EXIF = commented(concat('ASCII\0\0\0', WRAPPED));
const has = (file: Uint8Array, text: string): boolean => indexOfBytes(file, text) !== -1;

describe('JPEG', () => {
  const one = [{ path: 'APP1', value: LABEL }];
  const withSegments = (...segments: [number, Uint8Array][]): Uint8Array =>
    buildJpeg({ segments: segments.map(([marker, payload]) => ({ marker, payload })) });

  it('has the label behind JFIF and EXIF, in front of everything else', () => {
    const file = withSegments(
      [0xe1, concat('Exif\0\0', EXIF)],
      [0xe2, concat('ICC_PROFILE\0')],
      [0xfe, concat('a comment')],
    );
    const written = writeLabel(writeJpeg, file);
    expect(labelsIn(readJpeg, written)).toEqual(one);
    expect(indexOfBytes(written, XMP_MARK)).toBe(
      indexOfBytes(written, 'ICC_PROFILE') - 4 - (written.length - file.length) + 4,
    );
    expect(has(written, 'a comment') && has(written, 'A maker')).toBe(true);
  });

  it.each([
    ['APP11', [0xeb, concat('AIGC', OTHER_LABEL)]],
    ['APP9', [0xe9, concat('AIGC', WRAPPED)]],
    ['a comment', [0xfe, concat(OTHER_LABEL)]],
    ['EXIF', [0xe1, concat('Exif\0\0', EXIF)]],
    ['EXIF without a character code', [0xe1, concat('Exif\0\0', commented(concat(WRAPPED)))]],
    ['EXIF in UTF-16', [0xe1, concat('Exif\0\0', commented(concat('UNICODE\0', Buffer.from(WRAPPED, 'utf16le'))))]],
    ['XMP inside EXIF', [0xe1, concat('Exif\0\0', tiffWithXmp({ packet: OLD_XMP }))]],
  ] satisfies [string, [number, Uint8Array]][])('has a label taken out of %s', (_, segment) => {
    const written = writeLabel(writeJpeg, withSegments(segment, [0xfe, concat('a comment')]));
    expect(labelsIn(readJpeg, written)).toEqual(one);
    expect(has(written, 'an-older-number') || has(written, 'a\0n\0-\0o\0l\0d')).toBe(false);
    expect(has(written, 'a comment')).toBe(true);
  });

  it('keeps the length of EXIF, and its other values', () => {
    const written = writeLabel(writeJpeg, withSegments([0xe1, concat('Exif\0\0', EXIF)]));
    const [exif] = readItems(readJpeg, written).items;
    expect(exif).toMatchObject({ kind: 'exif', length: EXIF.length, intact: true });
    expect(has(exif?.bytes ?? EXIF, 'A maker')).toBe(true);
  });

  it('has a second packet freed of its label', () => {
    const packet = concat(XMP_MARK, OLD_XMP);
    const written = writeLabel(writeJpeg, withSegments([0xe1, packet], [0xe1, packet]));
    expect(labelsIn(readJpeg, written)).toEqual(one);
  });

  it('keeps C2PA segments and binary ones', () => {
    const segments: [number, Uint8Array][] = [
      [0xeb, concat('JP', be16(1), be32(1), OTHER_LABEL)],
      [0xed, concat('Photoshop 3.0\0', u8(0, 1, 2))],
    ];
    const written = writeLabel(writeJpeg, withSegments(...segments));
    for (const [marker, payload] of segments)
      expect(indexOfBytes(written, jpegSegment(marker, payload))).toBeGreaterThan(0);
  });

  it('has no room for a packet that a segment does not hold, and takes one that just fits', () => {
    const size = (room: number): Uint8Array => {
      const packet = FOREIGN_XMP.replace('Ä', 'A'.repeat(room));
      return withSegments([0xe1, concat(XMP_MARK, packet)]);
    };
    const largest = 65_502 - (writeLabel(writeJpeg, size(0)).length - buildJpeg().length - 4 - XMP_MARK.length);
    expect(labelsIn(readJpeg, writeLabel(writeJpeg, size(largest)))).toEqual(one);
    expect(() => writeLabel(writeJpeg, size(largest + 1))).toThrow(expect.objectContaining({ code: 'no_room' }));
  });

  it('keeps extended XMP and the name of it, unless a label stands in it or it is damaged', () => {
    const guid = 'A'.repeat(32);
    const main = FOREIGN_XMP.replace('xmpNote:Mark', `xmpNote:HasExtendedXMP="${guid}" xmpNote:Mark`);
    const file = (text: string, missing = 0): Uint8Array => {
      const length = new TextEncoder().encode(text).length;
      const extended = concat(EXTENSION_MARK, guid, be32(length + missing, 0), text);
      return withSegments([0xe1, concat(XMP_MARK, main)], [0xe1, extended]);
    };
    const written = writeLabel(writeJpeg, file(FOREIGN_XMP));
    expect(labelsIn(readJpeg, written)).toEqual(one);
    expect(has(written, `HasExtendedXMP="${guid}"`)).toBe(true);
    expect(() => writeLabel(writeJpeg, file(OLD_XMP))).toThrow(LabelWriteError);
    expect(() => writeLabel(writeJpeg, file(FOREIGN_XMP, 1))).toThrow(LabelWriteError);
  });

  it('keeps the list of further pictures right', () => {
    const second = buildJpeg({ width: 8, height: 8 });
    const list = (size: number, distance: number): Uint8Array => {
      const header = concat('MM', be16(42), be32(8), be16(1, 0xb002, 7), be32(32, 26), be32(0));
      return concat('MPF\0', header, be32(0x20030000, size, 0, 0), be32(0, second.length, distance, 0));
    };
    const build = (size: number, distance: number): Uint8Array =>
      withSegments([0xe2, list(size, distance)], [0xeb, concat('AIGC', OTHER_LABEL)]);
    const first = build(0, 0);
    const origin = indexOfBytes(first, 'MPF\0') + 4;
    const written = writeLabel(writeJpeg, concat(build(first.length, first.length - origin), second));
    const newOrigin = indexOfBytes(written, 'MPF\0') + 4;
    const view = new DataView(written.buffer, newOrigin + 26);
    expect(view.getUint32(4)).toBe(written.length - second.length);
    expect(view.getUint32(16 + 4)).toBe(second.length);
    expect(written.subarray(newOrigin + view.getUint32(16 + 8))).toEqual(second);
  });
});

describe('PNG', () => {
  const one = [{ path: 'iTXt', value: LABEL }];

  it.each([
    ['tEXt', concat('AIGC\0', WRAPPED)],
    ['tEXt', concat('aigc\0', OTHER_LABEL)],
    ['tEXt', concat('Description\0', OTHER_LABEL)],
    ['zTXt', concat('AIGC\0\0', deflateSync(OTHER_LABEL))],
    ['iTXt', concat('AIGC\0', u8(1, 0), '\0\0', deflateSync(OTHER_LABEL))],
    ['eXIf', EXIF],
  ])('has a label taken out of %s, before and behind the picture', (type, data) => {
    const other = { type: 'tEXt', data: concat('Title\0kept') };
    const file = buildPng({ chunks: [{ type, data }, other], chunksAfterImage: [{ type, data }] });
    const written = writeLabel(writePng, file);
    expect(labelsIn(readPng, written)).toEqual(one);
    expect(has(written, 'Title\0kept')).toBe(true);
    expect(pngParts(written)[2]?.name).toBe('iTXt');
    for (const { name, bytes } of pngParts(written).slice(1)) {
      expect([name, bytes.readUInt32BE(bytes.length - 4)]).toEqual([name, crc32(bytes.subarray(4, -4))]);
    }
  });

  it('has compressed XMP written uncompressed, in its place, and a second packet with a label taken out', () => {
    const data = concat('XML:com.adobe.xmp\0', u8(1, 0), '\0\0', deflateSync(OLD_XMP));
    const gamma = { type: 'gAMA', data: be32(45_455) };
    const written = writeLabel(writePng, buildPng({ chunks: [gamma, { type: 'iTXt', data }, { type: 'iTXt', data }] }));
    expect(labelsIn(readPng, written)).toEqual(one);
    expect(pngParts(written).map(({ name }) => name)).toEqual(['signature', 'IHDR', 'gAMA', 'iTXt', 'IDAT', 'IEND']);
    expect(has(written, 'Ä title')).toBe(true);
  });

  it('is refused when its XMP cannot be decompressed or inflates without end', () => {
    const bomb = deflateSync(new Uint8Array(20_000_000));
    for (const stored of [u8(1, 2, 3), bomb]) {
      const data = concat('XML:com.adobe.xmp\0', u8(1, 0), '\0\0', stored);
      expect(() => writeLabel(writePng, buildPng({ chunks: [{ type: 'iTXt', data }] }))).toThrow(LabelWriteError);
      const other = { type: 'zTXt', data: concat('Comment\0\0', stored) };
      expect(has(writeLabel(writePng, buildPng({ chunks: [other] })), 'Comment\0\0')).toBe(true);
    }
  });

  it('leaves chunks without a form, and what follows the end', () => {
    const file = concat(buildPng({ chunks: [{ type: 'tEXt', data: concat('AIGC') }] }), 'trailer');
    const written = writeLabel(writePng, file);
    expect(indexOfBytes(written, pngChunk('tEXt', concat('AIGC')))).toBeGreaterThan(0);
    expect(has(written, 'trailer')).toBe(true);
  });
});

describe('WebP', () => {
  const file = (...chunks: Uint8Array[]): Uint8Array => {
    const body = concat('WEBP', ...chunks);
    return concat('RIFF', le32(body.length), body);
  };
  const image = buildWebp().subarray(12);
  const extended = (flags: number): Uint8Array => riffChunk('VP8X', u8(flags, 0, 0, 0, 15, 0, 0, 15, 0, 0));

  it('gets an extended header with the size and the alpha of its picture', () => {
    expect(writeLabel(writeWebp, buildWebp()).subarray(12, 30)).toEqual(extended(0x04));
    const transparent = setByte(buildWebp(), 24, (buildWebp()[24] ?? 0) | 0x10);
    expect(writeLabel(writeWebp, transparent).subarray(12, 30)).toEqual(extended(0x14));
    const lossy = riffChunk('VP8 ', u8(0, 0, 0, 0x9d, 0x01, 0x2a, 0x10, 0x40, 0x10, 0x00), new Uint8Array(7));
    expect(writeLabel(writeWebp, file(lossy)).subarray(12, 30)).toEqual(extended(0x04));
  });

  it('keeps the flags that it has, and sizes even and right', () => {
    const written = writeLabel(writeWebp, file(extended(0x20), image, riffChunk('ICCP', 'abc')), `${LABEL} `);
    expect(written[20]).toBe(0x24);
    expect(written.length % 2).toBe(0);
    expect(new DataView(written.buffer).getUint32(4, true)).toBe(written.length - 8);
  });

  it('has a label taken out of EXIF and a second packet', () => {
    for (const exif of [EXIF, concat('Exif\0\0', EXIF)]) {
      const chunks = [riffChunk('EXIF', exif), riffChunk('XMP ', OLD_XMP), riffChunk('XMP ', OLD_XMP)];
      const written = writeLabel(writeWebp, file(extended(0x0c), image, ...chunks));
      expect(labelsIn(readRiff, written)).toEqual([{ path: 'XMP', value: LABEL }]);
      expect(has(written, 'A maker')).toBe(true);
    }
  });

  it('keeps what follows the file', () => {
    const written = writeLabel(writeWebp, concat(buildWebp(), '!?!?'));
    expect(written.subarray(-4)).toEqual(concat('!?!?'));
  });

  it('is refused when its picture has no header', () => {
    expect(() => writeLabel(writeWebp, file(riffChunk('VP8 ', new Uint8Array(10))))).toThrow('WebP image header');
    expect(() => writeLabel(writeWebp, file(riffChunk('VP8L', new Uint8Array(10))))).toThrow('WebP image header');
    expect(() => writeLabel(writeWebp, file(riffChunk('ICCP', '')))).toThrow('WebP image header');
    expect(() => writeLabel(writeWebp, file())).toThrow('WebP without an image');
  });
});

describe('GIF', () => {
  const start = 13 + 384;
  const one = [{ path: 'XMP DataXMP', value: LABEL }];
  const subBlock = (text: string | Uint8Array): Uint8Array => concat([concat(text).length], text);

  it('becomes version 89a, which has extensions', () => {
    const old = concat('GIF87a', buildGif().subarray(6));
    const written = writeLabel(writeGif, old);
    expect(written).toEqual(writeLabel(writeGif, buildGif()));
    expect(labelsIn(readGif, written)).toEqual(one);
  });

  it('has labels in comments taken out, and other comments kept', () => {
    const comment = (text: string): Uint8Array =>
      concat(u8(0x21, 0xfe), subBlock(text.slice(0, 100)), subBlock(text.slice(100)), u8(0));
    const file = insert(buildGif(), start, concat(comment(OTHER_LABEL), comment('x'.repeat(150))));
    const written = writeLabel(writeGif, file);
    expect(labelsIn(readGif, written)).toEqual(one);
    expect(indexOfBytes(written, comment('x'.repeat(150)))).toBeGreaterThan(0);
  });

  it('stands behind the loop and in front of the first picture', () => {
    const loop = concat(u8(0x21, 0xff, 11), 'NETSCAPE2.0', u8(3, 1, 0, 0, 0));
    const control = u8(0x21, 0xf9, 4, 0, 0, 0, 0, 0);
    const written = writeLabel(writeGif, insert(buildGif(), start, concat(loop, control)));
    expect(indexOfBytes(written, 'XMP DataXMP')).toBe(start + loop.length + 3);
    expect(labelsIn(readGif, written)).toEqual(one);
  });

  it('takes a packet in sub-blocks, and several', () => {
    const head = concat(u8(0x21, 0xff, 11), 'XMP DataXMP');
    const packet = concat(OLD_XMP);
    const blocks = Array.from({ length: Math.ceil(packet.length / 200) }, (_, index) =>
      subBlock(packet.subarray(index * 200, index * 200 + 200)),
    );
    const raw = concat(head, OLD_XMP, XMP_TRAILER);
    const file = insert(buildGif(), start, concat(head, ...blocks, u8(0), raw));
    const written = writeLabel(writeGif, file);
    expect(labelsIn(readGif, written)).toEqual(one);
    expect(has(written, 'Ä title')).toBe(true);
  });
});

describe('TIFF', () => {
  it('has a label taken out of its texts, which keep their places', () => {
    const file = tiffWithXmp({ texts: [...TEXTS, { tag: 0x9286, type: 7, value: concat('ASCII\0\0\0', WRAPPED) }] });
    const written = writeLabel(writeTiff, file);
    expect(labelsIn(readTiff, written)).toEqual([{ path: 'IFD0', value: LABEL }]);
    expect(has(written, 'A maker') && !has(written, 'an-older-number')).toBe(true);
  });

  it('writes type 7, in a directory that is sorted and at an even place', () => {
    for (const packet of [undefined, FOREIGN_XMP]) {
      const written = writeLabel(writeTiff, tiffWithXmp(packet === undefined ? {} : { packet }));
      const view = new DataView(written.buffer);
      const directory = view.getUint32(4, true);
      expect(directory % 2).toBe(0);
      const count = view.getUint16(directory, true);
      const tags = Array.from({ length: count }, (_, index) => view.getUint16(directory + 2 + index * 12, true));
      expect(tags).toEqual(tags.toSorted((a, b) => a - b));
      expect(view.getUint16(directory + 2 + tags.indexOf(700) * 12 + 2, true)).toBe(7);
    }
  });

  it('blanks a packet that had to move, and overwrites one that did not', () => {
    const moved = writeLabel(writeTiff, tiffWithXmp({ packet: FOREIGN_XMP }));
    expect(moved.lastIndexOf(0xc3)).toBe(indexOfBytes(moved, 'Ä'));
    const overwritten = tiffWithXmp({ packet: OLD_XMP.replace('an-older-number', 'n'.repeat(900)) });
    expect(writeLabel(writeTiff, overwritten)).toHaveLength(overwritten.length);
  });

  it('is refused when its directory is missing or its XMP is no row of bytes', () => {
    const file = tiffWithXmp({ packet: FOREIGN_XMP });
    const at = indexOfBytes(file, u8(0xbc, 2, 1, 0));
    expect(() => writeLabel(writeTiff, setByte(file, at + 2, 4))).toThrow(LabelWriteError);
    expect(() => writeLabel(writeTiff, setByte(file, at + 7, 0x7f))).toThrow(LabelWriteError);
    const nowhere = copyBytes(file);
    nowhere.set(le32(0), 4);
    expect(() => writeLabel(writeTiff, nowhere)).toThrow('TIFF without a directory');
  });
});

describe('SVG', () => {
  const one = [{ path: 'svg', value: LABEL }];
  const NAMESPACES =
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"';
  const svg = (inside: string, prefix = ''): Uint8Array => {
    const name = `${prefix === '' ? '' : `${prefix}:`}svg`;
    const declared = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
    return concat(
      `<?xml version="1.0"?>\n<${name} ${declared}="http://www.w3.org/2000/svg" ${NAMESPACES}>${inside}</${name}>\n`,
    );
  };
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

  it('gets metadata as its first child, and is else unchanged', () => {
    const plain = text(buildSvg());
    const written = text(writeLabel(writeSvg, buildSvg()));
    expect(written).toMatch(/<svg [^>]*>\n<metadata><rdf:RDF /);
    expect(written.replace(/\n<metadata>.*<\/metadata>/, '')).toBe(plain);
  });

  it.each([
    ['a prefix', svg('<s:title>T</s:title>', 's')],
    ['nothing inside', concat('<svg xmlns="http://www.w3.org/2000/svg" />')],
    ['no namespace', concat('<svg></svg>')],
    ['a public document type', concat('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "a>b"><svg/>')],
    ['metadata without RDF', svg('<metadata>words</metadata>')],
    ['RDF without a description', svg('<metadata><rdf:RDF/></metadata>')],
    ['RDF with a description', svg('<metadata><rdf:RDF><rdf:Description dc:title="T"/></rdf:RDF></metadata>')],
    ['RDF elsewhere', svg('<g><rdf:RDF><rdf:Description dc:title="T"/></rdf:RDF></g>')],
    ['metadata of a picture inside', svg('<g><metadata><rdf:RDF/></metadata></g>')],
    [
      'fields of Dublin Core',
      svg('<metadata><rdf:RDF><rdf:Description dc:Label="1" dc:ProduceID="an-older-number"/></rdf:RDF></metadata>'),
    ],
    ['UTF-16', Uint8Array.from(Buffer.from('\u{feff}<svg><title>T</title></svg>', 'utf16le'))],
  ])('takes a label with %s', (_, file) => {
    const written = writeLabel(writeSvg, file);
    expect(labelsIn(readSvg, written)).toEqual(one);
    expect(has(written, 'an-older-number')).toBe(false);
    expect(writeLabel(writeSvg, written)).toEqual(written);
  });

  it('is refused when it is another document, or declares entities', () => {
    for (const file of [concat('<html/>'), concat('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>')]) {
      expect(() => writeLabel(writeSvg, file)).toThrow(LabelWriteError);
    }
  });
});

describe('JPEG XL', () => {
  const one = [{ path: 'xml ', value: LABEL }];

  it('has no place in a bare codestream', () => {
    const bare = concat(u8(0xff, 0x0a), new Uint8Array(60));
    expect(() => writeLabel(writeJxl, bare)).toThrow(expect.objectContaining({ code: 'unsupported_carrier' }));
  });

  it('has a label in front of a last box without a length', () => {
    const file = jxlContainer();
    const at = indexOfBytes(file, 'jxlc') - 4;
    const open = concat(file.subarray(0, at), be32(0), file.subarray(at + 4));
    const written = writeLabel(writeJxl, open);
    expect(labelsIn(readJxl, written)).toEqual(one);
    expect(written.subarray(-(open.length - at))).toEqual(open.subarray(at));
  });

  it('has labels taken out of EXIF and compressed boxes', () => {
    const exif = concat(be32(0), EXIF);
    const file = jxlContainer(
      box('Exif', exif),
      box('brob', 'xml ', brotliCompressSync(OLD_XMP)),
      box('xml ', OLD_XMP),
      box('xml ', '<other/>'),
    );
    const written = writeLabel(writeJxl, file);
    expect(labelsIn(readJxl, written)).toEqual(one);
    expect(has(written, 'Ä title') && has(written, '<other/>') && has(written, 'A maker')).toBe(true);
    const compressed = writeLabel(writeJxl, jxlContainer(box('brob', 'Exif', brotliCompressSync(exif))));
    expect(labelsIn(readJxl, compressed)).toEqual(one);
  });

  it('is refused when a compressed box is damaged', () => {
    expect(() => writeLabel(writeJxl, jxlContainer(box('brob', 'xml ', u8(1, 2, 3))))).toThrow('bad compressed data');
  });
});
