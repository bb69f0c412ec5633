import { box, buildMp4 } from '@revera/testkit/media';
import { concat, indexOfBytes } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../../bytes/random-access.ts';
import { probeClip } from '../probe-clip.ts';

/** 1 January 2024 in seconds from 1904, and a day. */
const MADE = 3_786_912_000;
const DAY = 86_400;

/** A movie with these times; a track is made when the movie is, unless another time is given. */
function dated(created: number, modified: number, track = created): Uint8Array {
  const file = concat(buildMp4(), box('free'));
  const view = new DataView(file.buffer);
  const [movie, head] = [indexOfBytes(file, 'mvhd'), indexOfBytes(file, 'tkhd')];
  view.setUint32(movie + 8, created);
  view.setUint32(movie + 12, modified);
  view.setUint32(head + 8, track);
  return file;
}

function probe(file: Uint8Array): { result: string | undefined; warnings: string[]; created: unknown } {
  const { checks, warnings, observations } = probeClip(bufferSource(file));
  const created = observations.find(({ fact }) => fact === 'mvhd.created')?.value;
  return { result: checks.find(({ id }) => id === 'dates')?.result, warnings, created };
}

describe('the dates of a movie', () => {
  it('agree, or there are none', () => {
    expect(probe(dated(MADE, MADE + DAY))).toMatchObject({ result: 'pass', created: '2024-01-01T00:00:00.000Z' });
    expect(probe(dated(0, 0))).toMatchObject({ result: 'not_applicable', created: undefined, warnings: [] });
  });

  it('contradict one another: changed before it was made, or a track of another day', () => {
    expect(probe(dated(MADE, MADE - 2 * DAY))).toMatchObject({ result: 'fail', warnings: ['false_date'] });
    expect(probe(dated(MADE, MADE, MADE - 400 * DAY))).toMatchObject({ result: 'fail', warnings: ['false_date'] });
  });

  it('were counted from 1970', () => {
    expect(probe(dated(1_700_000_000, 0))).toMatchObject({ result: 'not_applicable', warnings: ['unix_date'] });
  });
});
