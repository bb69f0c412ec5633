import { describe, expect, it } from 'vitest';
import { RULE_BOOK } from '../rules/rule-book.ts';
import { CLAIMABLE_FAMILIES, readClaim } from './claims.ts';

describe('a claim', () => {
  it.each([
    ['Kling 2.6', 'kling'],
    ['可灵', 'kling'],
    ['ＫＬＩＮＧ', 'kling'],
    ['Veo 3.1 fast', 'veo'],
    ['sora-2-pro', 'sora'],
    ['Gen-4', 'runway'],
    ['即梦', 'seedance'],
    ['Dream Machine', 'luma'],
    ['抖音', 'tiktok'],
    ['iPhone', 'camera'],
    ['X', 'x'],
  ])('%s names %s', (claim, family) => {
    expect(readClaim(claim, RULE_BOOK).family).toBe(family);
  });

  it.each(['', 'klingon', '2.6', 'the real sora', 'constructor', '__proto__'])('%j names nothing', (claim) => {
    expect(readClaim(claim, RULE_BOOK)).toMatchObject({ family: null, stage: null });
  });

  it('names only families that have a pipeline', () => {
    for (const family of CLAIMABLE_FAMILIES) expect(readClaim(family, RULE_BOOK).stage, family).not.toBeNull();
  });
});
