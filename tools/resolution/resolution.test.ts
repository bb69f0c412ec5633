import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodePixelModel, PIXEL_FEATURES } from '@revera/provenance';
import { encodePicture, fractions, photograph } from '@revera/testkit/pixels';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boost, scoreOfTrees } from './boost.ts';
import { evaluate } from './evaluate.ts';
import { describeScores, splitRows } from './held-out.ts';
import { defocus, denoise, median, sharpen } from './filters.ts';
import { listOriginals } from './originals.ts';
import { confusionTable, count, groupsOf, wilsonInterval, type Tally } from './tally.ts';
import { trainModel, type Row } from './train-model.ts';

const SMALL = { trees: 20, leaves: 4, depth: 3, rate: 0.3, seed: 1 };

describe('an evaluation', () => {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'revera-originals-'));
    const file = await encodePicture(photograph(480, 360, 11), 'png');
    writeFileSync(join(folder, 'one.png'), file);
    writeFileSync(join(folder, 'the-same.png'), file);
    writeFileSync(join(folder, 'broken.jpg'), 'no image');
    writeFileSync(join(folder, 'notes.txt'), 'no image');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('counts answers for every factor, codec and control', async () => {
    const { tally, sources, notes, factors, sourcesWithFalseAlarm } = await evaluate(listOriginals(folder, 10));
    expect(sources).toBe(1);
    expect(notes).toEqual([expect.stringContaining('left out')]);
    expect(tally.get('files as they are')).toEqual({ likely_upscaled: 0, uncertain: 0, native: 1 });
    expect(tally.get('native, Bayer pattern')).toBeDefined();
    expect(tally.get('enlarged, x2')).toBeDefined();
    expect(sourcesWithFalseAlarm).toBe(0);
    expect(tally.get('enlarged, all')?.likely_upscaled).toBeGreaterThan(5);
    expect(factors.rightWithAlternatives).toBeGreaterThan(factors.named / 2);
  }, 90_000);
});

describe('a filter', () => {
  const picture = photograph(40, 30, 2);
  const even = { width: 9, height: 9, data: new Uint8Array(243).fill(90) };
  it.each([
    ['sharpen', (one: typeof picture) => sharpen(one, 1)],
    ['median', median],
    ['defocus', (one: typeof picture) => defocus(one, 1.5)],
    ['denoise', denoise],
  ] as const)('%s leaves one colour and changes a photograph', (_, apply) => {
    expect(apply(even)).toEqual(even);
    expect(apply(picture).data).not.toEqual(picture.data);
  });

  it('of the median leaves out a single point', () => {
    const data = even.data.slice().fill(200, 120, 123);
    expect(median({ ...even, data })).toEqual(even);
  });

  it('out of focus spreads a point over a disc, and keeps its sum', () => {
    const data = new Uint8Array(243).fill(210, 120, 123);
    const spread = defocus({ ...even, data }, 1).data.filter((_, at) => at % 3 === 0);
    expect(Math.abs(spread.reduce((sum, value) => sum + value, 0) - 210)).toBeLessThan(5);
    expect(spread[40]).toBeGreaterThan(spread[41] ?? 0);
    expect(spread[41]).toBe(spread[49]);
    expect(spread[43]).toBe(0);
  });
});

describe('a tally', () => {
  it('puts a sample into the groups of its truth and codec', () => {
    const truth = { kind: 'enlarged', factor: 1.5, kernel: 'cubic', ways: [] } as const;
    expect(groupsOf({ truth, codec: 'jpeg:85' })).toEqual([
      'enlarged, all',
      'enlarged, 1.5 or more, png to jpeg:85',
      'enlarged, x1.5',
      'enlarged, cubic',
      'enlarged, jpeg:85',
    ]);
    expect(groupsOf({ truth: { ...truth, factor: 1.25 }, codec: 'png' })).not.toContain(
      'enlarged, 1.5 or more, png to jpeg:85',
    );
  });

  it('shows shares with their intervals', () => {
    const tally: Tally = new Map();
    for (let sample = 0; sample < 10; sample++) count(tally, ['native, all'], sample === 0 ? 'uncertain' : 'native');
    const [row] = confusionTable(tally).rows;
    expect(row).toEqual(['native, all', 10, '0.0 [0.0, 27.8]', '10.0 [1.8, 40.4]', '90.0 [59.6, 98.2]']);
  });

  it.each([
    [0, 0, 0, 1],
    [5, 10, 0.2366, 0.7634],
    [0, 114, 0, 0.0326],
  ])('has the interval of %i of %i', (part, all, low, high) => {
    const interval = wilsonInterval(part, all);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });
});

