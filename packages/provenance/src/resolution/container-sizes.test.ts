import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { be16, be32, concat, describeWithShared, u8, type Bytes } from '@revera/testkit';
import { LAB_PROGRAMS, missingPrograms } from '@revera/testkit/lab';
import { box, buildAvif, buildHeic, buildMp4, ebml, fullBox } from '@revera/testkit/media';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import type { MediaType } from '../media/media-types.ts';
import type { MetadataItem } from '../media/metadata-item.ts';
import { hasMediaTool, probe, readTags } from '../testing/media-tools.ts';
import type { ResolutionFacts } from './facts.ts';
import { readResolution } from './read-resolution.ts';

const run = promisify(execFile);

function factsOf(file: Uint8Array, mediaType: MediaType, items: MetadataItem[] = []): ResolutionFacts {
  const { facts } = readResolution(bufferSource(file), mediaType, { items, problems: [] });
  if (facts === null) throw new TypeError('its pixels could be measured');
  return facts;
}

/** The clues in the form `code size` or `code ratio`. */
function clues(file: Uint8Array, mediaType: MediaType): string[] {
  const facts = factsOf(file, mediaType);
  expect(facts.pixels).toEqual({ state: 'not_measured', reason: 'not_measured_video', image: null });
  return facts.clues.map(({ code, size, ratio }) =>
    [code, size === null ? '' : ` ${size.width}x${size.height}`, ratio === null ? '' : ` ${ratio.toFixed(3)}`].join(''),
  );
}

type Sides = readonly [width: number, height: number];

function mp4(coded: Sides, display: Sides, properties: readonly Bytes[] = []): Bytes {
  const entry = box(
    'avc1',
    new Uint8Array(6),
    be16(1),
    new Uint8Array(16),
    be16(...coded),
    new Uint8Array(50),
    ...properties,
  );
  const table = box('stbl', fullBox('stsd', 0, 0, be32(1), entry));
  const head = fullBox('tkhd', 0, 3, new Uint8Array(72), be32(...display.map((side) => side * 65_536)));
  const sound = box('trak', fullBox('tkhd', 0, 3, new Uint8Array(80)), box('mdia', box('minf', box('stbl'))));
  const track = box('trak', head, box('mdia', box('minf', table)));
  return concat(box('ftyp', 'isom', be32(0), 'isom'), box('moov', sound, track));
}
const pasp = (across: number, down: number): Bytes => box('pasp', be32(across, down));
const clap = (...numbers: number[]): Bytes => box('clap', be32(...numbers, 0, 1, 0, 1));

