import {
  be16,
  be32,
  concat,
  indexOfBytes,
  seededRandom,
  setByte,
  truncate,
  u8,
  type Bytes,
  type Part,
} from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { damagedCopies } from '../testing/damage.ts';
import { itemRows, readItems } from '../testing/read-media.ts';
import { readFlv } from './flv.ts';

const JSON_TEXT = '{"Label":"1"}';
const END = u8(0, 0, 9);
const LABEL_ROW = ['entry', 'script/onMetaData', 'AIGC', JSON_TEXT];

function text(value: string): Bytes {
  return concat(be16(concat(value).length), value);
}

function string(name: string, value: string): Bytes {
  return concat(text(name), u8(2), text(value));
}

function tag(type: number, data: Uint8Array): Bytes {
  return concat(u8(type, 0), be16(data.length), new Uint8Array(7), data, be32(data.length + 11));
}

function flv(...tags: Uint8Array[]): Bytes {
  return concat('FLV', u8(1, 5), be32(9, 0), ...tags);
}

function metadata(...properties: Part[]): Bytes {
  return tag(18, concat(u8(2), text('onMetaData'), u8(8), be32(properties.length), ...properties, END));
}

const NUMBER = concat(text('duration'), u8(0), new Uint8Array(8));
const LABEL = string('AIGC', JSON_TEXT);

describe('readFlv', () => {
  it('reads strings of onMetaData among values of all types', () => {
    const bytes = flv(
      metadata(
        NUMBER,
        concat(text('stereo'), u8(1, 1)),
        concat(text('when'), u8(11), new Uint8Array(10)),
        concat(
          text('keyframes'),
          u8(3),
          text('times'),
          u8(10),
          be32(2),
          u8(0),
          new Uint8Array(8),
          u8(2),
          text('in'),
          END,
        ),
        concat(text('nothing'), u8(5)),
        LABEL,
        concat(text('aigc'), u8(12), be32(JSON_TEXT.length), JSON_TEXT),
      ),
      tag(9, new Uint8Array(20)),
    );
    expect(readItems(readFlv, bytes).problems).toEqual([]);
    expect(itemRows(readFlv, bytes)).toEqual([
      ['entry', 'script/onMetaData/object', '', 'in'],
      LABEL_ROW,
      ['entry', 'script/onMetaData', 'aigc', JSON_TEXT],
    ]);
    expect(readItems(readFlv, bytes).items[1]?.offset).toBe(indexOfBytes(bytes, JSON_TEXT));
  });

  it('reads an object, script data behind others, and XMP', () => {
    const object = tag(18, concat(u8(2), text('onMetaData'), u8(3), LABEL, END));
    const xmp = tag(18, concat(u8(2), text('onXMPData'), u8(8), be32(1), string('liveXML', '<x/>'), END));
    const cue = tag(18, concat(u8(2), text('onCuePoint'), u8(3), LABEL, END));
    expect(itemRows(readFlv, flv(tag(8, new Uint8Array(9)), cue, object, xmp))).toEqual([
      LABEL_ROW,
      ['xmp', 'script/onXMPData', null, '<x/>'],
    ]);
    const endless = tag(18, concat(u8(2), text('onMetaData'), u8(8), be32(1), LABEL));
    expect(itemRows(readFlv, flv(endless))).toEqual([LABEL_ROW]);
  });

  it('keeps what stands in front of damage, and reads the next tag', () => {
    const bytes = flv(metadata(LABEL, concat(text('x'), u8(99))), metadata(LABEL));
    expect(readItems(readFlv, bytes)).toMatchObject({ items: [{}, {}], problems: [{ what: 'AMF type' }] });
    const whole = flv(metadata(LABEL, NUMBER));
    const cut = truncate(whole, whole.length - 12);
    expect(readItems(readFlv, cut)).toMatchObject({ items: [{ key: 'AIGC', intact: false }], problems: [{}] });
    const encrypted = setByte(whole, 13, 0x32);
    expect(readItems(readFlv, encrypted)).toMatchObject({ items: [], problems: [{ kind: 'encrypted' }] });
  });

  it('bounds nesting, forged counts and the search', () => {
    const deep = concat(...Array.from({ length: 60 }, () => concat(text('o'), u8(3))));
    expect(readItems(readFlv, flv(metadata(deep))).problems).toMatchObject([{ kind: 'limit' }]);
    const arrays = concat(text('a'), ...Array.from({ length: 60 }, () => concat(u8(10), be32(0xffff_ffff))));
    expect(readItems(readFlv, flv(metadata(arrays))).problems).toMatchObject([{ kind: 'limit' }]);
    const forged = concat(text('a'), u8(10), be32(0xffff_ffff), u8(5, 5, 5));
    expect(readItems(readFlv, flv(metadata(forged))).problems).toMatchObject([{ kind: 'damaged' }]);
    const late = flv(...Array.from({ length: 300 }, () => tag(8, u8(1))), metadata(LABEL));
    expect(readItems(readFlv, late)).toEqual({ items: [], problems: [] });
    expect(readItems(readFlv, concat('FLV', u8(1, 5), be32(3, 0)))).toMatchObject({ problems: [{ kind: 'damaged' }] });
  });

  it('throws nothing for damaged files', () => {
    const nested = concat(text('o'), u8(3), LABEL, END);
    for (const copy of damagedCopies(flv(metadata(NUMBER, nested, LABEL), tag(9, u8(1, 2, 3))), seededRandom(1)))
      expect(readItems(readFlv, copy)).toBeDefined();
  });
});
