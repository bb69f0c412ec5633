import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { chooseNext, estimateEngineBytes, fitsBeside } from './memory-budget.ts';

const MB = 1024 * 1024;

describe('the memory budget of a pool', () => {
  it.each([
    ['a file that is held whole, several times', 40, 'image/jpeg', 'native', 240],
    ['a very large one, so that small ones fit beside it', 98, 'audio/mpeg', 'native', 300],
    ['one that is read in pieces, by half', 40, 'video/mp4', 'native', 20],
    ['one of a type that is not known, as if it were held whole', 40, null, 'native', 240],
    ['any that the published engine takes whole, several times', 50, 'video/mp4', 'in_engine', 300],
    ['any that the published engine reads in pieces, by half', 98, 'image/jpeg', 'in_engine', 49],
  ] as const)('counts %s', (_what, size, mediaType, hashing, needs) => {
    expect(estimateEngineBytes({ sizeBytes: size * MB, mediaType }, hashing)).toBe(needs * MB);
  });

  it('never lets two files together that are held whole and may need more than a thread keeps', () => {
    const needs = estimateEngineBytes({ sizeBytes: 98 * MB, mediaType: 'image/jpeg' }, 'native');
    expect(fitsBeside(needs, [needs])).toBe(false);
    expect(fitsBeside(LIMITS.poolSmallFileBytes, [needs])).toBe(true);
  });

  it.each([
    ['a file alone, whatever it needs', 900, [], true],
    ['two that fit together', 160, [160], true],
    ['two that do not', 160, [161], false],
    ['a small one beside a large one', 10, [300], true],
    ['a third one', 100, [100, 130], false],
  ])('%s', (_what, needs, running, fits) => {
    expect(
      fitsBeside(
        needs * MB,
        running.map((bytes) => bytes * MB),
      ),
    ).toBe(fits);
  });

  it('takes the first that fits, until a large one was passed often enough', () => {
    const large = { needsBytes: 300 * MB, passed: 0 };
    const small = { needsBytes: MB, passed: 0 };
    const running = [300 * MB];
    expect(chooseNext([], [])).toBe(null);
    expect(chooseNext([large, small], [])).toBe(0);
    expect(chooseNext([large, large], running)).toBe(null);
    expect(chooseNext([large, small], running)).toBe(1);
    expect(chooseNext([{ ...large, passed: LIMITS.poolPasses }, small], running)).toBe(null);
  });
});