describe('sizes in MP4 and QuickTime', () => {
  it.each<[string, Bytes, string[]]>([
    ['the same', mp4([1920, 1080], [1920, 1080]), ['container_sizes 1920x1080', 'container_coded_size 1920x1080']],
    [
      'rows that fill the last block',
      mp4([1920, 1088], [1920, 1080]),
      ['container_sizes 1920x1080', 'container_coded_size 1920x1088'],
    ],
    [
      'a display that is larger on both sides',
      mp4([1280, 720], [1920, 1080]),
      ['container_display_larger 1920x1080 1.500', 'container_coded_size 1280x720'],
    ],
    [
      'wide pixels, with the display to match',
      mp4([1440, 1080], [1920, 1080], [pasp(4, 3)]),
      ['container_sizes 1920x1080', 'container_coded_size 1440x1080', 'container_pixel_shape 1.333'],
    ],
    [
      'narrow pixels that a writer makes higher instead of narrower',
      mp4([720, 480], [720, 540], [pasp(8, 9)]),
      ['container_sizes 720x540', 'container_coded_size 720x480', 'container_pixel_shape 0.889'],
    ],
    [
      'wide pixels, and a display that is larger all the same',
      mp4([720, 540], [1920, 1080], [pasp(4, 3)]),
      ['container_display_larger 1920x1080 2.000', 'container_coded_size 720x540', 'container_pixel_shape 1.333'],
    ],
    [
      'a display that is wider by its pixels, and higher',
      mp4([720, 480], [960, 600], [pasp(4, 3)]),
      ['container_sizes 960x600', 'container_coded_size 720x480', 'container_pixel_shape 1.333'],
    ],
    [
      'square pixels',
      mp4([640, 480], [640, 480], [pasp(1, 1)]),
      ['container_sizes 640x480', 'container_coded_size 640x480'],
    ],
    [
      'pixels without a shape',
      mp4([640, 480], [640, 480], [pasp(0, 1)]),
      ['container_sizes 640x480', 'container_coded_size 640x480'],
    ],
    [
      'a part that is shown',
      mp4([1920, 1088], [1920, 1080], [pasp(1, 1), clap(1920, 1, 1080, 1)]),
      ['container_sizes 1920x1080', 'container_coded_size 1920x1088', 'container_shown_part 1920x1080'],
    ],
    [
      'a part in fractions',
      mp4([720, 576], [768, 576], [clap(41_472, 59, 576, 1), pasp(59, 54)]),
      [
        'container_sizes 768x576',
        'container_coded_size 720x576',
        'container_shown_part 703x576',
        'container_pixel_shape 1.093',
      ],
    ],
    [
      'a part of nothing',
      mp4([640, 480], [640, 480], [clap(0, 0, 1, 0)]),
      ['container_sizes 640x480', 'container_coded_size 640x480'],
    ],
    [
      'sides exchanged by a turn',
      mp4([1920, 1080], [1080, 1920]),
      ['container_sizes 1080x1920', 'container_coded_size 1920x1080'],
    ],
    ['no display', mp4([1920, 1080], [0, 0]), []],
    ['no coded size', mp4([0, 0], [1920, 1080]), []],
  ])('%s', (_, file, expected) => {
    expect(clues(file, 'video/mp4')).toEqual(expected);
    expect(clues(file, 'video/quicktime')).toEqual(expected);
  });

  it('that are cut off say nothing', () => {
    const file = mp4([1280, 720], [1920, 1080], [pasp(4, 3)]);
    expect(clues(file.subarray(0, file.length - 40), 'video/mp4')).toEqual([]);
    expect(clues(mp4([1280, 720], [1920, 1080], [box('pasp', be16(4))]), 'video/mp4')).toEqual([]);
    expect(clues(buildMp4({ brand: 'm4a' }), 'video/mp4')).toEqual([]);
  });
});

const number = (id: string, value: number): Bytes => ebml(id, be32(value));

function matroska(video: readonly Bytes[], type = 1): Bytes {
  const track = ebml('ae', number('d7', 1), number('83', type), ebml('e0', ...video));
  return concat(ebml('1a45dfa3', ebml('4282', 'matroska')), ebml('18538067', ebml('1654ae6b', track)));
}
const pixels = (width: number, height: number): Bytes[] => [number('b0', width), number('ba', height)];
const display = (width: number, height: number, unit?: number): Bytes[] => [
  number('54b0', width),
  number('54ba', height),
  ...(unit === undefined ? [] : [number('54b2', unit)]),
];

describe('sizes in Matroska and WebM', () => {
  it.each<[string, Bytes, string[]]>([
    ['coded alone', matroska(pixels(640, 480)), ['container_coded_size 640x480']],
    [
      'the same',
      matroska([...pixels(640, 480), ...display(640, 480)]),
      ['container_sizes 640x480', 'container_coded_size 640x480'],
    ],
    [
      'a display that is larger',
      matroska([...pixels(640, 480), ...display(1280, 960)]),
      ['container_display_larger 1280x960 2.000', 'container_coded_size 640x480'],
    ],
    [
      'wide pixels',
      matroska([...pixels(720, 576), ...display(1024, 576)]),
      ['container_sizes 1024x576', 'container_coded_size 720x576', 'container_pixel_shape 1.422'],
    ],
    [
      'a shape, whose numbers are no sizes',
      matroska([...pixels(640, 480), ...display(16_000, 9_000, 3)]),
      ['container_coded_size 640x480', 'container_pixel_shape 1.333'],
    ],
    ['centimetres', matroska([...pixels(640, 480), ...display(6400, 4800, 1)]), ['container_coded_size 640x480']],
    [
      'a part that is shown',
      matroska([...pixels(640, 480), number('54bb', 60), number('54aa', 60), ...display(640, 360)]),
      ['container_sizes 640x360', 'container_coded_size 640x480', 'container_shown_part 640x360'],
    ],
    [
      'more cut off than there is',
      matroska([...pixels(640, 480), number('54cc', 700)]),
      ['container_coded_size 640x480'],
    ],
    ['sound', matroska([], 2), []],
    ['no size', matroska([]), []],
  ])('%s', (_, file, expected) => {
    expect(clues(file, 'video/x-matroska')).toEqual(expected);
    expect(clues(file, 'video/webm')).toEqual(expected);
  });

  it('that are cut off say nothing', () => {
    const file = matroska([...pixels(640, 480), ...display(1280, 960)]);
    expect(clues(file.subarray(0, 40), 'video/webm')).toEqual([]);
    expect(clues(new Uint8Array(20), 'video/webm')).toEqual([]);
  });
});

