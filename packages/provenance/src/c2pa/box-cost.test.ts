import { be32, be64, concat, type Bytes } from '@revera/testkit';
import { inMovie, repeatBytes } from '@revera/testkit/label';
import { box, buildMp4, fullBox, mediaKinds } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { openEngineBench, type EngineBench } from '../testing/engine-bench.ts';
import { NO_LISTS } from '../testing/trust-snapshots.ts';
import { hasTooManyBoxes } from './box-cost.ts';

const OWN = LIMITS.engineBoxOwnSteps;
const MANY = 17_000;

const empty = (count: number, type = 'free'): Bytes => repeatBytes(box(type), count);
const isTooMuch = (bytes: Uint8Array, maxSteps?: number) => hasTooManyBoxes(bufferSource(bytes), 'video/mp4', maxSteps);

describe('the cost of boxes', () => {
  it.each([
    ['side by side', empty(4), 4 * OWN + 0 + 1 + 2 + 3],
    ['in one another', box('moov', box('trak', box('mdia'))), 3 * OWN],
    ['in a container', concat(box('free'), box('moov', empty(3))), 5 * OWN + 1 + (0 + 1 + 2)],
    ['not in what holds no boxes', box('mdat', empty(100)), OWN],
    ['with a long size', concat(be32(1), 'moov', be64(24), box('free')), 2 * OWN],
    ['with an open size', concat(be32(0), 'moov', box('free')), 2 * OWN],
    ['in `meta` with a version', box('meta', be32(0), empty(2)), OWN + (OWN + 2 * OWN + 1)],
    ['with a forged size', concat(box('free'), be32(4), 'free', empty(9)), 2 * OWN + 1],
    ['cut off', concat(box('moov', empty(2)).subarray(0, 20)), 2 * OWN],
  ] satisfies [string, Bytes, number][])('%s', (_what, bytes, steps) => {
    expect(isTooMuch(bytes, steps)).toBe(false);
    expect(isTooMuch(bytes, steps - 1)).toBe(true);
  });

  it.each([
    ['at the top', concat(buildMp4(), empty(MANY))],
    ['in the movie', inMovie(empty(MANY))],
    ['in user data', inMovie(box('udta', empty(MANY)))],
    ['in `meta`', concat(buildMp4(), fullBox('meta', 0, 0, empty(MANY)))],
    ['in `meta` of QuickTime', concat(buildMp4(), box('meta', empty(MANY)))],
    ['fragments', concat(buildMp4(), empty(MANY, 'moof'))],
    ['in many containers', concat(buildMp4(), repeatBytes(box('moof', empty(4_000)), 20))],
    ['binary trees', concat(buildMp4(), repeatBytes(box('moof', box('traf'), box('traf')), 180_000))],
  ])('is too much: %s', (_what, bytes) => {
    expect(isTooMuch(bytes)).toBe(true);
  });

  it('is far from the bound in files of every kind, and in a recording of hours', () => {
    const hundredth = (LIMITS.engineBoxSteps / 100) | 0;
    expect(isTooMuch(buildMp4(), hundredth)).toBe(false);
    const heic = bufferSource(mediaKinds.heic.build());
    expect(hasTooManyBoxes(heic, 'image/heic', hundredth)).toBe(false);
    const fragment = concat(box('moof', box('mfhd'), repeatBytes(box('traf', empty(4)), 2)), box('mdat'));
    expect(isTooMuch(concat(buildMp4(), repeatBytes(fragment, 5_000)))).toBe(false);
  });

  it('is not asked of formats that are not made of such boxes', () => {
    expect(hasTooManyBoxes(bufferSource(empty(MANY)), 'image/jxl')).toBe(false);
  });
});

describe('a file of too many boxes', () => {
  let bench: EngineBench;
  beforeAll(async () => {
    bench = await openEngineBench({ size: 1 });
  });
  afterAll(() => bench.close());

  it('is not given to the engine, which says so, and the rest is read', async () => {
    const { report, verdict } = await bench.analyzeBytes(inMovie(empty(100_000)), NO_LISTS);
    expect(report.c2pa).toMatchObject({ state: 'failed', reason: 'too_many_parts' });
    expect([report.china_aigc.state, report.metadata.state]).toEqual(['examined', 'examined']);
    expect(verdict.provenance_status).toBe('unknown');
    expect(verdict.notes[0]?.code).toBe('c2pa_too_many_parts');
    expect(bench.pool.stats().replaced).toBe(0);
  });
});
