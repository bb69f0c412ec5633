import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { be32, concat, seededRandom, u8, type Bytes, type Part } from '@revera/testkit';
import {
  boxOfType,
  buildFlac,
  buildGif,
  buildJpeg,
  buildMp3With,
  buildMp4With,
  buildPng,
  flacBlock,
  id3v2,
  itunesMeta,
  userDataBox,
  type Id3Version,
} from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { bufferSource, type RandomAccess } from '../../bytes/random-access.ts';
import { LIMITS } from '../../limits.ts';
import { hasMediaTool } from '../../testing/media-tools.ts';
import type { MediaType } from '../media-types.ts';
import { findCover } from './find-cover.ts';

const JPEG = buildJpeg({ width: 24, height: 24 });
const PNG = buildPng({ width: 20, height: 20 });
const GIF = buildGif();

const coverOf = (bytes: Uint8Array, mediaType: string) => findCover(bufferSource(bytes), mediaType as MediaType);

/** A `data` box, of a type that says what it holds. */
const data = (content: Part, type = 13): Bytes => boxOfType('data', be32(type, 0), content);
const covr = (...parts: Bytes[]): Bytes => boxOfType('covr', ...parts);
const mp4With = (...items: Bytes[]): Bytes => buildMp4With({ moov: [userDataBox(itunesMeta(...items))] });

interface Apic {
  version?: Id3Version;
  kind?: number;
  code?: number;
  text?: Part;
}
/** The content of an `APIC` frame, or a `PIC` one. */
function apic(picture: Part, { version = 3, kind = 3, code = 0, text = '' }: Apic = {}): Bytes {
  const end = code === 1 || code === 2 ? u8(0, 0) : u8(0);
  return concat(u8(code), version === 2 ? 'JPG' : 'image/jpeg\0', u8(kind), text, end, picture);
}
const mp3With = (version: Id3Version, ...pictures: Bytes[]): Bytes =>
  buildMp3With(
    id3v2(
      version,
      pictures.map((picture) => ({ id: version === 2 ? 'PIC' : 'APIC', data: picture })),
    ),
  );

interface FlacPicture {
  kind?: number;
  /** What the block says of lengths, where that is not true. */
  typeLength?: number;
  length?: number;
}
function flacWith(...pictures: (readonly [picture: Bytes, told?: FlacPicture])[]): Bytes {
  const flac = buildFlac();
  const blocks = pictures.map(([picture, { kind = 3, typeLength = 9, length = picture.length } = {}]) =>
    flacBlock(6, concat(be32(kind, typeLength), 'image/png', be32(0), be32(1, 1, 24, 0), be32(length), picture)),
  );
  const first = 4 + 4 + 34;
  // The only block of this file is its last; now it is not.
  const head = flac.slice(0, first);
  head[4] = 0;
  return concat(head, ...blocks, flacBlock(1, new Uint8Array(8), true), flac.subarray(first));
}

