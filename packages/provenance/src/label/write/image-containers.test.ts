import { be32, concat, copyBytes, indexOfBytes, insert, le32, setByte, u8 } from '@revera/testkit';
import { box, buildGif, buildSvg, buildWebp, jxlContainer, riffChunk } from '@revera/testkit/media';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readGif } from '../../media/gif.ts';
import { readJxl } from '../../media/jxl.ts';
import { readRiff } from '../../media/riff.ts';
import { readSvg } from '../../media/svg.ts';
import { readTiff } from '../../media/tiff.ts';
import { FOREIGN_XMP, LABEL, labelsIn, OTHER_LABEL, writeLabel } from '../../testing/image-labels.ts';
import { EXIF, has, OLD_XMP, TEXTS, WRAPPED } from '../../testing/labelled-parts.ts';
import { tiffWithXmp } from '../../testing/tiff-files.ts';
import { XMP_TRAILER } from '../../media/gif-blocks.ts';
import { writeGif } from './gif.ts';
import { writeJxl } from './jxl.ts';
import { writeSvg } from './svg.ts';
import { writeTiff } from './tiff.ts';
import { writeWebp } from './webp.ts';
import { LabelWriteError } from './writer.ts';

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
