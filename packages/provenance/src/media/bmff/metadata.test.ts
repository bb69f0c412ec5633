import {
  be16,
  be32,
  be64,
  concat,
  flipBit,
  fromHex,
  seededRandom,
  truncate,
  type Bytes,
  type Part,
} from '@revera/testkit';
import { nestedBoxes, mp4WithForgedLargeSize, mp4WithForgedSize } from '@revera/testkit/hostile';
import { box, buildMp4, fullBox } from '@revera/testkit/media';
import { expect, test } from 'vitest';
import { bufferSource, type RandomAccess } from '../../bytes/random-access.ts';
import { LIMITS } from '../../limits.ts';
import { MediaSource } from '../media-source.ts';
import type { MetadataFindings } from '../metadata-item.ts';
import { readItems, readItemsOf } from '../../testing/read-media.ts';
import { readBmff } from './metadata.ts';

const LABEL = '{"Label":"1"}';
const XMP_UUID = fromHex('be7acfcb97a942e89c71999491e3afac');
const FTYP = box('ftyp', 'isom', be32(512), 'isom');

function read(file: Uint8Array): MetadataFindings {
  return readItems(readBmff, file);
}

const readFrom = (source: MediaSource): MetadataFindings => readItemsOf(readBmff, source);

/** Path, key and text of each item. */
function values(file: Uint8Array): string[] {
  return read(file).items.map(({ path, key, bytes }) => `${path}|${key}|${new TextDecoder().decode(bytes)}`);
}

function movie(...parts: Part[]): Bytes {
  return concat(FTYP, box('moov', ...parts));
}

function handler(type: string): Bytes {
  return fullBox('hdlr', 0, 0, be32(0), type, new Uint8Array(12), '\0');
}

function keys(...names: string[]): Bytes {
  return fullBox('keys', 0, 0, be32(names.length), ...names.map((name) => box('mdta', name)));
}

function data(value: Part, type = 1): Bytes {
  return box('data', be32(type, 0), value);
}

function numbered(index: number, ...parts: Part[]): Bytes {
  const item = box('????', ...parts);
  item.set(be32(index), 4);
  return item;
}

function atom(type: Part, ...parts: Part[]): Bytes {
  const made = box('????', ...parts);
  made.set(concat(type), 4);
  return made;
}

const TEXT_TYPE = fromHex('a9636d74');

const KEY_CHILDREN = [
  handler('mdta'),
  keys('artwork', 'AIGC'),
  box('ilst', numbered(1, data('a')), numbered(2, data(LABEL))),
];

test.each([
  ['moov/udta/meta', movie(box('udta', fullBox('meta', 0, 0, ...KEY_CHILDREN)))],
  ['moov/meta', movie(box('meta', ...KEY_CHILDREN))],
  ['moov/meta', movie(fullBox('meta', 0, 0, ...KEY_CHILDREN))],
  ['moov/trak/meta', movie(box('trak', box('meta', ...KEY_CHILDREN)))],
  ['moov/trak/udta/meta', movie(box('trak', box('udta', box('meta', ...KEY_CHILDREN))))],
  ['meta', concat(FTYP, fullBox('meta', 0, 0, ...KEY_CHILDREN))],
])('keys in %s are named, in the form of ISO and of QuickTime', (path, file) => {
  expect(values(file)).toEqual([`${path}/ilst|artwork|a`, `${path}/ilst|AIGC|${LABEL}`]);
  const [, label] = read(file).items;
  expect(new TextDecoder().decode(file.subarray(label?.offset, (label?.offset ?? 0) + (label?.length ?? 0)))).toBe(
    LABEL,
  );
  expect(label).toMatchObject({ encoding: 'utf-8', intact: true, kind: 'entry' });
  expect(read(file).problems).toEqual([]);
});

