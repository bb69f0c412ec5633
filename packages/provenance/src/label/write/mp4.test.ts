import {
  be16,
  be32,
  be64,
  concat,
  flipBit,
  fromHex,
  indexOfBytes,
  seededRandom,
  truncate,
  u8,
  type Bytes,
  type Part,
} from '@revera/testkit';
import { box, buildMp4, fullBox } from '@revera/testkit/media';
import { expect, test } from 'vitest';
import { DecodeError } from '../../bytes/decode-error.ts';
import { bufferSource } from '../../bytes/random-access.ts';
import { readBmff } from '../../media/bmff/metadata.ts';
import { MediaSource } from '../../media/media-source.ts';
import type { MetadataFindings } from '../../media/metadata-item.ts';
import { readItems } from '../../testing/read-media.ts';
import { writeMp4 } from './mp4.ts';
import { applySplices } from './splice.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';

const JSON_TEXT = '{"Label":"1","ProduceID":"new"}';
const OLD = '{"Label":"1","ProduceID":"old"}';
const XMP_UUID = fromHex('be7acfcb97a942e89c71999491e3afac');
const SAMPLE = 'the first sample';
const FTYP = box('ftyp', 'isom', be32(512), 'isom');

const isLabel: LabelTest = (bytes) => Buffer.from(bytes).toString('latin1').startsWith('{"Label"');

function plan(file: Uint8Array): LabelPlan {
  return writeMp4(MediaSource.of(bufferSource(file)), JSON_TEXT, isLabel);
}

function write(file: Uint8Array): Uint8Array {
  return applySplices(file, plan(file).splices);
}

const read = (file: Uint8Array): MetadataFindings => readItems(readBmff, file);

/** Path, key and text of each item. */
function values(file: Uint8Array): string[] {
  expect(read(file).problems).toEqual([]);
  return read(file).items.map(({ path, key, bytes }) => `${path}|${key}|${new TextDecoder().decode(bytes)}`);
}

const STANDARD = `moov/udta/meta/ilst|AIGC|${JSON_TEXT}`;
const FALLBACK = `moov/meta/ilst|AIGC|${JSON_TEXT}`;

function handler(type: string): Bytes {
  return fullBox('hdlr', 0, 0, be32(0), type, new Uint8Array(12), '\0');
}

function keys(...names: string[]): Bytes {
  return fullBox('keys', 0, 0, be32(names.length), ...names.map((name) => box('mdta', name)));
}

function item(type: Part, ...texts: string[]): Bytes {
  const made = box('????', ...texts.map((text) => box('data', be32(1, 0), text)));
  made.set(concat(type), 4);
  return made;
}

/** A film with one track, its data after it, and the given boxes at the end of `moov`. */
function film(...parts: Part[]): Bytes {
  const moov = (offset: number): Bytes => box('moov', track(fullBox('stco', 0, 0, be32(1, offset))), ...parts);
  return concat(FTYP, moov(FTYP.length + moov(0).length + 8), box('mdat', SAMPLE));
}

function track(table: Part, references = fullBox('url ', 0, 1)): Bytes {
  const dinf = box('dinf', fullBox('dref', 0, 0, be32(1), references));
  return box('trak', box('mdia', box('minf', dinf, box('stbl', table))));
}

/** What the last number of a table points at. */
function target(file: Uint8Array, type: string, { at, width = 4 }: { at: number; width?: 4 | 8 }): string {
  const view = new DataView(file.buffer, file.byteOffset);
  const place = indexOfBytes(file, type) + 4 + at;
  const offset = width === 4 ? view.getUint32(place) : Number(view.getBigUint64(place));
  return new TextDecoder().decode(file.subarray(offset, offset + SAMPLE.length));
}

