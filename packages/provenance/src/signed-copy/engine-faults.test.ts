import { be16, be32, be64, concat, indexOfBytes, insert, u8, type Bytes } from '@revera/testkit';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { xmpMeta } from '@revera/testkit/label';
import {
  box,
  buildAvif,
  buildJpeg,
  buildMp4,
  buildMp4With,
  exifBlock,
  fullBox,
  heifWithItems,
  heifWithLocations,
  type LocationForm,
} from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import type { MediaType } from '../media/media-types.ts';
import { SigningError } from '../pool/analysis-error.ts';
import { hasMediaTool, readTags } from '../testing/media-tools.ts';
import { openSignBench, trustIn, type SignBench } from '../testing/sign-bench.ts';
import { rememberContent } from './remember-content.ts';

/** Files that the engine alone spoils when it signs them. It is shown each time that it still does, and that it is noticed. */

let bench: SignBench;
let authority: Authority;
beforeAll(async () => {
  bench = await openSignBench();
  authority = await createAuthority();
});
afterAll(() => bench.close());

/** What our check says of the engine's own work; a file that it refuses is not spoiled. */
async function faultOfEngine(file: Bytes, mediaType: MediaType): Promise<string | null> {
  const made = await signMedia(file, mediaType, { authority }).catch(() => null);
  return made === null ? 'refused' : rememberContent(bufferSource(file), mediaType)(bufferSource(made));
}