test('items of iTunes are named by their type, freeform items by their name, numbers by nothing', () => {
  const list = box(
    'ilst',
    atom(TEXT_TYPE, data('one'), data('two')),
    box('----', fullBox('mean', 0, 0, 'com.x'), fullBox('name', 0, 0, 'AIGC'), data(LABEL)),
    box('AIGC', data(LABEL)),
    numbered(2, data(LABEL)),
    box('covr', data('picture', 13)),
    box('tmpo', data(be16(120), 21)),
    box('free', 'nothing'),
  );
  const file = movie(box('udta', fullBox('meta', 0, 0, handler('mdir'), list)));
  const path = 'moov/udta/meta/ilst(mdir)';
  expect(values(file).slice(2)).toEqual([
    `${path}/----|AIGC|${LABEL}`,
    `${path}|AIGC|${LABEL}`,
    `${path}/#2|null|${LABEL}`,
  ]);
  expect(values(file)).toHaveLength(5);
});

test('the data type says the coding; a number that is too long for one is no number', () => {
  const items = [data('\0a', 2), data('x', 0), data('x'.repeat(80), 21), data('y', 99)];
  const list = box('ilst', ...items.map((item) => numbered(1, item)));
  const { items: found } = read(movie(box('meta', handler('mdta'), keys('k'), list)));
  expect(found.map(({ encoding }) => encoding)).toEqual(['utf-16be', null, null]);
});

test('an index past the keys has no name', () => {
  const file = movie(
    box('meta', handler('mdta'), keys('k'), box('ilst', numbered(7, data('v')), numbered(0, data('w')))),
  );
  expect(values(file)).toEqual(['moov/meta/ilst/#7|null|v', 'moov/meta/ilst/#0|null|w']);
});

test('user data: texts in several languages, label atoms in three forms, XMP, 3GPP texts, other atoms', () => {
  const text = (value: string, language = 0x55c4): Bytes => concat(be16(value.length, language), value);
  const userData = box(
    'udta',
    atom(TEXT_TYPE, text('one'), text('', 0), text('two', 0)),
    atom(TEXT_TYPE, 'plain text'),
    box('AIGC', LABEL),
    box('aigc', text(LABEL)),
    box('AIGC', be32(0), LABEL),
    box('XMP_', '<x/>'),
    fullBox('titl', 0, 0, be16(0), 'title'),
    box('CNMN', 'Model'),
    box('huge', new Uint8Array(LIMITS.mediaOpaqueBytes + 1)),
    be32(0),
  );
  const path = 'moov/udta';
  expect(values(movie(userData))).toEqual([
    `${path}|\u00a9cmt|one`,
    `${path}|\u00a9cmt|two`,
    `${path}|\u00a9cmt|plain text`,
    `${path}|AIGC|${LABEL}`,
    `${path}|aigc|${LABEL}`,
    `${path}|AIGC|${LABEL}`,
    `${path}/XMP_|null|<x/>`,
    `${path}|titl|title`,
    `${path}|CNMN|Model`,
  ]);
  expect(read(movie(userData)).items.findIndex(({ intact }) => !intact)).toBe(2);
  expect(read(movie(userData)).problems).toEqual([]);
});

test('XMP boxes at the top and inside the movie; boxes of another kind are not looked into', () => {
  const xmp = box('uuid', XMP_UUID, '<x/>');
  const other = box('uuid', new Uint8Array(16), '<x/>');
  const file = concat(movie(xmp, other), xmp, other, box('uuid', 'short'));
  expect(read(file).items.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['xmp moov/uuid/XMP', 'xmp uuid/XMP']);
});

test('a movie header that is compressed is said to be unread', () => {
  expect(read(movie(box('cmov', 'x'))).problems).toMatchObject([{ kind: 'unsupported' }]);
});

/** A file of which only some parts exist; the rest is zeros that no test wants to be read. */
function sparse(size: number, parts: { at: number; bytes: Uint8Array }[]): RandomAccess {
  return {
    size,
    read: (offset, length) => {
      const out = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      for (const { at, bytes } of parts) {
        const from = Math.max(at, offset);
        const to = Math.min(at + bytes.length, offset + out.length);
        if (from < to) out.set(bytes.subarray(from - at, to - at), from - offset);
      }
      return out;
    },
    close: () => undefined,
  };
}