test.each([
  ['no user data', film(), [STANDARD]],
  ['user data that ends with zeros', film(box('udta', box('CNMN', 'M'), be32(0))), ['moov/udta|CNMN|M', STANDARD]],
  [
    'other keys',
    film(box('udta', fullBox('meta', 0, 0, handler('mdta'), keys('a'), box('ilst', item(be32(1), 'v'))))),
    ['moov/udta/meta/ilst|a|v', STANDARD],
  ],
  ['keys without a list', film(box('udta', fullBox('meta', 0, 0, handler('mdta'), keys('a')))), [STANDARD]],
  ['a handler of keys alone', film(box('udta', fullBox('meta', 0, 0, handler('mdta')))), [STANDARD]],
  [
    'its own key, twice in the list',
    film(
      box(
        'udta',
        box('meta', handler('mdta'), keys('AIGC', 'b'), box('ilst', ...[1, 1, 2].map((n) => item(be32(n), OLD + n)))),
      ),
    ),
    [STANDARD],
  ],
  [
    'its own key without a value',
    film(box('udta', fullBox('meta', 0, 0, handler('mdta'), keys('AIGC'), box('ilst')))),
    [STANDARD],
  ],
])('the key goes into moov/udta/meta: %s', (_, file, expected) => {
  expect(plan(file)).toMatchObject({ location: 'moov/udta/meta/ilst', isFallback: false });
  const out = write(file);
  expect(values(out)).toEqual(expected);
  expect(target(out, 'stco', { at: 8 })).toBe(SAMPLE);
  expect(values(write(out))).toEqual(expected);
});

test('beside iTunes tags it goes into a meta of QuickTime under moov, and the tags stay', () => {
  const tags = fullBox('meta', 0, 0, handler('mdir'), box('ilst', item('desc', 'text')));
  const file = film(box('udta', tags));
  expect(plan(file)).toMatchObject({ location: 'moov/meta/ilst', isFallback: true });
  const out = write(file);
  expect(values(out)).toEqual(['moov/udta/meta/ilst(mdir)|desc|text', FALLBACK]);
  expect(target(out, 'stco', { at: 8 })).toBe(SAMPLE);
  const twice = write(out);
  expect(values(twice)).toEqual(values(out));
  expect(twice).toEqual(out);
});

test('when both places are taken there is no room', () => {
  const tags = fullBox('meta', 0, 0, handler('mdir'), box('ilst'));
  expect(() => plan(film(box('udta', tags), tags))).toThrow(expect.objectContaining({ code: 'no_room' }));
});

test('labels elsewhere are taken out, and what stands beside them stays', () => {
  const freeform = box('----', fullBox('mean', 0, 0, 'x'), fullBox('name', 0, 0, 'AIGC'), box('data', be32(1, 0), OLD));
  const list = box(
    'ilst',
    item('AIGC', OLD),
    item('cmt_', 'stays', OLD),
    freeform,
    item(be32(2), OLD),
    item('desc', 'text'),
  );
  const texts = (...all: string[]): Bytes => concat(...all.map((text) => concat(be16(text.length, 0), text)));
  const comment = box('_cmt', texts(OLD, 'stays'));
  comment[4] = 0xa9;
  const alone = box('_inf', texts(OLD));
  alone[4] = 0xa9;
  const file = film(
    box(
      'udta',
      fullBox('meta', 0, 0, handler('mdir'), list),
      comment,
      alone,
      box('AIGC', OLD),
      box('aigc', be32(0), OLD),
    ),
    box('trak', box('meta', handler('mdta'), keys('x.AIGC'), box('ilst', item(be32(1), OLD)))),
  );
  const out = write(file);
  expect(values(out)).toEqual([
    'moov/udta/meta/ilst(mdir)|cmt_|stays',
    'moov/udta/meta/ilst(mdir)|desc|text',
    'moov/udta|\u00a9cmt|stays',
    FALLBACK,
  ]);
  expect(indexOfBytes(out, OLD)).toBe(-1);
  expect(target(out, 'stco', { at: 8 })).toBe(SAMPLE);
});

test('a label in XMP is taken out of its packet, whose length stays', () => {
  const packet = (inside: string): string =>
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:T="http://www.tc260.org.cn/ns/AIGC/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>f</dc:format>${inside}</rdf:Description></rdf:RDF>`;
  const labelled = packet(`<T:AIGC>${OLD}</T:AIGC>`);
  const file = concat(
    film(box('udta', box('XMP_', labelled))),
    box('uuid', XMP_UUID, labelled),
    box('uuid', XMP_UUID, 'junk'),
  );
  const out = write(file);
  expect(indexOfBytes(out, OLD)).toBe(-1);
  const stripped = packet('').padEnd(labelled.length);
  expect(values(out)).toEqual([
    `moov/udta/XMP_|null|${stripped}`,
    STANDARD,
    `uuid/XMP|null|${stripped}`,
    'uuid/XMP|null|junk',
  ]);
});

