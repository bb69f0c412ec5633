import { concat, fromHex, indexOfBytes, seededRandom, setByte, truncate, u8, type Bytes } from '@revera/testkit';
import { buildMatroska, ebml } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { damagedCopies } from '../testing/damage.ts';
import { itemRows, readItems } from '../testing/read-media.ts';
import { readMatroska } from './matroska.ts';

const HEADER = ebml('1a45dfa3', ebml('4282', 'webm'));
const INFO = ebml('1549a966', ebml('7ba9', 'A title'));
const JSON_TEXT = '{"Label":"1"}';
const TAGS = tags(simpleTag('AIGC', JSON_TEXT));
const CLUSTER = ebml('1f43b675', ebml('e7', u8(0)), ebml('a3', u8(0x81, 0, 0, 0x80, 1, 2, 3)));
const UNKNOWN = fromHex('01ffffffffffffff');
const LIVE_CLUSTER = concat(fromHex('1f43b675'), UNKNOWN, ebml('e7', u8(0)), ebml('a3', u8(0x81, 0, 0, 0x80, 1)));

function simpleTag(name: string, text: string, ...more: Bytes[]): Bytes {
  return ebml('67c8', ebml('45a3', name), ebml('4487', text), ...more);
}

function tags(...simple: Bytes[]): Bytes {
  return ebml('1254c367', ebml('7373', ebml('63c0'), ...simple));
}

function segment(...parts: Bytes[]): Bytes {
  return concat(HEADER, ebml('18538067', ...parts));
}

function live(...parts: Bytes[]): Bytes {
  return concat(HEADER, fromHex('18538067'), UNKNOWN, ...parts);
}

const LABEL_ROW = ['entry', 'Segment/Tags/Tag/SimpleTag', 'AIGC', JSON_TEXT];

describe('readMatroska', () => {
  it('reads tags in front of and behind the clusters, nested ones, and the names in Info', () => {
    const inner = simpleTag('INNER', 'x\0\0');
    const bytes = segment(INFO, tags(simpleTag('OUTER', 'y', inner)), CLUSTER, CLUSTER, TAGS);
    expect(readItems(readMatroska, bytes).problems).toEqual([]);
    expect(itemRows(readMatroska, bytes)).toEqual([
      ['entry', 'Segment/Info', 'Title', 'A title'],
      ['entry', 'Segment/Tags/Tag/SimpleTag/SimpleTag', 'INNER', 'x'],
      ['entry', 'Segment/Tags/Tag/SimpleTag', 'OUTER', 'y'],
      LABEL_ROW,
    ]);
    const [item] = readItems(readMatroska, segment(TAGS)).items;
    expect(item?.offset).toBe(indexOfBytes(segment(TAGS), JSON_TEXT));
    expect(readItems(readMatroska, buildMatroska()).problems).toEqual([]);
  });

  it('reads live files: unknown sizes, tags in front of and behind clusters, several Segments', () => {
    expect(itemRows(readMatroska, live(LIVE_CLUSTER, LIVE_CLUSTER, TAGS))).toEqual([LABEL_ROW]);
    expect(itemRows(readMatroska, live(TAGS, LIVE_CLUSTER))).toEqual([LABEL_ROW]);
    expect(itemRows(readMatroska, concat(live(LIVE_CLUSTER), live(LIVE_CLUSTER, TAGS)))).toEqual([LABEL_ROW]);
    expect(itemRows(readMatroska, concat(segment(CLUSTER), segment(TAGS)))).toEqual([LABEL_ROW]);
  });

  it('reads attached files that are XMP or speak of the label', () => {
    const file = (name: string, type: string) =>
      ebml('61a7', ebml('466e', name), ebml('4660', type), ebml('465c', `bytes of ${name}`));
    const attachments = ebml(
      '1941a469',
      file('cover.jpg', 'image/jpeg'),
      file('aigc.json', 'application/json'),
      file('a', 'application/rdf+xml'),
    );
    expect(itemRows(readMatroska, segment(attachments))).toEqual([
      ['entry', 'Segment/Attachments/AttachedFile', 'aigc.json', 'bytes of aigc.json'],
      ['xmp', 'Segment/Attachments/AttachedFile', null, 'bytes of a'],
    ]);
  });

  it('follows a SeekHead past damage, reads nothing twice, and ends loops of them', () => {
    const seekHead = (id: string, position: number) =>
      ebml('114d9b74', ebml('4dbb', ebml('53ab', fromHex(id)), ebml('53ac', u8(position))));
    const length = seekHead('1254c367', 0).length;
    const damaged = concat(u8(0, 0, 0), new Uint8Array(20));
    const bytes = segment(seekHead('1254c367', length + damaged.length), damaged, TAGS);
    expect(readItems(readMatroska, bytes)).toMatchObject({ items: [{ key: 'AIGC' }], problems: [{ kind: 'damaged' }] });
    expect(itemRows(readMatroska, segment(seekHead('1254c367', length), TAGS))).toHaveLength(1);
    expect(itemRows(readMatroska, segment(seekHead('114d9b74', 0), TAGS))).toHaveLength(1);
    expect(itemRows(readMatroska, segment(seekHead('1254c367', 3), TAGS))).toHaveLength(1);
  });

  it('gives what is there of a truncated value, and keeps the neighbours of a bad one', () => {
    const bytes = segment(TAGS);
    const cut = truncate(bytes, indexOfBytes(bytes, JSON_TEXT) + 6);
    expect(readItems(readMatroska, cut)).toMatchObject({ items: [{ length: 6, intact: false }], problems: [{}] });
    const bad = tags(ebml('67c8', u8(0, 0, 0, 0)), simpleTag('AIGC', JSON_TEXT));
    expect(readItems(readMatroska, segment(bad))).toMatchObject({ items: [{ key: 'AIGC' }], problems: [{}] });
    const long = setByte(bytes, indexOfBytes(bytes, JSON_TEXT) - 4, 0x7f);
    expect(readItems(readMatroska, long).items.every(({ intact }) => !intact)).toBe(true);
  });

  it('bounds nesting and counts', () => {
    let nested: Bytes = simpleTag('DEEP', 'x');
    for (let depth = 0; depth < 50; depth += 1) nested = ebml('67c8', nested);
    expect(readItems(readMatroska, segment(tags(nested), TAGS))).toMatchObject({
      items: [{ key: 'AIGC' }],
      problems: [{ kind: 'limit' }],
    });
    const many = segment(...Array.from({ length: 70_000 }, () => fromHex('ec80')));
    expect(readItems(readMatroska, many).problems).toMatchObject([{ kind: 'limit' }]);
    const unknown = segment(concat(fromHex('1254c367'), UNKNOWN, TAGS));
    expect(readItems(readMatroska, unknown).problems).toMatchObject([{ kind: 'damaged' }]);
    expect(readItems(readMatroska, concat('no EBML')).problems).toMatchObject([{ kind: 'damaged' }]);
  });

  it('throws nothing for damaged files', () => {
    for (const copy of damagedCopies(segment(INFO, TAGS, CLUSTER), seededRandom(1)))
      expect(readItems(readMatroska, copy)).toBeDefined();
    for (const copy of damagedCopies(live(INFO, LIVE_CLUSTER, TAGS), seededRandom(1)))
      expect(readItems(readMatroska, copy)).toBeDefined();
  });
});