describe('findCover', () => {
  it.each<[string, Bytes, string, string, Bytes]>([
    ['an MP4', mp4With(covr(data(JPEG))), 'video/mp4', 'image/jpeg', JPEG],
    ['an M4A', mp4With(covr(data(PNG, 14))), 'audio/mp4', 'image/png', PNG],
    ['a QuickTime file', mp4With(covr(data(GIF, 12))), 'video/quicktime', 'image/gif', GIF],
    ['an MP4 that gives its type wrongly', mp4With(covr(data(PNG, 1))), 'video/mp4', 'image/png', PNG],
    ['an MP4 with two', mp4With(covr(data(JPEG), data(PNG))), 'video/mp4', 'image/jpeg', JPEG],
    ['an MP4 whose first is none', mp4With(covr(data('text'), data(PNG))), 'video/mp4', 'image/png', PNG],
    ['an MP3 of ID3v2.2', mp3With(2, apic(JPEG, { version: 2 })), 'audio/mpeg', 'image/jpeg', JPEG],
    ['an MP3 of ID3v2.3', mp3With(3, apic(JPEG)), 'audio/mpeg', 'image/jpeg', JPEG],
    ['an MP3 of ID3v2.4', mp3With(4, apic(PNG)), 'audio/mpeg', 'image/png', PNG],
    [
      'a description of two bytes',
      mp3With(3, apic(JPEG, { code: 1, text: u8(0xff, 0xfe, 0x00, 0x4e) })),
      'audio/mpeg',
      'image/jpeg',
      JPEG,
    ],
    [
      'a front cover behind an artist',
      mp3With(3, apic(PNG, { kind: 8 }), apic(JPEG)),
      'audio/mpeg',
      'image/jpeg',
      JPEG,
    ],
    ['an artist alone', mp3With(3, apic(PNG, { kind: 8 })), 'audio/mpeg', 'image/png', PNG],
    ['a FLAC', flacWith([PNG]), 'audio/flac', 'image/png', PNG],
    ['a FLAC with its front second', flacWith([JPEG, { kind: 4 }], [PNG]), 'audio/flac', 'image/png', PNG],
  ])('finds that of %s, byte for byte', (_what, file, mediaType, type, picture) => {
    const found = coverOf(file, mediaType);
    expect(found?.mediaType).toBe(type);
    expect(found?.bytes).toEqual(picture);
    // Nothing else may cross to another thread with it.
    expect(found?.bytes.buffer.byteLength).toBe(picture.length);
  });

  it('undoes the unsynchronisation of a tag', () => {
    const file = buildMp3With(id3v2(3, [{ id: 'APIC', data: apic(JPEG) }], { unsynchronised: true }));
    expect(Buffer.from(file).includes(Buffer.from(JPEG))).toBe(false);
    expect(coverOf(file, 'audio/mpeg')?.bytes).toEqual(JPEG);
  });

  const lying = (declared: number, content: Part): Bytes => concat(be32(declared), 'data', be32(13, 0), content);
  it.each<[string, Bytes, string]>([
    ['a file without one', buildMp4With({}), 'video/mp4'],
    ['a text', mp4With(covr(data('not a picture'))), 'video/mp4'],
    ['an SVG', mp4With(covr(data('<svg xmlns="http://www.w3.org/2000/svg"/>'))), 'video/mp4'],
    ['an address', mp3With(3, apic('https://example.com/a.jpg')), 'audio/mpeg'],
    ['nothing', mp4With(covr(data(''))), 'video/mp4'],
    ['a box without its own fields', mp4With(covr(boxOfType('data', be32(13)))), 'video/mp4'],
    ['a length beyond its container', mp4With(covr(lying(0x7fff_ffff, JPEG))), 'video/mp4'],
    ['a length below its own head', mp4With(covr(lying(3, JPEG))), 'video/mp4'],
    ['no end of its type', mp3With(3, concat(u8(0), 'image/jpeg')), 'audio/mpeg'],
    ['no end of its description', mp3With(3, concat(u8(1), 'image/png\0', u8(3), 'abc')), 'audio/mpeg'],
    ['a FLAC type longer than its block', flacWith([PNG, { typeLength: 0xffff_fff0 }]), 'audio/flac'],
    ['a FLAC picture longer than its block', flacWith([PNG, { length: 0xffff_ffff }]), 'audio/flac'],
    ['more than a cover may have', mp4With(covr(data(concat(JPEG, new Uint8Array(LIMITS.coverBytes))))), 'video/mp4'],
    ['a picture in a format that is not examined', flacWith([PNG]), 'audio/ogg'],
  ])('finds none in %s', (_what, file, mediaType) => {
    expect(coverOf(file, mediaType)).toBeNull();
  });

  it('finds one behind another that is too large', () => {
    const huge = concat(JPEG, new Uint8Array(LIMITS.coverBytes));
    expect(coverOf(flacWith([huge], [PNG]), 'audio/flac')?.bytes).toEqual(PNG);
  });

  it.each<[string, Bytes, string]>([
    ['boxes', mp4With(...Array.from({ length: 100_000 }, () => covr(data('x')))), 'video/mp4'],
    ['frames', mp3With(4, ...Array.from({ length: 100_000 }, () => apic('x'))), 'audio/mpeg'],
    ['blocks', flacWith(...Array.from({ length: 100_000 }, () => [u8(1)] as const)), 'audio/flac'],
    ['large pieces', mp4With(...Array.from({ length: 20 }, () => covr(data(new Uint8Array(2 ** 21))))), 'video/mp4'],
  ])('reads no more than its bounds of a file of very many %s', (_what, file, mediaType) => {
    let bytes = 0;
    const { read, ...whole } = bufferSource(file);
    const counted: RandomAccess = {
      ...whole,
      read: (offset, length) => {
        const got = read(offset, length);
        bytes += got.length;
        return got;
      },
    };
    expect(findCover(counted, mediaType as MediaType)).toBeNull();
    expect(bytes).toBeLessThanOrEqual(LIMITS.coverReadBytes);
    expect(bytes).toBeGreaterThan(0);
  });

  it.each<[string, Bytes, string]>([
    ['MP4', mp4With(covr(data(JPEG))), 'video/mp4'],
    ['MP3', mp3With(3, apic(JPEG)), 'audio/mpeg'],
    ['FLAC', flacWith([PNG]), 'audio/flac'],
  ])('throws nothing because of a damaged %s', (_what, file, mediaType) => {
    const random = seededRandom(7);
    for (let length = 0; length < file.length; length += 7) coverOf(file.subarray(0, length), mediaType);
    for (let round = 0; round < 400; round += 1) {
      const damaged = file.slice();
      for (let flips = 0; flips < 4; flips += 1) damaged[random.below(damaged.length)] = random.below(256);
      coverOf(damaged, mediaType);
    }
  });
});

/** What ffmpeg is asked to make, and to what it attaches the picture. */
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=1'];
const CLIP = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:duration=1'];
const REAL: [string, string, string[]][] = [
  ['mp3', 'audio/mpeg', [...SOUND, '-i', 'COVER', '-map', '0', '-map', '1', '-c:v', 'copy', '-id3v2_version', '3']],
  [
    'm4a',
    'audio/mp4',
    [...SOUND, '-i', 'COVER', '-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'],
  ],
  [
    'flac',
    'audio/flac',
    [...SOUND, '-i', 'COVER', '-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'],
  ],
  [
    'mp4',
    'video/mp4',
    [
      ...CLIP,
      '-i',
      'COVER',
      '-map',
      '0',
      '-map',
      '1',
      '-c:v:0',
      'mpeg4',
      '-c:v:1',
      'copy',
      '-disposition:v:1',
      'attached_pic',
    ],
  ],
];

describe.skipIf(!hasMediaTool('ffmpeg'))(
  'findCover of files that ffmpeg made (skipped where it is not installed)',
  () => {
    it.each(REAL)('finds in a .%s the very picture that was attached', async (extension, mediaType, args) => {
      const folder = await mkdtemp(join(tmpdir(), 'revera-cover-'));
      try {
        const [cover, file] = [join(folder, 'cover.jpg'), join(folder, `file.${extension}`)];
        await writeFile(cover, JPEG);
        const given = args.map((arg) => (arg === 'COVER' ? cover : arg));
        execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...given, file]);
        const found = coverOf(await readFile(file), mediaType);
        expect(found?.mediaType).toBe('image/jpeg');
        expect(Buffer.from(JPEG).equals(found?.bytes ?? new Uint8Array())).toBe(true);
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  },
);
