import {
  be16,
  be32,
  be64,
  concat,
  flipBit,
  indexOfBytes,
  seededRandom,
  truncate,
  u8,
  type Bytes,
  type Part,
} from '@revera/testkit';
import { box, fullBox, mediaKinds } from '@revera/testkit/media';
import { expect, test } from 'vitest';
import { DecodeError } from '../../bytes/decode-error.ts';
import { bufferSource } from '../../bytes/random-access.ts';
import { childrenOf } from '../../media/bmff/boxes.ts';
import { readHeif } from '../../media/bmff/heif.ts';
import { itemLocations, type ItemLocation } from '../../media/bmff/item-table.ts';
import { MediaSource } from '../../media/media-source.ts';
import type { MetadataFindings } from '../../media/metadata-item.ts';
import { readItems } from '../../testing/read-media.ts';
import { topBoxes } from './box-tree.ts';
import { writeHeif } from './heif.ts';
import { applySplices } from './splice.ts';
import { LabelWriteError, type LabelTest } from './writer.ts';
import { setXmpLabel } from './xmp-edit.ts';

const JSON_TEXT = '{"Label":"1","ProduceID":"new"}';
const OLD = '{"Label":"1","ProduceID":"old"}';
const PICTURE = 'picture data';
const XMP_TYPE = 'application/rdf+xml\0';
const FTYP = box('ftyp', 'mif1', be32(0), 'mif1');
const EMPTY_XMP = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>';

const isLabel: LabelTest = (bytes) => Buffer.from(bytes).toString('latin1').startsWith('{"Label"');

function write(file: Uint8Array): Uint8Array {
  return applySplices(file, writeHeif(MediaSource.of(bufferSource(file)), JSON_TEXT, isLabel).splices);
}

const read = (file: Uint8Array): MetadataFindings => readItems(readHeif, file);

function packets(file: Uint8Array): string[] {
  expect(read(file).problems).toEqual([]);
  return read(file).items.flatMap(({ kind, bytes }) => (kind === 'xmp' ? [Buffer.from(bytes).toString()] : []));
}

function locations(file: Uint8Array): ItemLocation[] {
  const source = MediaSource.of(bufferSource(file));
  const meta = topBoxes(source).find(({ type }) => type === 'meta');
  if (meta === undefined) return [];
  const tables = Array.from(childrenOf(source, meta, 'meta', 4)).filter(({ type }) => type === 'iloc');
  return tables.flatMap((table) => Array.from(itemLocations(source, table)));
}

/** The text at the first extent of an item. */
function itemText(file: Uint8Array, id: number): string {
  const location = locations(file).find((each) => each.id === id);
  const [extent] = location?.extents ?? [];
  const start = (location?.base ?? 0) + (extent?.offset ?? 0);
  return Buffer.from(file.subarray(start, start + (extent?.length ?? 0))).toString();
}

interface Layout {
  infos?: Bytes[];
  /** The location table, for the place where the media data begin. */
  iloc: (start: number) => Bytes;
  rest?: Bytes[];
  data: Part;
}

function infe(id: number, type: string, ...more: Part[]): Bytes {
  return fullBox('infe', 2, 0, be16(id, 0), type, '\0', ...more);
}

function still({ infos = [infe(1, 'jpeg')], iloc, rest = [], data }: Layout): Bytes {
  const meta = (start: number): Bytes =>
    fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, be32(0), 'pict', new Uint8Array(13)),
      fullBox('pitm', 0, 0, be16(1)),
      iloc(start),
      fullBox('iinf', 0, 0, be16(infos.length), ...infos),
      ...rest,
    );
  return concat(FTYP, meta(FTYP.length + meta(0).length + 8), box('mdat', data));
}

/** One extent for each item, of the lengths given, one after another. */
function simpleTable(...lengths: number[]): (start: number) => Bytes {
  return (start) => {
    let at = start;
    const rows = lengths.map((length, index) => {
      at += length;
      return concat(be16(index + 1, 0, 1), be32(at - length, length));
    });
    return fullBox('iloc', 0, 0, u8(0x44, 0), be16(rows.length), ...rows);
  };
}

test.each(['heic', 'heif', 'avif'] as const)('a new item in %s, and nothing of the picture changes', (kind) => {
  const file = mediaKinds[kind].build();
  const out = write(file);
  expect(packets(out)).toHaveLength(1);
  expect(packets(out)[0]).toContain('TC260:AIGC');
  expect(itemText(out, 1)).toBe(itemText(file, 1));
  expect(itemText(out, 2)).toBe(packets(out)[0]);
  expect(indexOfBytes(out, concat(be16(2, 1, 1)), indexOfBytes(out, 'cdsc'))).toBe(indexOfBytes(out, 'cdsc') + 4);
  expect(write(out)).toEqual(out);
});

test.each([
  [
    'bases and no offsets',
    (at: number) => fullBox('iloc', 0, 0, u8(0x04, 0x40), be16(1, 1, 0), be32(at), be16(1), be32(PICTURE.length)),
  ],
  [
    '64-bit offsets',
    (at: number) => fullBox('iloc', 1, 0, u8(0x88, 0x80), be16(1, 1, 0, 0), be64(at), be16(1), be64(0, PICTURE.length)),
  ],
  [
    'version 2',
    (at: number) => fullBox('iloc', 2, 0, u8(0x44, 0), be32(1, 1), be16(0, 0, 1), be32(at, PICTURE.length)),
  ],
])('an iloc with %s keeps pointing at the picture', (_, iloc) => {
  const references = fullBox('iref', 1, 0, box('dimg', be32(1), be16(1), be32(1)));
  const file = still({ iloc, data: PICTURE, rest: [references] });
  expect(itemText(write(file), 1)).toBe(PICTURE);
  expect(packets(write(file))).toHaveLength(1);
});

