import { describe, expect, it } from 'vitest';
import { fetchSource, importSource, isDue, isInUse, losesTooMuch, nextRefreshAt, nextRetryAt } from './rules.ts';
import { configAt, configWithoutAddresses, HOUR_MS, START } from './test-trust.ts';

const NOW = new Date(START);
const MINUTE_MS = 60_000;

describe('whether a stored copy is in use', () => {
  it.each([
    ['fetched, with an address', 'c2pa', 'https://list.test/', configAt('https://list.test'), true],
    ['fetched, the address taken away since', 'c2pa', 'https://list.test/', configWithoutAddresses(), false],
    ['imported, without an address', 'c2pa', 'import:list.pem', configWithoutAddresses(), true],
    ['imported, with an address', 'legacy', 'import:list.pem', configAt('https://list.test'), true],
    ['the installation’s own', 'service', 'installation', configWithoutAddresses(), true],
  ] as const)('%s', (_title, name, source, config, expected) => {
    expect(isInUse(name, source, config)).toBe(expected);
  });
});

describe('when a list is fetched', () => {
  it.each([
    ['never tried', undefined, true],
    ['never planned', { nextRefreshAt: null }, true],
    ['planned for now', { nextRefreshAt: NOW }, true],
    ['planned for later', { nextRefreshAt: new Date(NOW.getTime() + 1) }, false],
  ])('%s', (_title, stored, expected) => {
    expect(isDue(stored, NOW)).toBe(expected);
  });

  it('a day after a success, give or take a tenth', () => {
    const after = (random: number) =>
      nextRefreshAt(NOW, configAt('https://list.test'), () => random).getTime() - NOW.getTime();
    expect([after(0), after(0.5), after(1)]).toEqual([21.6 * HOUR_MS, 24 * HOUR_MS, 26.4 * HOUR_MS]);
  });

  it('soon after a failure without a copy, later with one, and never later than after a success', () => {
    const config = configAt('https://list.test');
    const after = (hasCopy: boolean, refreshEveryMs: number) =>
      nextRetryAt(NOW, hasCopy, { ...config, refreshEveryMs }, () => 0.5).getTime() - NOW.getTime();
    expect([after(false, 24 * HOUR_MS), after(true, 24 * HOUR_MS)]).toEqual([MINUTE_MS, 15 * MINUTE_MS]);
    expect([after(false, 1000), after(true, 1000)]).toEqual([1000, 1000]);
  });
});

it.each([
  [0, false],
  [0.2, false],
  [0.201, true],
  [1, true],
])('a loss of %d of the list: too much is %s', (lossRatio, expected) => {
  expect(losesTooMuch({ lossRatio })).toBe(expected);
});

describe('where a copy came from', () => {
  it('both addresses of the legacy list', () => {
    expect(fetchSource('legacy', configAt('https://a'))).toBe('https://a/legacy.pem https://a/allowed.pem');
  });

  it('the name of an imported file, without control and direction characters and not endless', () => {
    expect(importSource('a\u0000b\u202Ec\n.pem')).toBe('import:a b c .pem');
    expect(importSource('x'.repeat(1000))).toBe(`import:${'x'.repeat(200)}`);
  });
});
