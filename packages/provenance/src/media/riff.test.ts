import { be16, be32, concat, indexOfBytes, le16, le32, seededRandom, truncate, u8 } from '@revera/testkit';
import { buildAvi, buildWav, buildWebp, id3Frame, id3Tag, riffChunk, riffList } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { damagedCopies } from '../testing/damage.ts';
import { itemRows, readItems } from '../testing/read-media.ts';
import { readRiff } from './riff.ts';

const JSON_TEXT = '{"Label":"1"}';
const AIGC = riffChunk('AIGC', JSON_TEXT);
const INFO = riffList('LIST', 'INFO', riffChunk('ISFT', 'soft\0\0'), riffChunk('AIGC', JSON_TEXT, '\0'));
const FORMAT = riffChunk('fmt ', le16(1, 1), le32(8000, 16_000), le16(2, 16));

function wave(...chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return riffList('RIFF', 'WAVE', FORMAT, ...chunks);
}

describe('readRiff', () => {
  it('finds nothing in plain files', () => {
    for (const bytes of [buildWav(), buildAvi(), buildWebp()]) {
      expect(readItems(readRiff, bytes)).toEqual({ items: [], problems: [] });
    }
  });

  it('reads the label chunk, INFO texts, ID3 tags and XML of a WAV', () => {
    const id3 = id3Tag(id3Frame('TXXX', concat(u8(3), 'AIGC\0', JSON_TEXT)));
    const bytes = wave(
      riffChunk('data', new Uint8Array(5)),
      AIGC,
      INFO,
      riffChunk('id3 ', id3),
      riffChunk('_PMX', '<x/>'),
      riffChunk('iXML', '<BWFXML/>'),
      riffChunk('bext', 'what', new Uint8Array(252), 'who', new Uint8Array(29 + 32)),
    );
    expect(readItems(readRiff, bytes).problems).toEqual([]);
    expect(itemRows(readRiff, bytes)).toEqual([
      ['entry', 'AIGC', 'AIGC', JSON_TEXT],
      ['entry', 'LIST/INFO', 'ISFT', 'soft'],
      ['entry', 'LIST/INFO', 'AIGC', JSON_TEXT],
      ['entry', expect.stringContaining('id3'), 'AIGC', JSON_TEXT],
      ['xmp', '_PMX', null, '<x/>'],
      ['opaque', 'iXML', null, '<BWFXML/>'],
      ['entry', 'bext', 'Description', 'what'],
      ['entry', 'bext', 'Originator', 'who'],
    ]);
  });

  it('reads the Exif list of sound and film: texts, and how the maker note begins', () => {
    const note = concat('AOC\0', new Uint8Array(200));
    const list = riffList(
      'LIST',
      'exif',
      riffChunk('ecor', 'PENTAX\0\0'),
      riffChunk('emdl', 'Optio'),
      riffChunk('emnt', note),
    );
    for (const bytes of [wave(list), riffList('RIFF', 'AVI ', list)]) {
      expect(readItems(readRiff, bytes).problems).toEqual([]);
      expect(itemRows(readRiff, bytes)).toEqual([
        ['entry', 'LIST/exif', 'ecor', 'PENTAX'],
        ['entry', 'LIST/exif', 'emdl', 'Optio'],
        ['opaque', 'LIST/exif', 'emnt', `AOC\0${'\0'.repeat(60)}`],
      ]);
    }
    const lying = concat('LIST', le32(20), 'exif', 'ecor', le32(500), 'PENTAX K');
    expect(readItems(readRiff, wave(lying))).toMatchObject({ items: [{ key: 'ecor', intact: false }], problems: [] });
    const broken = concat('LIST', le32(16), 'exif', u8(1, 2, 3, 4), le32(2), 'xxxx');
    expect(readItems(readRiff, wave(broken))).toEqual({ items: [], problems: [] });
  });

  it('reads XMP and Exif of WebP', () => {
    const exif = concat('MM', be16(42), be32(8), be16(1, 0x0131, 2), be32(2), 'a\0\0\0', be32(0));
    const chunks = [riffChunk('EXIF', 'Exif\0\0', exif), riffChunk('XMP ', '<x/>')];
    const bytes = riffList('RIFF', 'WEBP', ...chunks);
    expect(itemRows(readRiff, bytes).filter(([kind]) => kind !== 'exif')).toEqual([
      ['entry', 'EXIF/IFD0', 'Software', 'a'],
      ['xmp', 'XMP', null, '<x/>'],
    ]);
    expect(readItems(readRiff, bytes).items[0]).toMatchObject({ kind: 'exif', bytes: exif });
  });

  it('reads big-endian RIFX, RF64 with its sizes, and the later parts of an AVI', () => {
    const value = concat('AIGC', be32(JSON_TEXT.length), JSON_TEXT, u8(0));
    expect(itemRows(readRiff, concat('RIFX', be32(4 + value.length), 'WAVE', value))).toHaveLength(1);
    const ds64 = riffChunk('ds64', le32(0, 0, 4, 0, 2, 0, 0));
    const data = concat('data', le32(0xffff_ffff), 'AIGC');
    const rf64 = concat('RF64', le32(0xffff_ffff), 'WAVE', ds64, data, AIGC);
    expect(itemRows(readRiff, rf64)).toEqual([['entry', 'AIGC', 'AIGC', JSON_TEXT]]);
    const parts = concat(buildAvi(), riffList('RIFF', 'AVIX', riffList('LIST', 'movi', 'xx'), INFO));
    expect(itemRows(readRiff, parts)).toHaveLength(2);
  });

  it('reads what stands behind a stated size of zero, too little, or behind a missing pad byte', () => {
    const bytes = wave(AIGC);
    for (const size of [0, 4, 0xffff_ffff]) {
      bytes.set(le32(size), 4);
      expect(itemRows(readRiff, bytes)).toHaveLength(1);
    }
    const unpadded = concat('RIFF', le32(60), 'WAVE', 'odd ', le32(3), 'abc', AIGC);
    expect(itemRows(readRiff, unpadded)).toHaveLength(1);
    expect(readItems(readRiff, concat(wave(AIGC), u8(0, 1, 2, 3, 4, 5, 6, 7, 8)))).toMatchObject({
      items: [{}],
      problems: [],
    });
  });

  it('takes sound without a stated length as all of the rest', () => {
    for (const size of [0, 0xffff_ffff]) {
      const streamed = concat('RIFF', le32(size), 'WAVE', FORMAT, 'data', le32(size), new Uint8Array(50).fill(1));
      expect(readItems(readRiff, streamed)).toEqual({ items: [], problems: [] });
    }
  });

  it('gives what is there of a truncated chunk, and names lying sizes', () => {
    const bytes = wave(AIGC);
    const cut = truncate(bytes, indexOfBytes(bytes, JSON_TEXT) + 5);
    expect(readItems(readRiff, cut)).toMatchObject({ items: [{ length: 5, intact: false }], problems: [{}] });
    const large = wave(concat('AIGC', le32(0x7fff_ffff), JSON_TEXT));
    expect(readItems(readRiff, large)).toMatchObject({ items: [], problems: [{ kind: 'limit' }, { kind: 'damaged' }] });
    const list = concat('LIST', le32(20), 'INFO', 'AIGC', le32(500), JSON_TEXT.slice(0, 8));
    expect(readItems(readRiff, wave(list)).items).toMatchObject([{ key: 'AIGC', intact: false }]);
    expect(readItems(readRiff, concat('RIFF', le32(4)))).toMatchObject({ items: [], problems: [{}] });
  });

  it('counts chunks', () => {
    const many = wave(...Array.from({ length: 70_000 }, () => riffChunk('JUNK')));
    expect(readItems(readRiff, many).problems).toMatchObject([{ kind: 'limit' }]);
  });

  it('throws nothing for damaged files', () => {
    const exif = riffList('LIST', 'exif', riffChunk('ecor', 'maker'), riffChunk('emnt', 'note'));
    const bytes = wave(AIGC, INFO, exif, riffChunk('bext', 'what', new Uint8Array(700)), riffChunk('data', u8(1, 2)));
    for (const copy of damagedCopies(bytes, seededRandom(1))) expect(readItems(readRiff, copy)).toBeDefined();
    const sizes = riffChunk('ds64', le32(1, 0, 4, 0, 2, 0, 1));
    const large = concat('RF64', bytes.subarray(4, 12), sizes, bytes.subarray(12));
    for (const copy of damagedCopies(large, seededRandom(2))) expect(readItems(readRiff, copy)).toBeDefined();
  });
});
