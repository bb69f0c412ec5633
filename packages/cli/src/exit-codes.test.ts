import { describe, expect, it } from 'vitest';
import { worstExit, type ExitCode } from './exit-codes.ts';

describe('worstExit', () => {
  it.each<[ExitCode[], ExitCode]>([
    [[], 0],
    [[0, 0], 0],
    [[0, 4], 4],
    [[4, 3, 0], 3],
    [[3, 2, 4], 2],
    [[0, 2, 1, 3, 4], 1],
  ])('of %j is %i', (codes, worst) => {
    expect(worstExit(codes)).toBe(worst);
  });
});
