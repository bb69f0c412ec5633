import { describe, expect, it } from 'vitest';
import { judgeDay, judgeService, sumDays } from './judge-parts.ts';

const WORKS = { verify: 'works', sign: 'works', site: 'works', webhooks: 'works' } as const;
const day = (works: number, reduced: number, fails: number) => ({ day: '2026-11-20', works, reduced, fails });

describe('judgeService', () => {
  it.each([
    ['everything works', true, WORKS, 'works'],
    ['it is not ready', false, WORKS, 'fails'],
    ['a part is reduced', true, { ...WORKS, webhooks: 'reduced' }, 'reduced'],
    ['a part fails, and load balancers are told nothing', true, { ...WORKS, webhooks: 'fails' }, 'reduced'],
  ] as const)('%s', (_what, isReady, components, expected) => {
    expect(judgeService({ isReady, components })).toBe(expected);
  });
});

describe('judgeDay', () => {
  it.each([
    [day(0, 0, 0), null],
    [day(288, 0, 0), 'works'],
    [day(287, 1, 0), 'reduced'],
    [day(286, 1, 1), 'fails'],
  ])('of %j is %j', (record, expected) => {
    expect(judgeDay(record)).toBe(expected);
  });
});

describe('sumDays', () => {
  it('says nothing of days without a record', () => {
    expect(sumDays([day(0, 0, 0), day(0, 0, 0)])).toEqual({ samples: 0, good: 0, share: null, since: null });
  });

  it('rounds down, so that what failed once never worked always', () => {
    const days = [day(0, 0, 0), { ...day(25_919, 0, 1), day: '2026-11-21' }];
    expect(sumDays(days)).toEqual({ samples: 25_920, good: 25_919, share: 9999, since: '2026-11-21' });
    expect(sumDays([day(5, 5, 0)]).share).toBe(10_000);
  });
});
