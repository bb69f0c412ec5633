import { concat, indexOfBytes, insert, le32, seededRandom, type Bytes } from '@revera/testkit';
import { buildAvi, buildWav, riffChunk, riffList } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { readRiff } from '../../media/riff.ts';
import { damagedCopies } from '../../testing/damage.ts';
import { itemRows } from '../../testing/read-media.ts';
import { refusal, testLabel, withTestLabel } from '../../testing/hostile-writing.ts';
import { writeAvi } from './avi.ts';

const OLD = testLabel(20);
const MOVIE = riffList('LIST', 'movi', riffChunk('00dc', 'frame'));
const INDEX = riffChunk('idx1', '00dc', le32(0x10, 4, 5));
const ROW = ['entry', 'LIST/INFO', 'AIGC', testLabel()];

function avi(...chunks: Uint8Array[]): Bytes {
  return riffList('RIFF', 'AVI ', riffList('LIST', 'hdrl', riffChunk('avih', new Uint8Array(56))), ...chunks);
}

function info(...chunks: Bytes[]): Bytes {
  return riffList('LIST', 'INFO', ...chunks);
}

function label(text = testLabel()): Bytes {
  return riffChunk('AIGC', text, '\0');
}

function junk(total: number): Bytes {
  return riffChunk('JUNK', new Uint8Array(total - 8));
}

describe('writeAvi', () => {
  it('appends a list behind the index when there is no room in front', () => {
    const bytes = buildAvi();
    const list = info(label());
    const expected = concat(bytes, list);
    expected.set(le32(bytes.length - 8 + list.length), 4);
    expect(withTestLabel(writeAvi, bytes)).toEqual(expected);
  });

  it('uses the room that muxers leave, and nothing moves', () => {
    const bytes = avi(info(riffChunk('ISFT', 'soft')), junk(300), MOVIE, INDEX);
    const written = withTestLabel(writeAvi, bytes);
    expect(written).toEqual(avi(info(riffChunk('ISFT', 'soft'), label()), junk(300 - label().length), MOVIE, INDEX));
    const alone = avi(junk(300), MOVIE, INDEX);
    expect(withTestLabel(writeAvi, alone)).toEqual(avi(info(label()), junk(300 - info(label()).length), MOVIE, INDEX));
    const somebodys = avi(riffChunk('JUNK', 'x', new Uint8Array(300)), MOVIE, INDEX);
    expect(indexOfBytes(withTestLabel(writeAvi, somebodys), MOVIE)).toBe(indexOfBytes(somebodys, MOVIE));
    expect(withTestLabel(writeAvi, somebodys).length).toBeGreaterThan(somebodys.length);
  });

  it('replaces a label, and takes others out, without moving the pictures', () => {
    const bytes = avi(info(label(OLD)), MOVIE, INDEX, info(riffChunk('ICMT', OLD)), riffChunk('AIGC', OLD));
    const written = withTestLabel(writeAvi, bytes);
    const rest = label(OLD).length - label().length;
    expect(written).toEqual(avi(info(label()), junk(rest), MOVIE, INDEX));
    expect(itemRows(readRiff, written)).toEqual([ROW]);
    const longer = withTestLabel(writeAvi, bytes, testLabel(4000));
    expect(indexOfBytes(longer, MOVIE)).toBe(indexOfBytes(bytes, MOVIE));
    expect(itemRows(readRiff, longer)).toEqual([['entry', 'LIST/INFO', 'AIGC', testLabel(4000)]]);
  });

  it('goes in front of an AVI in several parts only where nothing moves', () => {
    const part = riffList('RIFF', 'AVIX', MOVIE);
    const roomy = concat(avi(junk(300), MOVIE, INDEX), part);
    const written = withTestLabel(writeAvi, roomy);
    expect(written).toHaveLength(roomy.length);
    expect(itemRows(readRiff, written)).toEqual([ROW]);
    expect(refusal(writeAvi, concat(avi(MOVIE, INDEX), part))).toBe('no_room');
  });

  it('refuses files without pictures, with open sizes, and other files', () => {
    expect(refusal(writeAvi, avi(INDEX))).toBe('media_unreadable');
    expect(refusal(writeAvi, buildWav())).toBe('media_unreadable');
    const open = insert(avi(MOVIE), avi(MOVIE).length, concat('idx1', le32(0xffff_ffff)));
    open.set(le32(open.length - 8), 4);
    expect(refusal(writeAvi, open)).toBe('media_unreadable');
  });

  it('only refuses damaged files', () => {
    for (const copy of damagedCopies(avi(info(label(OLD)), junk(200), MOVIE, INDEX, info(label(OLD))), seededRandom(1)))
      expect(() => refusal(writeAvi, copy)).not.toThrow();
  });
});
