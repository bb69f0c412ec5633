import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { be16, be32, concat, u8, type Bytes } from '@revera/testkit';
import {
  box,
  buildJpeg,
  buildMp4,
  buildPng,
  buildTiff,
  exifBlock,
  imageResource,
  iptcRecord,
  rawProfile,
  riffChunk,
  riffList,
  samsungTrailer,
} from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { hasMediaTool, readTags, writeTags } from '../testing/media-tools.ts';
import type { MediaType } from './media-types.ts';
import { readMetadata } from './read-metadata.ts';
import { decodeItemText } from './text-decoding.ts';

const VALUE = { type: 0x0100, name: 'SoundShot_000', value: 'sound' };
const CREDIT = iptcRecord(['2:00', be16(4)], ['2:110', 'a credit'], ['2:65', 'a program']);
const FILM = buildMp4({ brand: 'mov' });

/** The file, ExifTool's name for the value, and the value. */
const READ: [string, string, Bytes, Record<string, string>][] = [
  ['SEF trailer', 'a.jpg', concat(buildJpeg(), samsungTrailer(VALUE)), { EmbeddedAudioFileName: VALUE.name }],
  [
    'image resources',
    'b.jpg',
    buildJpeg({ segments: [{ marker: 0xed, payload: concat('Photoshop 3.0\0', imageResource(0x0404, CREDIT)) }] }),
    { Credit: 'a credit', OriginatingProgram: 'a program' },
  ],
  [
    'raw profiles',
    'c.png',
    buildPng({
      chunks: [
        { type: 'tEXt', data: concat('Raw profile type iptc\0', rawProfile('iptc', imageResource(0x0404, CREDIT))) },
        {
          type: 'tEXt',
          data: concat(
            'Raw profile type exif\0',
            rawProfile('exif', concat('Exif\0\0', exifBlock({ imageDescription: 'a picture' }))),
          ),
        },
      ],
    }),
    { Credit: 'a credit', ImageDescription: 'a picture' },
  ],
  [
    'Exif list',
    'd.wav',
    riffList(
      'RIFF',
      'WAVE',
      riffList('LIST', 'exif', riffChunk('ecor', 'PENTAX\0\0'), riffChunk('emdl', 'Optio WP\0\0')),
    ),
    { Make: 'PENTAX', Model: 'Optio WP' },
  ],
  [
    'user data',
    'e.mov',
    concat(
      FILM.subarray(0, 20),
      box(
        'moov',
        box(
          'udta',
          box('manu', be32(0), be16(0x15c7), 'Canon\0'),
          box('CNMN', 'PowerShot\0\0'),
          box('uuid', 'VIRBactioncamera v4.10'),
        ),
      ),
    ),
    { Make: 'Canon', Model: 'PowerShot', GarminSoftware: ' v4.10' },
  ],
];

const GOPRO = concat('DEVC', u8(0, 1), be16(20), 'MINFc', u8(1), be16(11), 'HERO6 Black', u8(0));
READ.push([
  'GoPro settings',
  'i.mov',
  concat(FILM.subarray(0, 20), box('moov', box('udta', box('GPMF', GOPRO)))),
  { Model: 'HERO6 Black' },
]);

/** The file as it is made, what exiftool writes into it, and keys and texts that then stand there. */
const WRITTEN: [string, string, MediaType, Bytes, Record<string, string>, Record<string, string>][] = [
  [
    'JPEG',
    'f.jpg',
    'image/jpeg',
    buildJpeg(),
    { 'IPTC:CodedCharacterSet': 'UTF8', 'IPTC:Credit': 'Crédit', 'IPTC:ObjectName': 'title', 'EXIF:HostComputer': 'h' },
    { 'APP13/IPTC 2:110': 'Crédit', 'APP13/IPTC 2:05': 'title', 'APP1/Exif/IFD0 HostComputer': 'h' },
  ],
  [
    'TIFF',
    'g.tif',
    'image/tiff',
    buildTiff(),
    { 'IPTC:Credit': 'credit', 'EXIF:ProcessingSoftware': 'program' },
    { 'IFD0/IPTC 2:110': 'credit', 'IFD0 ProcessingSoftware': 'program' },
  ],
  [
    'MOV',
    'h.mov',
    'video/quicktime',
    FILM,
    { 'UserData:Make': 'DJI', 'UserData:Model': 'FC220' },
    { 'moov/udta ©mak': 'DJI', 'moov/udta ©mod': 'FC220' },
  ],
];

describe.skipIf(!hasMediaTool('exiftool'))('places of makers, with exiftool', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'makers-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(READ)('it finds what we build: %s', async (_, name, bytes, expected) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const [tags = {}] = await readTags([path]);
    const plain = Object.fromEntries(Object.entries(tags).map(([key, value]) => [key.replace(/^.*:/, ''), value]));
    expect(plain).toMatchObject(expected);
  });

  it.each(WRITTEN)('we find what it writes: %s', async (_, name, type, bytes, written, expected) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const args = Object.entries(written).map(([key, value]) => `-${key}=${value}`);
    await writeTags(path, args);
    const { items } = readMetadata(bufferSource(await readFile(path)), type);
    const found = items.map(({ path: at, key, bytes: value, encoding }) => [
      `${at} ${key}`,
      decodeItemText(value, encoding),
    ]);
    expect(Object.fromEntries(found)).toMatchObject(expected);
  });
});