describe('sizes of containers without a reader here', () => {
  it.each(['video/x-msvideo', 'video/x-flv', 'video/mp2t'] as const)('are not told: %s', (mediaType) => {
    expect(clues(new Uint8Array(64), mediaType)).toEqual([]);
  });
});

interface Item {
  id?: number;
  wide?: boolean;
  version?: 0 | 1;
  properties?: readonly Bytes[];
  /** Numbers of the properties of the primary item, from 1. */
  own?: readonly number[];
}
const ispe = (width: number, height: number): Bytes => fullBox('ispe', 0, 0, be32(width, height));

/** A HEIF file with two items; the primary one is the second. */
function heif({
  id = 2,
  wide = false,
  version = 0,
  properties = [],
  own = properties.map((_, at) => at + 1),
}: Item): Bytes {
  const idOf = (item: number): Bytes => (version === 0 ? be16(item) : be32(item));
  const number16 = (at: number): Bytes => (wide ? be16(0x8000 + at) : u8(0x80 + at));
  const all = [ispe(160, 120), ...properties];
  const rows = concat(idOf(1), u8(1), number16(1), idOf(2), u8(own.length), ...own.map((at) => number16(at + 1)));
  const meta = fullBox(
    'meta',
    0,
    0,
    fullBox('hdlr', 0, 0, be32(0), 'pict', new Uint8Array(13)),
    version === 0 ? fullBox('pitm', 0, 0, be16(id)) : fullBox('pitm', 1, 0, be32(id)),
    box('iprp', box('ipco', ...all), fullBox('ipma', version, wide ? 1 : 0, be32(2), rows)),
  );
  return concat(box('ftyp', 'heic', be32(0), 'mif1heic'), meta);
}

describe('the size of a HEIC', () => {
  const size = (width: number, height: number) => ({ width, height });
  it.each<[string, Bytes, object | null]>([
    ['of its primary item, not of the thumbnail', heif({ properties: [ispe(4032, 3024)] }), size(4032, 3024)],
    ['with wide numbers', heif({ wide: true, version: 1, properties: [ispe(4032, 3024)] }), size(4032, 3024)],
    ['before it is turned', heif({ properties: [ispe(4032, 3024), box('irot', u8(1))] }), size(4032, 3024)],
    ['after what is cut off', heif({ properties: [ispe(4096, 3072), clap(4032, 1, 3024, 1)] }), size(4032, 3024)],
    ['with an aperture of nothing', heif({ properties: [ispe(4096, 3072), clap(0, 0, 0, 0)] }), size(4096, 3072)],
    [
      'of the item alone, whatever others have',
      heif({ properties: [ispe(4032, 3024), clap(10, 1, 10, 1)], own: [1] }),
      size(4032, 3024),
    ],
    ['without a size', heif({ properties: [ispe(4032, 3024)], own: [] }), null],
    ['of an item that is not there', heif({ id: 9, properties: [ispe(4032, 3024)] }), null],
    ['of zero', heif({ properties: [ispe(0, 3024)] }), null],
    ['that is cut off', heif({ properties: [ispe(4032, 3024)] }).subarray(0, 120), null],
    ['of the builder', buildHeic(), size(64, 64)],
  ])('%s', (_, file, image) => {
    expect(factsOf(file, 'image/heic').pixels).toEqual({ state: 'not_measured', reason: 'not_decodable', image });
  });

  it('is held against the Exif data, also where the picture is turned', () => {
    const half = {
      kind: 'exif',
      path: 'meta',
      key: null,
      offset: 0,
      length: 0,
      encoding: null,
      fields: null,
      intact: true,
    } as const;
    const long = (tag: number, value: number): Bytes => concat(be16(tag, 4), be32(1, value));
    const exif = (width: number, height: number): Bytes =>
      concat(
        'MM',
        be16(42),
        be32(8),
        be16(1),
        long(0x8769, 26),
        be32(0),
        be16(2),
        long(0xa002, width),
        long(0xa003, height),
        be32(0),
      );
    const file = heif({ properties: [ispe(4032, 3024), box('irot', u8(1))] });
    const codes = (width: number, height: number): string[] =>
      factsOf(file, 'image/heic', [{ ...half, bytes: exif(width, height) }]).clues.map(({ code }) => code);
    expect(codes(2016, 1512)).toEqual(['exif_dimensions_smaller']);
    expect(codes(4032, 3024)).toEqual([]);
    expect(codes(3024, 4032)).toEqual([]);
  });

  it('of an AVIF is read too: small ones are not decoded', async () => {
    expect(factsOf(buildAvif(), 'image/avif').pixels).toMatchObject({ reason: 'too_small', image: size(16, 16) });
    const blank = sharp({ create: { width: 300, height: 200, channels: 3, background: '#468' } });
    const file = await blank.avif({ effort: 0 }).toBuffer();
    expect(factsOf(file, 'image/avif').pixels).toMatchObject({ reason: 'too_small', image: size(300, 200) });
  });
});

