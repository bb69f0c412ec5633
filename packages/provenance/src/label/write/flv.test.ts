import { be16, be32, concat, indexOfBytes, seededRandom, truncate, u8, type Bytes, type Part } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { readFlv } from '../../media/flv.ts';
import { damagedCopies } from '../../testing/damage.ts';
import { itemRows } from '../../testing/read-media.ts';
import { refusal, testLabel, withTestLabel } from '../../testing/hostile-writing.ts';
import { writeFlv } from './flv.ts';

const END = u8(0, 0, 9);
const OLD = testLabel(20);
const ROW = ['entry', 'script/onMetaData', 'AIGC', testLabel()];
const VIDEO = tag(9, concat('a frame of video'));

function text(value: string): Bytes {
  return concat(be16(concat(value).length), value);
}

function property(name: string, value: string): Bytes {
  return concat(text(name), u8(2), text(value));
}

function number(value: number): Bytes {
  const out = new Uint8Array(9);
  new DataView(out.buffer).setFloat64(1, value);
  return out;
}

function tag(type: number, data: Uint8Array): Bytes {
  return concat(u8(type, 0), be16(data.length), new Uint8Array(7), data, be32(data.length + 11));
}

function flv(...tags: Uint8Array[]): Bytes {
  return concat('FLV', u8(1, 5), be32(9, 0), ...tags);
}

function metadata(count: number, ...properties: Part[]): Bytes {
  return tag(18, concat(u8(2), text('onMetaData'), u8(8), be32(count), ...properties, END));
}

/** A seek table whose entries are where the tags of video begin. */
function indexed(label: Part, count: number): Bytes {
  const build = (first: number, second: number, size: number): Bytes =>
    flv(
      metadata(
        count,
        concat(text('filesize'), number(size)),
        concat(text('keyframes'), u8(3), text('filepositions'), u8(10), be32(2), number(first), number(second), END),
        concat(text('duration'), number(500)),
        label,
      ),
      VIDEO,
      VIDEO,
    );
  const { length } = build(0, 0, 0);
  return build(length - 2 * VIDEO.length, length - VIDEO.length, length);
}

describe('writeFlv', () => {
  it('adds the property and keeps sizes, seek table and file size right', () => {
    const label = property('AIGC', testLabel());
    expect(withTestLabel(writeFlv, indexed('', 3))).toEqual(indexed(label, 4));
  });

  it('replaces the property in its place, and takes labels under other names out', () => {
    const bytes = indexed(concat(property('AIGC', OLD), property('comment', OLD), property('aigc', OLD)), 6);
    const written = withTestLabel(writeFlv, bytes);
    expect(written).toEqual(indexed(property('AIGC', testLabel()), 4));
    expect(withTestLabel(writeFlv, written)).toEqual(written);
  });

  it('takes labels out of later script data', () => {
    const bytes = flv(metadata(1, property('a', 'b')), VIDEO, metadata(1, property('AIGC', OLD)), VIDEO);
    const written = withTestLabel(writeFlv, bytes);
    expect(written).toEqual(
      flv(metadata(1, property('a', 'b')), VIDEO, metadata(1, property('AIGC', testLabel())), VIDEO),
    );
    const two = withTestLabel(writeFlv, flv(metadata(1, property('AIGC', OLD)), metadata(1, property('AIGC', OLD))));
    expect(itemRows(readFlv, two)).toEqual([ROW]);
  });

  it('writes script data where there are none', () => {
    const written = withTestLabel(writeFlv, flv(VIDEO));
    expect(written).toEqual(flv(metadata(1, property('AIGC', testLabel())), VIDEO));
  });

  it('writes into objects, and into arrays without an end mark or a count', () => {
    const object = tag(18, concat(u8(2), text('onMetaData'), u8(3), property('a', 'b'), END));
    expect(itemRows(readFlv, withTestLabel(writeFlv, flv(object, VIDEO)))).toContainEqual(ROW);
    const open = tag(18, concat(u8(2), text('onMetaData'), u8(8), be32(0), property('a', 'b')));
    const written = withTestLabel(writeFlv, flv(open, VIDEO));
    expect(itemRows(readFlv, written)).toContainEqual(ROW);
    expect(indexOfBytes(written, concat(u8(8), be32(0)))).toBeGreaterThan(0);
  });

  it('refuses script data that are cut off or encrypted', () => {
    const bytes = flv(metadata(1, property('a', 'b')), VIDEO);
    expect(refusal(writeFlv, truncate(bytes, 40))).toBe('media_unreadable');
    bytes[13] = 0x32;
    expect(refusal(writeFlv, bytes)).toBe('media_unreadable');
    expect(refusal(writeFlv, concat('no FLV file, but long enough'))).toBe('damaged');
  });

  it('only refuses damaged files', () => {
    for (const copy of damagedCopies(indexed(property('AIGC', OLD), 4), seededRandom(1)))
      expect(() => refusal(writeFlv, copy)).not.toThrow();
  });
});
