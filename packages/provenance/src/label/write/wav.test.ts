import { concat, le16, le32, seededRandom, truncate, type Bytes } from '@revera/testkit';
import { buildAvi, buildWav, id3Frame, id3Tag, riffChunk, riffList } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { readRiff } from '../../media/riff.ts';
import { damagedCopies } from '../../testing/damage.ts';
import { itemRows } from '../../testing/read-media.ts';
import { refusal, testLabel, withTestLabel } from '../../testing/hostile-writing.ts';
import { writeWav } from './wav.ts';

const FORMAT = riffChunk('fmt ', le16(1, 1), le32(8000, 16_000), le16(2, 16));
const DATA = riffChunk('data', 'sound!');
const OLD = testLabel(20);
const ROW = ['entry', 'AIGC', 'AIGC', testLabel()];

function xmp(property: string): string {
  const description = `<rdf:Description xmlns:TC260="http://www.tc260.org.cn/ns/AIGC/1.0/" rdf:about="">${property}`;
  return `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</rdf:Description></rdf:RDF>`;
}

function wave(...chunks: Uint8Array[]): Bytes {
  return riffList('RIFF', 'WAVE', FORMAT, ...chunks);
}

describe('writeWav', () => {
  it('appends the chunk and counts it in the outer size', () => {
    const bytes = buildWav();
    const chunk = riffChunk('AIGC', testLabel());
    const expected = concat(bytes, chunk);
    expected.set(le32(bytes.length - 8 + chunk.length), 4);
    expect(withTestLabel(writeWav, bytes)).toEqual(expected);
  });

  it('replaces what is there, and takes every other label out', () => {
    const bytes = wave(
      riffChunk('AIGC', OLD),
      riffList('LIST', 'INFO', riffChunk('INAM', 'a name'), riffChunk('ICMT', OLD), riffChunk('AIGC', OLD, '\0')),
      DATA,
      riffList('LIST', 'INFO', riffChunk('AIGC', OLD)),
      riffChunk('id3 ', id3Tag(id3Frame('TXXX', concat([3], 'AIGC\0', OLD)))),
      riffChunk('_PMX', xmp(`<TC260:AIGC>${OLD}</TC260:AIGC>`)),
      riffChunk('AIGC', OLD),
      riffChunk('bext', OLD, new Uint8Array(602 - OLD.length)),
    );
    const written = withTestLabel(writeWav, bytes);
    const [info, packet] = [riffList('LIST', 'INFO', riffChunk('INAM', 'a name')), riffChunk('_PMX', xmp(''))];
    const rest = [info, DATA, packet, riffChunk('bext', new Uint8Array(602))];
    expect(written).toEqual(wave(riffChunk('AIGC', testLabel()), ...rest));
    expect(withTestLabel(writeWav, written)).toEqual(written);
  });

  it('keeps the sizes of RF64, and big-endian RIFX', () => {
    const data = concat('data', le32(0xffff_ffff), 'sound!');
    const body = concat('WAVE', riffChunk('ds64', le32(78, 0, 6, 0, 3, 0, 0)), FORMAT, data);
    const written = withTestLabel(writeWav, concat('RF64', le32(0xffff_ffff), body));
    expect(itemRows(readRiff, written)).toEqual([ROW]);
    expect(written.subarray(4, 8)).toEqual(le32(0xffff_ffff));
    expect(written.subarray(20, 28)).toEqual(le32(written.length - 8, 0));
    const big = concat('RIFX', [0, 0, 0, 4], 'WAVE');
    expect(itemRows(readRiff, withTestLabel(writeWav, big))).toEqual([ROW]);
  });

  it('writes in front of sound whose length nobody wrote down', () => {
    for (const size of [0, 0xffff_ffff]) {
      const bytes = concat('RIFF', le32(size), 'WAVE', FORMAT, 'data', le32(size), new Uint8Array(40).fill(1));
      const written = withTestLabel(writeWav, bytes);
      expect(itemRows(readRiff, written)).toEqual([ROW]);
      expect(written.subarray(-48)).toEqual(bytes.subarray(-48));
    }
  });

  it('puts in the pad byte that a writer left out', () => {
    const padded = riffList('RIFF', 'WAVE', FORMAT, riffChunk('data', 'odd'));
    const bytes = truncate(padded, padded.length - 1);
    bytes.set(le32(bytes.length - 8), 4);
    expect(withTestLabel(writeWav, bytes)).toEqual(wave(riffChunk('data', 'odd'), riffChunk('AIGC', testLabel())));
  });

  it('takes out labels behind the outer size, and leaves rubbish there alone', () => {
    const bytes = concat(wave(DATA), riffChunk('AIGC', OLD), [0, 0, 1, 2, 3, 4, 5, 6, 7]);
    const written = withTestLabel(writeWav, bytes);
    expect(itemRows(readRiff, written)).toEqual([ROW]);
    expect(written).toEqual(concat(wave(DATA, riffChunk('AIGC', testLabel())), bytes.subarray(-9)));
  });

  it('refuses files whose sizes contradict one another, and other files', () => {
    const wrong = wave(DATA);
    wrong.set(le32(30), 4);
    expect(refusal(writeWav, wrong)).toBe('media_unreadable');
    expect(refusal(writeWav, truncate(wave(DATA), 40))).not.toBeNull();
    expect(refusal(writeWav, buildAvi())).toBe('media_unreadable');
    expect(refusal(writeWav, concat('no RIFF file'))).toBe('damaged');
  });

  it('only refuses damaged files', () => {
    const bytes = wave(riffList('LIST', 'INFO', riffChunk('AIGC', OLD)), DATA, riffChunk('bext', new Uint8Array(610)));
    for (const copy of damagedCopies(bytes, seededRandom(1))) expect(() => refusal(writeWav, copy)).not.toThrow();
  });
});
