import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { chooseNext, estimateEngineBytes, fitsBeside } from './memory-budget.ts';

const MB = 1024 * 1024;

describe('the memory budget of a pool', () => {
  it('counts a file that the engine takes whole several times, and one read in pieces by half', () => {
    expect(estimateEngineBytes(LIMITS.engineWholeFileBytes)).toBe(300 * MB);
    expect(estimateEngineBytes(LIMITS.engineWholeFileBytes + 2)).toBe(25 * MB + 1);
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
