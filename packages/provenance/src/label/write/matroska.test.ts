import { crc32 } from 'node:zlib';
import { concat, fromHex, indexOfBytes, le32, seededRandom, truncate, u8, type Bytes } from '@revera/testkit';
import { buildMatroska, ebml } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { readMatroska } from '../../media/matroska.ts';
import { damagedCopies } from '../../testing/damage.ts';
import { itemRows, readItems } from '../../testing/read-media.ts';
import { refusal, testLabel, withTestLabel } from '../../testing/hostile-writing.ts';
import { writeMatroska } from './matroska.ts';

const HEADER = ebml('1a45dfa3', ebml('4282', 'webm'));
const UNKNOWN = fromHex('01ffffffffffffff');
const CLUSTER = ebml('1f43b675', ebml('e7', u8(0)), ebml('a3', u8(0x81, 0, 0, 0x80, 1, 2, 3)));
const LIVE_CLUSTER = concat(fromHex('1f43b675'), UNKNOWN, ebml('e7', u8(0)), ebml('a3', u8(0x81, 0, 0, 0x80, 1)));
const OLD = testLabel(20);
const LABEL_ROW = ['entry', 'Segment/Tags/Tag/SimpleTag', 'AIGC', testLabel()];
const SEGMENT_HEAD_BYTES = 12;

