import { concat, copyBytes, le32, setByte, truncate } from '@revera/testkit';
import {
  buildBmp,
  buildCr3,
  buildCrw,
  buildIcon,
  buildJ2c,
  buildJp2,
  buildOrf,
  buildPsd,
  buildRaf,
  buildRw2,
  buildTga,
  labelOnlyKinds,
} from '@revera/testkit/media';
import { xmpProperties } from '@revera/testkit/vendor';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { hasMediaTool, readTags } from '../testing/media-tools.ts';
import { readVendor } from '../vendor/read-vendor.ts';
import type { MediaType } from './media-types.ts';
import { readMetadata } from './read-metadata.ts';
import { sniff } from './sniff.ts';

const typeOf = (bytes: Uint8Array): MediaType | null => sniff(bufferSource(bytes));
const XMP = xmpProperties({ 'xmp:CreatorTool': 'Adobe Photoshop 26.0' });
const CANON = { Make: 'Canon\0', Model: 'Canon EOS M50\0' };

/** What is named in a file: maker and model, and the problems of reading. */
function named(bytes: Uint8Array): { type: MediaType | null; evidence: (string | null)[][]; problems: string[] } {
  const type = typeOf(bytes);
  if (type === null) return { type, evidence: [], problems: [] };
  const source = bufferSource(bytes);
  const findings = readMetadata(source, type);
  const { evidence, problems } = readVendor(source, type, findings);
  return {
    type,
    evidence: evidence.map(({ vendor, model }) => [vendor, model]),
    problems: problems.map(({ what }) => what),
  };
}

describe('types that are recognised by their header alone', () => {
  it.each<[string, Uint8Array, MediaType | null]>([
    ['BMP', buildBmp(), 'image/bmp'],
    ['BMP cut off in its header', truncate(buildBmp(), 20), null],
    ['BMP with a header that does not exist', setByte(buildBmp(), 14, 41), null],
    ['BMP with two planes', setByte(buildBmp(), 26, 2), null],
    ['BMP whose pixels lie behind its end', setByte(buildBmp(), 10, 200), null],
    ['prose that begins with BM', concat('BM is short for bitmap, and this is a line of text.'), 'text/plain'],
    ['icon', buildIcon(), 'image/vnd.microsoft.icon'],
    ['icon cut off', truncate(buildIcon(), 30), null],
    ['icon without pictures', setByte(buildIcon(), 4, 0), null],
    ['icon whose picture is none', setByte(buildIcon(), 22, 41), null],
    ['zeros', new Uint8Array(64), null],
    ['TGA, exactly as long as it says', buildTga(), 'image/x-tga'],
    ['TGA with a byte too much', concat(buildTga(), [0]), null],
    ['TGA cut off', truncate(buildTga(), 18), null],
    ['TGA with its footer', buildTga({ software: 'x' }), 'image/x-tga'],
    ['TGA with a footer and an impossible depth', setByte(buildTga({ software: 'x' }), 16, 9), null],
    ['TGA with a footer and a palette that is not there', setByte(buildTga({ software: 'x' }), 2, 1), null],
    ['Photoshop', buildPsd(XMP), 'image/vnd.adobe.photoshop'],
    ['Photoshop of version 3', setByte(buildPsd(XMP), 5, 3), null],
    ['Photoshop cut off', truncate(buildPsd(XMP), 20), null],
    ['JPEG 2000', buildJp2(XMP), 'image/jp2'],
    ['JPEG 2000 cut off behind its signature', truncate(buildJp2(XMP), 14), null],
    ['JPEG 2000 codestream', buildJ2c(), 'image/j2c'],
    ['JPEG 2000 codestream with a lying length', setByte(buildJ2c(), 5, 99), null],
    ['Panasonic', buildRw2(CANON), 'image/x-panasonic-rw2'],
    ['Panasonic without a directory', concat('IIU\0', le32(0xffff_fff0)), null],
    ['Olympus', buildOrf(CANON), 'image/x-olympus-orf'],
    ['prose that begins as Olympus does', concat('IIRO and other words, of no file at all.'), 'text/plain'],
    ['Fujifilm', buildRaf(CANON), 'image/x-fujifilm-raf'],
    ['Canon CRW', buildCrw({ make: 'Canon', model: 'x' }), 'image/x-canon-crw'],
    ['Canon CR3', buildCr3(CANON), 'image/x-canon-cr3'],
  ])('%s', (_name, bytes, type) => {
    expect(typeOf(bytes)).toBe(type);
  });
});

