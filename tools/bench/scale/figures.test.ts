import { describe, expect, it } from 'vitest';
import { Figures, means, medians, readFigures } from './figures.ts';
import { readScaleOptions } from './options.ts';
import { parseStat } from './processor-time.ts';
import { byPurpose } from './statements.ts';

describe('figures', () => {
  it('are medians or means, and what a measurement lacks was 0', () => {
    const ones = [{ a: 1, b: 9 }, { a: 5 }, { a: 3 }];
    expect(medians(ones)).toEqual({ a: 3, b: 0 });
    expect(means(ones)).toEqual({ a: 3, b: 3 });
  });

  it('are read back as they were written', () => {
    const figures = new Figures([['a.b_ms', 1.5]]);
    const read = readFigures(JSON.parse(JSON.stringify(figures)));
    expect(read.get('a.b_ms')).toBe(1.5);
    expect(() => read.get('a.c_ms')).toThrow('a.c_ms was not measured');
  });

  it.each([null, 1, { a: '1' }, { a: null }])('are refused when they are %j', (json) => {
    expect(() => readFigures(json)).toThrow(TypeError);
  });
});

describe('options', () => {
  it('have defaults, and replace what is assumed', () => {
    const { jobs, repetitions, assumptions } = readScaleOptions(['--jobs', '40', '--assume', 'peak=2.5']);
    expect([jobs, repetitions, assumptions('peak'), assumptions('cores')]).toEqual([40, 3, 2.5, 2]);
  });

  it.each([
    ['--jobs', '0'],
    ['--assume', 'peak'],
    ['--assume', 'pike=3'],
    ['--speed', '3'],
  ])('refuse %s %s', (...args) => {
    expect(() => readScaleOptions(args)).toThrow(TypeError);
  });
});

describe('parseStat', () => {
  it('adds the time of a process and of its ended children, whatever it is called', () => {
    const text = '42 (a (b) c) S 7 1 1 0 -1 0 0 0 0 0 10 5 3 2 20 0 1 0 100';
    expect(parseStat(text)).toEqual({ parent: 7, ms: 200 });
  });

  it('refuses what is no line of the kernel', () => {
    expect(() => parseStat('42 (a) S 7 1')).toThrow(TypeError);
  });
});

describe('byPurpose', () => {
  it('sums statements of one purpose, and puts those without one last', () => {
    const one = { calls: 2, ms: 3, slowestMs: 2 };
    const sums = byPurpose([
      { text: 'select secret from elsewhere', calls: 9, ms: 99, slowestMs: 50 },
      { text: 'commit', ...one },
      { text: '\n  with found as (\n select 1) select $1', ...one, ms: 7 },
      { text: 'begin', ...one },
    ]);
    expect(sums).toEqual([
      { text: 'admit the key, take its token, reserve its unit', calls: 2, ms: 7, slowestMs: 2 },
      { text: 'begin and commit', calls: 4, ms: 6, slowestMs: 2 },
      { text: 'other', calls: 9, ms: 99, slowestMs: 50 },
    ]);
  });
});