async function signed(file: Bytes): Promise<Uint8Array> {
  const copy = await bench.sign(file, { authority });
  const { verdict } = await bench.analyzeBytes(copy, trustIn(authority));
  expect(verdict.provenance_status).toBe('verified');
  return copy;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

describe('item locations of a HEIF or AVIF', () => {
  const XMP = Buffer.from(
    xmpMeta('<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="X"/>'),
  );
  const EXIF = concat(be32(0), exifBlock({ imageDescription: 'A picture\0' }));
  const described = [
    { type: 'Exif', data: EXIF, place: 'mdat' },
    { type: 'mime', contentType: 'application/rdf+xml', data: XMP, place: 'mdat' },
  ] as const;
  const inData = [{ type: 'mime', contentType: 'text/plain', data: Buffer.from('text'), place: 'idat' }] as const;

  const widths = [0, 4, 8] as const;
  const forms: LocationForm[] = ([0, 1, 2] as const).flatMap((version) =>
    widths.flatMap((baseBytes) =>
      (version === 0 ? ([0] as const) : widths).flatMap((indexBytes) =>
        (baseBytes === 0 ? (['zero'] as const) : (['zero', 'start'] as const)).map((base): LocationForm => ({
          version,
          offsetBytes: 4,
          lengthBytes: 4,
          baseBytes,
          indexBytes,
          base,
        })),
      ),
    ),
  );
  const named = forms.map((form): [string, LocationForm] => {
    const { version, baseBytes, indexBytes, base } = form;
    return [`version ${version}, base of ${baseBytes} bytes (${base}), index of ${indexBytes}`, form];
  });
  const build = (form: LocationForm): Bytes =>
    heifWithLocations(heifWithItems(buildAvif(), form.version === 0 ? described : [...described, ...inData]), form);

  it.each(named.filter(([, { indexBytes }]) => indexBytes === 0))('lead to the same: %s', async (_, form) => {
    const file = build(form);
    const isRight = form.version === 1 ? form.baseBytes === 0 : form.baseBytes === 0 || form.base === 'start';
    const fault = await faultOfEngine(file, 'image/avif');
    if (isRight) expect(fault).toBeNull();
    else expect(fault).not.toBeNull();

    const copy = await signed(file);
    const pixels = await sharp(buildAvif()).raw().toBuffer();
    expect(await sharp(copy).raw().toBuffer()).toEqual(pixels);
    if (!hasMediaTool('exiftool')) return;
    const paths = await Promise.all([bench.write(file, 'avif'), bench.write(copy, 'avif')]);
    const [before, after] = await readTags(paths);
    for (const tag of ['IFD0:ImageDescription', 'XMP-dc:Source']) {
      expect(before).toHaveProperty([tag]);
      expect(after?.[tag]).toBe(before?.[tag]);
    }
  });

  it.each(named.filter(([, { indexBytes }]) => indexBytes > 0))('with indices: %s', async (_, form) => {
    const file = build(form);
    const isRight = form.indexBytes === form.baseBytes && form.base === 'start';
    if (isRight) {
      expect(
        await sharp(await signed(file))
          .raw()
          .toBuffer(),
      ).toEqual(await sharp(buildAvif()).raw().toBuffer());
      return;
    }
    expect(await faultOfEngine(file, 'image/avif')).not.toBeNull();
    await expect(bench.sign(file, { authority })).rejects.toEqual(new SigningError('unsafe_structure'));
  });
});

describe('the random access table of a fragmented MP4', () => {
  const fragment = (track: number): Bytes =>
    concat(
      box('moof', fullBox('mfhd', 0, 0, be32(track)), box('traf', fullBox('tfhd', 0, 0x20000, be32(1)))),
      box('mdat', `sample ${track}`),
    );
  const TYPE = box('ftyp', 'isom', be32(512), 'isomiso6');
  const build = (version: 0 | 1): Bytes => {
    const [type, movie] = [TYPE, box('moov', fullBox('mvhd', 0, 0, new Uint8Array(96)))];
    const fragments = [1, 2, 3].map(fragment);
    let at = type.length + movie.length;
    const rows = fragments.map((bytes) => {
      const row = version === 0 ? be32(0, at) : be64(0, at);
      at += bytes.length;
      return concat(row, u8(1, 1, 1));
    });
    const index = box('mfra', fullBox('tfra', version, 0, be32(1, 0, 3), ...rows), fullBox('mfro', 0, 0, be32(0)));
    return concat(type, movie, ...fragments, index);
  };

  it.each([0, 1] as const)('leads to every fragment: version %i', async (version) => {
    const file = build(version);
    expect(await faultOfEngine(file, 'video/mp4')).not.toBeNull();
    const copy = await signed(file);
    const table = indexOfBytes(copy, 'tfra') + 20;
    const targets = [0, 1, 2].map((row) => {
      const at = version === 0 ? table + row * 11 + 4 : table + row * 19 + 8;
      const offset = version === 0 ? viewOf(copy).getUint32(at) : Number(viewOf(copy).getBigUint64(at));
      return Buffer.from(copy.subarray(offset + 4, offset + 20))
        .toString('latin1')
        .slice(0, 4);
    });
    expect(targets).toEqual(['moof', 'moof', 'moof']);
    expect(indexOfBytes(copy, fragment(3).subarray(0, 24))).toBeGreaterThan(0);
  });
});

it('a fragment that is said to lie at the very end of 32 bits harms nobody', async () => {
  const index = box('mfra', fullBox('tfra', 0, 0, be32(1, 0, 1), be32(0, 0xffff_fff0), u8(1, 1, 1)));
  const fragment = box('moof', box('traf', fullBox('tfhd', 0, 0x20000, be32(1))));
  const file = concat(buildMp4(), fragment, box('mdat', 'x'), index);
  await expect(bench.sign(file, { authority })).rejects.toMatchObject({ code: 'output_differs' });
});

describe('a file whose credential stands where others put it', () => {
  it('keeps the samples in front of it: MP4 with the credential at the end', async () => {
    const plain = buildMp4();
    const first = await signMedia(plain, 'video/mp4', { authority, title: 'A long title '.repeat(20) });
    const start = indexOfBytes(first, 'uuid') - 4;
    const length = viewOf(first).getUint32(start);
    const file = concat(plain, first.subarray(start, start + length));
    expect(await faultOfEngine(file, 'video/mp4')).not.toBeNull();
    const copy = await signed(file);
    const offset = viewOf(copy).getUint32(indexOfBytes(copy, 'stco') + 12);
    expect(offset).toBe(indexOfBytes(copy, 'mdat') + 4);
  });

  it('keeps the way to further pictures: JPEG with the credential behind the list of them', async () => {
    const second = buildJpeg({ width: 16, height: 16 });
    const main = buildJpeg({ width: 32, height: 16 });
    const list = (distance: number): Bytes => {
      const entries = concat(be32(0x20030000, main.length, 0, 0), be32(0, second.length, distance, 0));
      const directory = concat('MM\0*', be32(8), be16(1, 0xb002, 7), be32(entries.length, 26), be32(0), entries);
      const content = concat('MPF\0', directory);
      return concat(u8(0xff, 0xe2), be16(content.length + 2), content);
    };
    const behindFirst = 2 + viewOf(main).getUint16(4) + 2;
    const plain = insert(main, behindFirst, list(0));
    const signedFirst = await signMedia(plain, 'image/jpeg', { authority });
    const credential = signedFirst.subarray(behindFirst, behindFirst + signedFirst.length - plain.length);
    const withBoth = (distance: number): Bytes =>
      concat(main.subarray(0, behindFirst), list(distance), credential, main.subarray(behindFirst), second);
    const origin = behindFirst + 8;
    const file = withBoth(withBoth(0).length - second.length - origin);
    expect(await faultOfEngine(file, 'image/jpeg')).not.toBeNull();
    const copy = await signed(file);
    const start = indexOfBytes(copy, 'MPF\0') + 4;
    const distance = viewOf(copy).getUint32(start + 26 + 16 + 8);
    expect(Buffer.from(copy.subarray(start + distance)).equals(Buffer.from(second))).toBe(true);
  });
});

it('is not given out when nothing could be done: items of a movie, which the engine leaves where they were', async () => {
  const items = (offset: number): Bytes =>
    fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, be32(0), 'mdta', new Uint8Array(13)),
      fullBox('iloc', 0, 0, u8(0x44, 0), be16(1, 1, 0, 1), be32(offset, 4)),
    );
  const start = buildMp4With({ moov: [items(0)] });
  const file = buildMp4With({ moov: [items(indexOfBytes(start, 'mdat') + 4)] });
  const refusal = bench.sign(file, { authority });
  await expect(refusal).rejects.toMatchObject({ code: 'output_differs', cause: { message: 'content' } });
});
