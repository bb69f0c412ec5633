import { describe, expect, it } from 'vitest';
import { ASSUMPTIONS, type AssumptionName } from './assumptions.ts';
import { Figures, WAYS } from './figures.ts';
import { needsOf, needsTable } from './needs.ts';
import { wallsTable } from './walls.ts';

/** Figures that are easy to reckon with. */
const COSTS = {
  api_ms: 10,
  worker_ms: 20,
  database_ms: 5,
  statements: 4,
  transactions: 3,
  row_writes: 7,
  wal_bytes: 3616,
  job_rows_bytes: 2000,
  job_apart_bytes: 5000,
  job_indexes_bytes: 1000,
  job_thumbnail_rows_bytes: 1000,
  job_thumbnail_apart_bytes: 0,
  job_thumbnail_indexes_bytes: 500,
  usage_records_rows_bytes: 150,
  usage_records_indexes_bytes: 50,
  others_bytes: 500,
};
const FIGURES = new Figures([
  ...WAYS.flatMap(({ name }) => Object.entries(COSTS).map(([cost, value]) => [`${name}.${cost}`, value] as const)),
  ['file.bytes', 1_000_000],
  ['stored.expired_rows_bytes', 400],
  ['stored.expired_indexes_bytes', 600],
  ['stored.apart_values', 2],
  ['usage.check_rows_a_second', 1_000_000],
  ['usage.fold_rows_a_second', 1_000_000],
  ['commits.notifying_a_second', 300],
  ['commits.one_row_a_second', 600],
]);
const assume = (name: AssumptionName): number => ASSUMPTIONS[name].value;

describe('what a number of verifications needs', () => {
  const perDay = 8_640_000; // a hundred a second
  const lines = (isQueued: boolean) => {
    const needs = needsOf({ perDay, isQueued, figures: FIGURES, assume });
    return (number: number) => needs[number - 1];
  };

  it('is computed from the average and the peak', () => {
    const line = lines(true);
    expect([line(1), line(2)]).toEqual([100, 300]);
    // 300 a second, 10, 20 and 5 ms each, half of each core.
    expect([line(3), line(4), line(5)]).toEqual([6, 12, 3]);
    // Two cores a process.
    expect([line(6), line(7)]).toEqual([3, 6]);
    expect(line(8)).toBe(3 * 11 + 6 * 14);
    expect([line(9), line(10), line(11)]).toEqual([1200, 900, 2100]);
  });

  it('counts whole pages in the log of writes, bytes for as long as they are kept, and what is left for good', () => {
    const line = lines(false);
    expect(line(12)).toBeCloseTo((perDay * 20_000) / 1e9);
    expect(line(13)).toBeCloseTo(6);
    expect(line(14)).toBeCloseTo(0.1296);
    expect(line(15)).toBeCloseTo((perDay * 30 * 10_000) / 1e12);
    expect(line(16)).toBeCloseTo((perDay * 730 * 200) / 1e12);
    expect(line(17)).toBeCloseTo((perDay * 365 * 1000) / 1e12);
  });

  it('has workers and objects only where work is queued, and a worker for the chores in any case', () => {
    const [waiting, queued] = [lines(false), lines(true)];
    expect([4, 20, 21, 22, 25].map(waiting)).toEqual([null, null, null, null, null]);
    expect(waiting(7)).toBe(1);
    expect([queued(20), queued(21), queued(22)]).toEqual([25.92, 17.28, 18]);
  });

  it('costs what the assumed prices say', () => {
    const free = (name: AssumptionName): number => (name.startsWith('price_') ? 0 : assume(name));
    const needs = needsOf({ perDay, isQueued: true, figures: FIGURES, assume: free });
    expect([needs[22], needs[23], needs[24]]).toEqual([0, 0, 0]);
    expect(lines(true)(23)).toBeCloseTo(21 * 730 * 0.04);
  });

  it('is told for a million and for a hundred million, and every line names its arithmetic', () => {
    const { columns, rows } = needsTable(FIGURES, assume);
    expect(columns.slice(3)).toEqual([
      '1 million, waiting',
      '1 million, queued',
      '100 million, waiting',
      '100 million, queued',
    ]);
    expect(rows.map(([number]) => number)).toEqual(rows.map((_, at) => `(${at + 1})`));
    expect(rows.every((row) => row.length === columns.length)).toBe(true);
  });
});

describe('where one database ends', () => {
  it('is told in millions a day, the nearest first', () => {
    const { rows } = wallsTable(FIGURES, assume);
    const at = (piece: string) => rows.find(([what]) => String(what).includes(piece))?.[2];
    expect(at('wake workers')).toBeCloseTo(8.64);
    expect(at('one counter')).toBeCloseTo(17.28);
    expect(at('daily check')).toBe(20);
    // 3 API processes of 11 connections and 6 workers of 14 carry 300 a second at the peak, in twos of cores.
    expect(at('connections, queued')).toBeCloseTo((500 / ((3 * 11 + 6 * 14) / 300) / 3) * 0.0864);
    const millions = rows.map(([, , million]) => Number(million));
    expect(millions).toEqual(millions.toSorted((a, b) => a - b));
  });
});