test('a packet with room keeps its place; one without goes to the end and is blanked where it was', () => {
  const infos = [infe(1, 'jpeg'), infe(2, 'mime', XMP_TYPE)];
  const roomy = EMPTY_XMP + ' '.repeat(2000);
  const inPlace = still({ infos, iloc: simpleTable(PICTURE.length, roomy.length), data: PICTURE + roomy });
  expect(write(inPlace)).toHaveLength(inPlace.length);
  expect(packets(write(inPlace))[0]).toContain('TC260:AIGC');

  const tight = setXmpLabel(null, '{"Label":"1"}');
  const moved = still({ infos, iloc: simpleTable(PICTURE.length, tight.length), data: concat(PICTURE, tight) });
  const out = write(moved);
  expect(packets(out)).toHaveLength(1);
  expect(packets(out)[0]).toContain('new');
  expect(indexOfBytes(out, PICTURE + ' '.repeat(tight.length))).toBeGreaterThan(0);
  expect(itemText(out, 1)).toBe(PICTURE);
});

test('the packet of another item is left alone, but for a label in it', () => {
  const other = setXmpLabel(null, OLD);
  const infos = [infe(1, 'jpeg'), infe(2, 'mime', XMP_TYPE)];
  const rest = [fullBox('iref', 0, 0, box('cdsc', be16(2, 1, 9)))];
  const file = still({ infos, rest, iloc: simpleTable(PICTURE.length, other.length), data: concat(PICTURE, other) });
  const out = write(file);
  const [first, second, ...more] = packets(out);
  expect(more).toEqual([]);
  expect(first).not.toContain('AIGC>');
  expect(second).toContain('new');
  expect(itemText(out, 1)).toBe(PICTURE);
});

test('labels in EXIF are blanked where they stand', () => {
  const tiff = concat(
    'II',
    u8(42, 0, 8, 0, 0, 0, 1, 0, 0x0e, 1, 2, 0, OLD.length + 1, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0),
    OLD,
    '\0',
  );
  const exif = concat(be32(0), tiff);
  const infos = [infe(1, 'jpeg'), infe(2, 'Exif')];
  const file = still({ infos, iloc: simpleTable(PICTURE.length, exif.length), data: concat(PICTURE, exif) });
  expect(read(file).items.some(({ bytes }) => isLabel(bytes, null))).toBe(true);
  const out = write(file);
  expect(indexOfBytes(out, OLD)).toBe(-1);
  expect(read(out).items.some(({ bytes }) => isLabel(bytes, null))).toBe(false);
  expect(itemText(out, 1)).toBe(PICTURE);
});

test.each([
  ['no item table', FTYP],
  [
    'a packet that shares its bytes',
    still({
      infos: [infe(1, 'jpeg'), infe(2, 'mime', XMP_TYPE)],
      iloc: (at) =>
        fullBox(
          'iloc',
          0,
          0,
          u8(0x44, 0),
          be16(2),
          be16(1, 0, 1),
          be32(at, 80),
          be16(2, 0, 1),
          be32(at, EMPTY_XMP.length),
        ),
      data: EMPTY_XMP + PICTURE,
    }),
  ],
  [
    'a packet outside the data',
    still({
      infos: [infe(1, 'jpeg'), infe(2, 'mime', XMP_TYPE)],
      iloc: () => fullBox('iloc', 0, 0, u8(0x44, 0), be16(1), be16(2, 0, 1), be32(0, 24)),
      data: EMPTY_XMP,
    }),
  ],
  [
    'a compressed packet',
    still({
      infos: [infe(1, 'jpeg'), infe(2, 'mime', XMP_TYPE, 'br\0')],
      iloc: simpleTable(1, EMPTY_XMP.length),
      data: `x${EMPTY_XMP}`,
    }),
  ],
  [
    'a packet that is nowhere',
    still({ infos: [infe(1, 'jpeg'), infe(2, 'mime', XMP_TYPE)], iloc: simpleTable(1), data: 'x' }),
  ],
  ['a last box without an end', concat(mediaKinds.heic.build(), be32(0), 'free')],
])('%s is refused', (_, file) => {
  expect(() => write(file)).toThrow(expect.objectContaining({ code: 'media_unreadable' }));
});

test('media data without an end take the packet into them', () => {
  const file = mediaKinds.heic.build();
  file.set(be32(0), indexOfBytes(file, 'mdat') - 4);
  const out = write(file);
  expect(packets(out)).toHaveLength(1);
  expect(itemText(out, 1)).toBe(itemText(file, 1));
});

test('cut at any length and with any bits flipped, a picture is written or refused', () => {
  const infos = [infe(1, 'jpeg'), infe(2, 'mime', XMP_TYPE)];
  const file = still({ infos, iloc: simpleTable(PICTURE.length, EMPTY_XMP.length), data: PICTURE + EMPTY_XMP });
  const attempt = (mutant: Uint8Array): void => {
    try {
      write(mutant);
    } catch (error) {
      if (!(error instanceof DecodeError || error instanceof LabelWriteError)) throw error;
    }
  };
  for (let length = 0; length < file.length; length += 1) attempt(truncate(file, length));
  const random = seededRandom(69);
  for (const original of [file, mediaKinds.avif.build()]) {
    for (let round = 0; round < 1500; round += 1)
      attempt(flipBit(original, random.below(original.length), random.below(8)));
  }
});