describe('makers and programs of further pictures', () => {
  it.each<[string, Uint8Array, string, string | null]>([
    ['Canon CR3', buildCr3(CANON), 'Canon', 'EOS M50'],
    ['Canon CRW', buildCrw({ make: 'Canon', model: 'Canon EOS D60' }), 'Canon', 'EOS D60'],
    ['Fujifilm RAF', buildRaf({ Make: 'FUJIFILM\0', Model: 'FinePixS5Pro\0' }), 'Fujifilm', 'FinePixS5Pro'],
    ['Panasonic RW2', buildRw2({ Make: 'Panasonic\0', Model: 'DMC-LX3\0' }), 'Panasonic', 'DMC-LX3'],
    ['Olympus ORF', buildOrf({ Make: 'OLYMPUS\0', Model: 'E-1\0' }), 'Olympus', 'E-1'],
    ['Photoshop, XMP', buildPsd(XMP), 'Adobe', null],
    ['JPEG 2000, XMP', buildJp2(XMP), 'Adobe', null],
    ['TGA', buildTga({ software: 'GIMP 2.10' }), 'GIMP', null],
  ])('%s', (_name, bytes, vendor, model) => {
    const { evidence, problems } = named(bytes);
    expect(evidence[0]?.[0]).toContain(vendor);
    if (model !== null) expect(evidence[0]?.[1]).toBe(model);
    expect(problems).toEqual([]);
  });

  it.each<[string, Uint8Array]>([
    ['Photoshop', truncate(buildPsd(XMP), 28)],
    ['Photoshop whose resources lie', overwrite(buildPsd(XMP), 30, [0x7f, 0xff, 0xff, 0xf0])],
    ['JPEG 2000', truncate(buildJp2(XMP), 120)],
    ['JPEG 2000 codestream', truncate(buildJ2c(), 50)],
    ['Canon CRW', truncate(buildCrw({ make: 'Canon', model: 'Canon EOS D60' }), 40)],
    ['Canon CRW whose directory lies', overwrite(buildCrw({ make: 'Canon', model: 'x' }), -4, le32(0x7fff_ffff))],
    ['Fujifilm RAF', truncate(buildRaf(CANON), 100)],
    ['Fujifilm RAF whose picture is elsewhere', overwrite(buildRaf(CANON), 84, [0x7f, 0, 0, 0])],
    ['TGA whose extension area lies', overwrite(buildTga({ software: 'x' }), -26, le32(0x7fff_ffff))],
  ])('%s, damaged: a problem and no exception', (_name, bytes) => {
    const { type, problems } = named(bytes);
    expect(type).not.toBeNull();
    expect(problems.length).toBeGreaterThan(0);
  });

  describe.skipIf(!hasMediaTool('exiftool'))('exiftool agrees', () => {
    it.each(['cr3', 'crw', 'raf', 'rw2', 'orf'] as const)('on maker and model of %s', async (kind) => {
      const { [kind]: raw } = labelOnlyKinds;
      const bytes = raw.build();
      const type = typeOf(bytes);
      if (type === null) throw new Error('unreachable');
      const { items } = readMetadata(bufferSource(bytes), type);
      const textOf = (name: string) => items.find(({ key }) => key === name)?.bytes;
      const folder = await mkdtemp(join(tmpdir(), 'revera-raw-'));
      const path = join(folder, `a.${raw.extension}`);
      await writeFile(path, bytes);
      const tags = Object.entries((await readTags([path]))[0] ?? {});
      await rm(folder, { recursive: true });
      for (const name of ['Make', 'Model']) {
        const text = Buffer.from(textOf(name) ?? []).toString('latin1');
        expect(text.replace(/\0+$/, '')).toBe(tags.find(([tag]) => tag.endsWith(`:${name}`))?.[1]);
        expect(text.length).toBeGreaterThan(2);
      }
    });
  });

  it('a heap of Canon that contains itself ends', () => {
    const heap = concat(le16Pair(0x300a), le32(14, 0), le32(0));
    const bytes = concat('II', le32(26), 'HEAPCCDR', le32(0), new Uint8Array(8), heap);
    expect(named(bytes).type).toBe('image/x-canon-crw');
  });
});

function le16Pair(tag: number): Uint8Array {
  return Uint8Array.of(1, 0, tag & 0xff, tag >> 8);
}

/** A negative offset counts from the end. */
function overwrite(bytes: Uint8Array, offset: number, value: Uint8Array | number[]): Uint8Array {
  const out = copyBytes(bytes);
  out.set(value, offset < 0 ? bytes.length + offset : offset);
  return out;
}