function simpleTag(name: string, text: string): Bytes {
  return ebml('67c8', ebml('45a3', name), ebml('4487', text));
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

function seekHead(...entries: [id: string, position: number][]): Bytes {
  return ebml(
    '114d9b74',
    ...entries.map(([id, position]) =>
      ebml('4dbb', ebml('53ab', fromHex(id)), ebml('53ac', u8(position >> 8, position))),
    ),
  );
}

function cues(...positions: number[]): Bytes {
  return ebml(
    '1c53bb6b',
    ...positions.map((position) => ebml('bb', ebml('b7', ebml('f1', u8(position >> 8, position))))),
  );
}

/** What stands at a position of the Segment's content. */
function at(bytes: Bytes, position: number): Bytes {
  return bytes.slice(HEADER.length + SEGMENT_HEAD_BYTES + position);
}

/** The values of all elements with this identifier, which stand with sizes of eight bytes. */
function numbers(bytes: Bytes, id: string): number[] {
  const mark = concat(fromHex(id), fromHex('0100000000000002'));
  const found: number[] = [];
  for (let from = indexOfBytes(bytes, mark); from !== -1; from = indexOfBytes(bytes, mark, from + 1)) {
    const value = from + mark.length;
    found.push((bytes[value] ?? 0) * 256 + (bytes[value + 1] ?? 0));
  }
  return found;
}

function labels(bytes: Bytes): (string | null)[][] {
  return itemRows(readMatroska, bytes).filter(([, , key]) => key !== 'OTHER');
}

describe('writeMatroska', () => {
  it('uses Void in front of the first Cluster, and nothing moves', () => {
    const bytes = segment(ebml('ec', new Uint8Array(200)), CLUSTER, CLUSTER);
    const written = withTestLabel(writeMatroska, bytes);
    expect(written).toHaveLength(bytes.length);
    expect(labels(written)).toEqual([LABEL_ROW]);
    expect(indexOfBytes(written, CLUSTER)).toBe(indexOfBytes(bytes, CLUSTER));
  });

  it('writes at the end when the SeekHead has room for an entry', () => {
    const bytes = segment(seekHead(['1f43b675', 100]), ebml('ec', new Uint8Array(20)), CLUSTER);
    const written = withTestLabel(writeMatroska, bytes);
    expect(indexOfBytes(written, CLUSTER)).toBe(indexOfBytes(bytes, CLUSTER));
    expect(labels(written)).toEqual([LABEL_ROW]);
    const entry = indexOfBytes(written, fromHex('53ab841254c36753ac88'));
    const position = Number(Buffer.from(written).readBigUInt64BE(entry + 10));
    expect(at(written, position).subarray(0, 4)).toEqual(fromHex('1254c367'));
  });

  it('moves the Clusters and mends SeekHead and Cues when there is no other way', () => {
    const head = seekHead(['1f43b675', 0], ['1c53bb6b', 0]).length;
    const index = cues(head, head + CLUSTER.length);
    const end = head + 2 * CLUSTER.length;
    const bytes = segment(seekHead(['1f43b675', head], ['1c53bb6b', end]), CLUSTER, CLUSTER, index);
    const written = withTestLabel(writeMatroska, bytes);
    expect(labels(written)).toEqual([LABEL_ROW]);
    const [first, second] = numbers(written, '53ac');
    expect(at(written, first ?? 0).subarray(0, 4)).toEqual(fromHex('1f43b675'));
    expect(at(written, second ?? 0).subarray(0, 4)).toEqual(fromHex('1c53bb6b'));
    for (const position of numbers(written, 'f1')) {
      expect(at(written, position).subarray(0, CLUSTER.length)).toEqual(CLUSTER);
    }
  });

  it('does not move Clusters that state where they stand', () => {
    const placed = ebml('1f43b675', ebml('e7', u8(0)), ebml('a7', u8(0)), ebml('a3', u8(0x81, 0, 0, 0x80)));
    const written = withTestLabel(writeMatroska, segment(placed));
    expect(indexOfBytes(written, placed)).toBe(indexOfBytes(segment(placed), placed));
    expect(labels(written)).toEqual([LABEL_ROW]);
    expect(refusal(writeMatroska, live(placed))).toBe('media_unreadable');
  });

  it('replaces a label in its place and keeps the other tags', () => {
    const old = tags(simpleTag('OTHER', 'x'), simpleTag('AIGC', OLD));
    for (const bytes of [segment(old, CLUSTER), segment(CLUSTER, old)]) {
      const written = withTestLabel(writeMatroska, bytes);
      expect(written).toHaveLength(bytes.length);
      expect(itemRows(readMatroska, written).map(([, , key]) => key)).toEqual(['OTHER', 'AIGC']);
      expect(labels(written)).toEqual([LABEL_ROW]);
      expect(withTestLabel(writeMatroska, written)).toEqual(written);
    }
  });

  it('takes a longer label to the end, and leads the SeekHead there', () => {
    const head = seekHead(['1254c367', 0]).length;
    const bytes = segment(seekHead(['1254c367', head]), tags(simpleTag('AIGC', OLD)), CLUSTER);
    const json = testLabel(500);
    const written = withTestLabel(writeMatroska, bytes, json);
    expect(itemRows(readMatroska, written)).toEqual([['entry', 'Segment/Tags/Tag/SimpleTag', 'AIGC', json]]);
    expect(indexOfBytes(written, CLUSTER)).toBe(indexOfBytes(bytes, CLUSTER));
    const [position] = numbers(written, '53ac');
    expect(at(written, position ?? 0).subarray(0, 4)).toEqual(fromHex('1254c367'));
    const last = segment(CLUSTER, tags(simpleTag('AIGC', OLD)));
    expect(itemRows(readMatroska, withTestLabel(writeMatroska, last, json))).toHaveLength(1);
  });

  it('takes every other label out: tags under other names, nested ones, attachments', () => {
    const nested = ebml('67c8', ebml('45a3', 'OTHER'), ebml('4487', 'x'), simpleTag('AIGC', OLD));
    const file = ebml('61a7', ebml('466e', 'AIGC'), ebml('465c', OLD));
    const attachments = ebml('1941a469', file, ebml('61a7', ebml('466e', 'cover'), ebml('465c', 'picture')));
    const track = ebml('1254c367', ebml('7373', ebml('63c0', ebml('63c5', u8(1))), simpleTag('AIGC', OLD)));
    const bytes = segment(
      tags(simpleTag('COMMENT', OLD)),
      tags(nested),
      track,
      attachments,
      CLUSTER,
      tags(simpleTag('AIGC', OLD)),
    );
    const written = withTestLabel(writeMatroska, bytes);
    expect(readItems(readMatroska, written).problems).toEqual([]);
    expect(labels(written)).toEqual([LABEL_ROW]);
    expect(indexOfBytes(written, 'picture')).toBe(indexOfBytes(bytes, 'picture'));
    expect(indexOfBytes(written, CLUSTER)).toBe(indexOfBytes(bytes, CLUSTER));
  });

  it('makes checksums right, and blanks one over the whole Segment', () => {
    const content = ebml('7373', ebml('63c0'), simpleTag('AIGC', OLD));
    const old = ebml('1254c367', fromHex('bf84'), le32(crc32(content)), content);
    const written = withTestLabel(writeMatroska, segment(concat(fromHex('bf84'), le32(1)), old, CLUSTER));
    expect(labels(written)).toEqual([LABEL_ROW]);
    const checksum = indexOfBytes(written, fromHex('bf84'));
    const size = written[checksum - 1] ?? 0;
    const rest = written.subarray(checksum + 6, checksum + (size & 0x7f));
    expect(written.subarray(checksum + 2, checksum + 6)).toEqual(le32(crc32(rest)));
    expect(indexOfBytes(written, fromHex('ec84'))).toBe(HEADER.length + SEGMENT_HEAD_BYTES);
  });

  it('writes in front of the Clusters of live files', () => {
    const written = withTestLabel(writeMatroska, live(LIVE_CLUSTER, LIVE_CLUSTER));
    expect(labels(written)).toEqual([LABEL_ROW]);
    expect(indexOfBytes(written, '"Label"')).toBeLessThan(indexOfBytes(written, LIVE_CLUSTER));
    expect(labels(withTestLabel(writeMatroska, segment(LIVE_CLUSTER)))).toEqual([LABEL_ROW]);
  });

  it('takes a longer size of the Segment where it needs one', () => {
    const body = concat(CLUSTER, ebml('ec', new Uint8Array(126 - CLUSTER.length - 9)));
    const bytes = concat(HEADER, fromHex('18538067'), u8(0x80 | body.length), body);
    expect(labels(withTestLabel(writeMatroska, bytes))).toEqual([LABEL_ROW]);
    expect(labels(withTestLabel(writeMatroska, buildMatroska()))).toContainEqual(LABEL_ROW);
  });

  it('refuses files that are cut off or have two Segments', () => {
    expect(refusal(writeMatroska, truncate(segment(CLUSTER), HEADER.length + 30))).toBe('media_unreadable');
    expect(refusal(writeMatroska, concat(segment(CLUSTER), segment(CLUSTER)))).toBe('media_unreadable');
    expect(refusal(writeMatroska, concat('no EBML'))).toBe('media_unreadable');
  });

  it('only refuses damaged files', () => {
    const index = cues(30, 60);
    const bytes = segment(seekHead(['1254c367', 47], ['1c53bb6b', 200]), tags(simpleTag('AIGC', OLD)), CLUSTER, index);
    for (const copy of damagedCopies(bytes, seededRandom(1))) expect(() => refusal(writeMatroska, copy)).not.toThrow();
    for (const copy of damagedCopies(live(tags(simpleTag('AIGC', OLD)), LIVE_CLUSTER), seededRandom(1)))
      expect(() => refusal(writeMatroska, copy)).not.toThrow();
  });
});