describeWithShared('sizes of real pictures', 'corpus', (corpus) => {
  it.runIf(hasMediaTool('exiftool')).each([
    ['sample1.heic', 'image/heic'],
    ['sample1.heif', 'image/heif'],
  ] as const)('are those of ExifTool: %s', async (name, mediaType) => {
    const path = join(corpus, 'c2pa/c2pa-rs', name);
    const [tags] = await readTags([path]);
    const facts = factsOf(await readFile(path), mediaType);
    const image = { width: tags?.['File:ImageWidth'], height: tags?.['File:ImageHeight'] };
    expect(facts.pixels).toMatchObject({ reason: 'not_decodable', image });
  });
});

const absent = missingPrograms(['ffmpeg', 'mkvmerge']);
const hasAll = absent.length === 0 && hasMediaTool('ffprobe');
if (absent.length > 0) console.info(`${absent.join(', ')} are absent: sizes of real clips are not compared`);

describe.runIf(hasAll)('sizes of clips that others write', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'revera-sizes-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const encode = async (name: string, ...options: string[]): Promise<string> => {
    const path = join(folder, name);
    const source = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=5', '-frames:v', '2', '-c:v', 'mpeg4'];
    await run(LAB_PROGRAMS.ffmpeg, ['-nostdin', '-v', 'error', '-y', ...source, ...options, path], { timeout: 60_000 });
    return path;
  };

  it.each([
    ['mp4', 'video/mp4'],
    ['mov', 'video/quicktime'],
    ['mkv', 'video/x-matroska'],
  ] as const)('%s: coded size and shape are those of ffprobe', async (extension, mediaType) => {
    for (const [name, ...options] of [['square'], ['wide', '-vf', 'setsar=4/3']]) {
      const path = await encode(`${name}.${extension}`, ...options);
      const said = await probe(path);
      const [width, height] = [/"width": (\d+)/.exec(said)?.[1], /"height": (\d+)/.exec(said)?.[1]];
      const [across, down] = (/"sample_aspect_ratio": "(\d+):(\d+)"/.exec(said) ?? []).slice(1).map(Number);
      const found = clues(await readFile(path), mediaType);
      expect(found).toContain(`container_coded_size ${width}x${height}`);
      const shape = (across ?? 1) / (down ?? 1);
      const shapes = found.filter((one) => one.startsWith('container_pixel_shape'));
      expect(shapes).toEqual(shape === 1 ? [] : [`container_pixel_shape ${shape.toFixed(3)}`]);
      expect(found.filter((one) => one.startsWith('container_display_larger'))).toEqual([]);
    }
  });

  it('Matroska: a display that mkvmerge states is what MediaInfo and we read', async () => {
    const path = join(folder, 'large.mkv');
    const from = await encode('from.mkv');
    await run(LAB_PROGRAMS.mkvmerge, ['-q', '-o', path, '--display-dimensions', '0:640x480', from], {
      timeout: 60_000,
    });
    const found = clues(await readFile(path), 'video/x-matroska');
    expect(found).toEqual(['container_display_larger 640x480 2.000', 'container_coded_size 320x240']);
  });

  it.runIf(hasMediaTool('exiftool'))('MP4: what ExifTool reads as the size is the coded one', async () => {
    const path = await encode('sizes.mp4');
    const [tags] = await readTags([path]);
    const [width, height] = [tags?.['Track1:SourceImageWidth'], tags?.['Track1:SourceImageHeight']];
    expect(clues(await readFile(path), 'video/mp4')).toContain(
      `container_coded_size ${String(width)}x${String(height)}`,
    );
  });
});
