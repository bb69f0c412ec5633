import { be16, be32, concat, indexOfBytes, u8 } from '@revera/testkit';
import { buildJpeg, buildPng, jpegSegment, pngChunk } from '@revera/testkit/media';
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readJpeg } from '../../media/jpeg.ts';
import { readPng } from '../../media/png.ts';
import { FOREIGN_XMP, LABEL, labelsIn, OTHER_LABEL, writeLabel } from '../../testing/image-labels.ts';
import { pngParts } from '../../testing/file-parts.ts';
import { commented, EXIF, has, OLD_XMP, WRAPPED } from '../../testing/labelled-parts.ts';
import { readItems } from '../../testing/read-media.ts';
import { tiffWithXmp } from '../../testing/tiff-files.ts';
import { writeJpeg } from './jpeg.ts';
import { writePng } from './png.ts';
import { LabelWriteError } from './writer.ts';

const XMP_MARK = 'http://ns.adobe.com/xap/1.0/\0';
const EXTENSION_MARK = 'http://ns.adobe.com/xmp/extension/\0';

describe('JPEG', () => {
  const one = [{ path: 'APP1', value: LABEL }];
  const withSegments = (...segments: [number, Uint8Array][]): Uint8Array =>
    buildJpeg({ segments: segments.map(([marker, payload]) => ({ marker, payload })) });

  it('does not read what holds no label: 30 MB of other segments are no matter', () => {
    const written = writeLabel(writeJpeg, buildJpeg({ sizeBytes: 30_000_000 }));
    expect(indexOfBytes(written, XMP_MARK)).toBeLessThan(100);
  });

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
    ['EXIF in bytes that say UTF-16', [0xe1, concat('Exif\0\0', commented(concat('UNICODE\0', WRAPPED)))]],
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