test('media data of five gigabytes before the movie costs some kilobytes', () => {
  const mdatBytes = 5 * 2 ** 30;
  const tail = box('moov', box('udta', fullBox('meta', 0, 0, ...KEY_CHILDREN)));
  const head = concat(FTYP, be32(1), 'mdat', be64(mdatBytes));
  const at = FTYP.length + mdatBytes;
  const source = MediaSource.of(
    sparse(at + tail.length, [
      { at: 0, bytes: head },
      { at, bytes: tail },
    ]),
  );
  expect(readFrom(source).items).toHaveLength(2);
  expect(source.bytesRead).toBeLessThan(8192);
});

test('thousands of fragments are passed over by their headers', () => {
  const fragments = Array.from({ length: 20_000 }, () => concat(box('moof', 'x'.repeat(40)), box('mdat', 'y')));
  const source = MediaSource.of(bufferSource(concat(FTYP, ...fragments, box('moov', box('meta', ...KEY_CHILDREN)))));
  expect(readFrom(source).items).toHaveLength(2);
  expect(source.bytesRead).toBeLessThan(40_000 * 40);
});

test('one damaged structure does not hide its neighbours', () => {
  const broken = fullBox('meta', 0, 0, handler('mdir'), box('ilst', box('desc', be32(4), 'data')));
  const file = movie(box('udta', broken), box('meta', ...KEY_CHILDREN));
  expect(read(file).items).toHaveLength(2);
  expect(read(file).problems).toHaveLength(1);
});

test('a value that is cut off comes out as far as it goes, and as not whole', () => {
  const file = movie(box('meta', ...KEY_CHILDREN));
  const { items, problems } = read(truncate(file, file.length - 3));
  expect(items.at(-1)).toMatchObject({ key: 'AIGC', intact: false, bytes: concat(LABEL.slice(0, -3)) });
  expect(problems.length).toBeGreaterThan(0);
});

test('a text that is larger than metadata may be is a problem, a large picture is not', () => {
  const large = new Uint8Array(LIMITS.mediaItemBytes + 1);
  const list = (type: number): Bytes => box('ilst', numbered(1, data(large, type)));
  const file = (type: number): Bytes => movie(box('meta', handler('mdta'), keys('k'), list(type)));
  expect(read(file(1)).problems).toMatchObject([{ kind: 'limit' }]);
  expect(read(file(13)).problems).toEqual([]);
});

test.each([
  ['a forged long size', mp4WithForgedLargeSize()],
  ['a size of 4', mp4WithForgedSize(4)],
  ['a size past the end', mp4WithForgedSize(2 ** 31)],
  ['twenty thousand boxes in boxes', nestedBoxes(20_000)],
  ['more keys than bytes', movie(box('meta', handler('mdta'), fullBox('keys', 0, 0, be32(0xffffffff)), box('ilst')))],
  [
    'a key shorter than its header',
    movie(box('meta', handler('mdta'), fullBox('keys', 0, 0, be32(1, 0)), box('ilst'))),
  ],
  ['a cut off handler', movie(box('meta', fullBox('hdlr', 0, 0), box('ilst')))],
])('%s gives findings and no failure', (_, file) => {
  expect(read(file).items).toEqual([]);
  for (const { what } of read(file).problems) expect(what).not.toBe('');
});

test('a file of more boxes than may be visited is a limit, not a long wait', () => {
  const boxes = new Uint8Array((LIMITS.mediaSteps + 10) * 8);
  for (let at = 0; at < boxes.length; at += 8) boxes.set([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65], at);
  expect(read(concat(FTYP, boxes)).problems).toMatchObject([{ kind: 'limit' }]);
});

test('cut at any length and with any bits flipped, a file gives findings only', () => {
  const udta = box('udta', fullBox('meta', 0, 0, ...KEY_CHILDREN), atom(TEXT_TYPE, be16(3, 0), 'one'), be32(0));
  const meta = fullBox('meta', 0, 0, handler('mdir'), box('ilst', box('desc', data('text'))));
  const file = concat(buildMp4(), box('moov', udta, meta), box('uuid', XMP_UUID, '<x/>'));
  for (let length = 0; length < file.length; length += 1) read(truncate(file, length));
  const random = seededRandom(33);
  for (let round = 0; round < 3000; round += 1) {
    let mutant = file;
    for (let flips = 0; flips < 3; flips += 1) mutant = flipBit(mutant, random.below(file.length), random.below(8));
    read(mutant);
  }
});