/** What is enlarged where J1 is above 2, except that D1 above 5 says otherwise. */
function rowsOf(sources: number): Row[] {
  const random = fractions(3);
  return Array.from({ length: sources * 40 }, (_, at) => {
    const values = Float64Array.from(PIXEL_FEATURES, () => random());
    const [period, differences] = [random() * 4, random() * 6];
    values[PIXEL_FEATURES.indexOf('J1')] = period;
    values[PIXEL_FEATURES.indexOf('D1')] = differences;
    const isEnlarged = period > 2 && differences < 5;
    const truth: Row['truth'] = isEnlarged
      ? { kind: 'enlarged', factor: 2, kernel: 'cubic', ways: [] }
      : { kind: 'native', control: 'untouched' };
    return { source: `source ${at % sources}`, truth, values };
  });
}

describe('training', () => {
  it('learns two thresholds that belong together', () => {
    const random = fractions(5);
    const columns = [0, 1].map(() => Float64Array.from({ length: 600 }, () => random()));
    const isEnlarged = (x: number, y: number): boolean => x > 0.5 && y > 0.3;
    const labels = Uint8Array.from({ length: 600 }, (_, row) =>
      isEnlarged(columns[0]?.[row] ?? 0, columns[1]?.[row] ?? 0) ? 1 : 0,
    );
    const trained = boost({ columns, labels, weights: new Float64Array(600).fill(1) }, { ...SMALL, trees: 60 });
    const scoreAt = (x: number, y: number): number => scoreOfTrees(trained, (feature) => (feature === 0 ? x : y));
    expect(scoreAt(0.8, 0.6)).toBeGreaterThan(1);
    expect(scoreAt(0.8, 0.1)).toBeLessThan(-1);
    expect(scoreAt(0.2, 0.6)).toBeLessThan(-1);
  });

  it('writes a file that the engine reads, the same each time', () => {
    const rows = rowsOf(10);
    const file = trainModel(rows, SMALL);
    const model = decodePixelModel(file);
    expect(model.roots).toHaveLength(SMALL.trees);
    expect(model.native).toBeLessThan(model.enlarged);
    expect(model.references.J1).toBeGreaterThan(1);
    expect(trainModel(rows, SMALL)).toEqual(file);
  });

  it('is tried on originals that it has not seen', () => {
    const { training, heldOut } = splitRows(rowsOf(10));
    const [trained, kept] = [training, heldOut].map((rows) => new Set(rows.map(({ source }) => source)));
    expect([trained?.size, kept?.size]).toEqual([8, 2]);
    expect([...(kept ?? [])].some((source) => trained?.has(source))).toBe(false);
    const file = trainModel(training, SMALL);
    expect(file).toMatchObject({
      trained: { samples: 320, sources: 8, data_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    });
    const lines = describeScores(file, heldOut);
    expect(lines[0]).toMatch(/^native, soft ones aside: [0-3] of \d\d /);
    expect(lines[2]).toMatch(/^enlarged: [1-9]\d of \d\d /);
    expect(lines).toContain('enlarged, linear light: 0 of 0 at or above the threshold [0.0, 100.0] %');
    expect(lines.at(-1)).toMatch(
      /^enlarged, by a threshold of -?\d+\.\d\d, which 1 % of these native ones reach: [1-9]\d of /,
    );
    const others = training.map((row, at) =>
      at === 7 ? { ...row, values: row.values.map((value) => value + 1) } : row,
    );
    expect(trainModel(others, SMALL)['trained']).not.toEqual(file['trained']);
  });

  it('needs as many originals as it has folds, and samples of both kinds', () => {
    expect(() => trainModel(rowsOf(4), SMALL)).toThrow(RangeError);
    expect(() =>
      trainModel(
        rowsOf(10).filter(({ truth }) => truth.kind === 'native'),
        SMALL,
      ),
    ).toThrow(RangeError);
  });
});