test('long offsets, auxiliary information, an index and fragments follow; offsets into other files do not', () => {
  const make = (at: number): Bytes => {
    const own = concat(fullBox('co64', 0, 0, be32(1), be64(at)), fullBox('saio', 0, 1, be32(0, 0, 1, at)));
    const foreign = track(fullBox('STCO', 0, 0, be32(1, 77)), fullBox('url ', 0, 0, 'http://x'));
    foreign.set(concat('stco'), indexOfBytes(foreign, 'STCO'));
    const fragment = box('moof', box('traf', fullBox('tfhd', 0, 1, be32(1), be64(at))));
    const index = box(
      'mfra',
      fullBox('tfra', 1, 0, be32(1, 0, 1), be64(0, at), u8(1, 1, 1)),
      fullBox('mfro', 0, 0, be32(0)),
    );
    const head = concat(FTYP, fullBox('sidx', 0, 0, be32(1, 1, 0, at === 0 ? 0 : at - FTYP.length - 32)));
    return concat(head, box('moov', track(own), foreign), fragment, box('mdat', SAMPLE), index);
  };
  const file = make(indexOfBytes(make(0), SAMPLE));
  const out = write(file);
  expect(target(out, 'co64', { at: 8, width: 8 })).toBe(SAMPLE);
  expect(target(out, 'saio', { at: 16 })).toBe(SAMPLE);
  expect(target(out, 'tfhd', { at: 8, width: 8 })).toBe(SAMPLE);
  expect(target(out, 'tfra', { at: 24, width: 8 })).toBe(SAMPLE);
  const view = new DataView(out.buffer, out.byteOffset);
  expect(view.getUint32(indexOfBytes(out, 'stco') + 12)).toBe(77);
  const indexStart = indexOfBytes(out, 'sidx');
  expect(view.getUint32(indexStart + 20) + indexStart + 28).toBe(indexOfBytes(out, SAMPLE));
});

test('a table whose offsets are full is refused', () => {
  const moov = box('moov', track(fullBox('stco', 0, 0, be32(1, 0xffff_fff0))));
  expect(() => plan(concat(FTYP, moov, box('mdat', SAMPLE)))).toThrow(expect.objectContaining({ code: 'no_room' }));
});

test('a movie behind its data moves nothing', () => {
  const file = concat(FTYP, box('mdat', SAMPLE), box('moov', track(fullBox('stco', 0, 0, be32(1, FTYP.length + 8)))));
  const out = write(file);
  expect(target(out, 'stco', { at: 8 })).toBe(SAMPLE);
  expect(out.subarray(0, FTYP.length + 8 + SAMPLE.length)).toEqual(file.subarray(0, FTYP.length + 8 + SAMPLE.length));
});

test.each([
  ['no movie', FTYP],
  ['a compressed movie', concat(FTYP, box('moov', box('cmov')))],
  ['items without keys', film(box('udta', box('meta', handler('mdta'), box('ilst', item(be32(1), 'v')))))],
  [
    'fewer keys than it says',
    film(box('udta', box('meta', handler('mdta'), fullBox('keys', 0, 0, be32(2), box('mdta', 'a'))))),
  ],
  [
    'an item without a key',
    film(box('udta', box('meta', handler('mdta'), keys('a'), box('ilst', item(be32(2), 'v'))))),
  ],
])('%s is refused', (_, file) => {
  expect(() => plan(file)).toThrow(expect.objectContaining({ code: 'media_unreadable' }));
});

test('cut at any length and with any bits flipped, a film is written or refused', () => {
  const tags = fullBox('meta', 0, 0, handler('mdta'), keys('a'), box('ilst', item(be32(1), OLD)));
  const file = concat(
    buildMp4(),
    film(box('udta', tags, box('AIGC', OLD))).subarray(FTYP.length),
    box('uuid', XMP_UUID, '<x/>'),
  );
  const attempt = (mutant: Uint8Array): void => {
    try {
      write(mutant);
    } catch (error) {
      if (!(error instanceof DecodeError || error instanceof LabelWriteError)) throw error;
    }
  };
  for (let length = 0; length < file.length; length += 3) attempt(truncate(file, length));
  const random = seededRandom(68);
  for (let round = 0; round < 2000; round += 1) attempt(flipBit(file, random.below(file.length), random.below(8)));
});
