import { describe, expect, it } from 'vitest';
import type { ListStanding, ServiceStatus } from '../../shared/service-status.ts';
import { STATUS_PAGE } from './words.ts';
import { judgeService, partRows } from './judge-parts.ts';

const GOOD: ServiceStatus = {
  checkedAt: '2026-11-22T00:00:00.000Z',
  isReady: true,
  works: { database: true, uploads: true, storage: true },
  analysis: { threads: 2, busy: 1, waiting: 0 },
  queue: { waiting: 0, running: 0, oldestMs: 0 },
  lists: [],
  version: '1.0.0',
};

const withList = (standing: ListStanding): ServiceStatus => ({
  ...GOOD,
  lists: [{ name: 'c2pa', standing, fetchedAt: null, entries: 0 }],
});

describe('judgeService', () => {
  it.each([
    ['everything works', GOOD, 'works'],
    ['it is not ready', { ...GOOD, isReady: false }, 'fails'],
    ['work waits five minutes', { ...GOOD, queue: { waiting: 1, running: 0, oldestMs: 300_000 } }, 'works'],
    ['work waits longer', { ...GOOD, queue: { waiting: 1, running: 0, oldestMs: 300_001 } }, 'reduced'],
    ['the queue cannot be read', { ...GOOD, queue: null }, 'reduced'],
    ['the lists cannot be read', { ...GOOD, lists: null }, 'reduced'],
    ['a list is fresh', withList('fresh'), 'works'],
    ['a list is not used', withList('off'), 'works'],
    ['a list that no verdict needs is missing', withList('missing'), 'works'],
    ['a list could not be fetched anew', withList('cached'), 'reduced'],
    ['a list was never fetched', withList('absent'), 'reduced'],
    ['a list is too old', withList('stale'), 'reduced'],
  ] as const)('%s', (_what, status, expected) => {
    expect(judgeService(status)).toBe(expected);
  });
});

describe('partRows', () => {
  it('tells what does not work', () => {
    const none: ServiceStatus = {
      ...GOOD,
      works: { database: false, uploads: false, storage: false },
      analysis: { threads: 0, busy: 0, waiting: 0 },
      queue: null,
    };
    for (const words of Object.values(STATUS_PAGE)) {
      expect(partRows(none, words).map(({ state }) => state)).toEqual(['fails', 'fails', 'fails', 'fails', 'fails']);
      expect(partRows(GOOD, words).map(({ state }) => state)).toEqual(['works', 'works', 'works', 'works', 'works']);
    }
  });
});
