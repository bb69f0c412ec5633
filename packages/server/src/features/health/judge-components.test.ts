import { describe, expect, it } from 'vitest';
import { COMPONENTS } from '../../shared/components.ts';
import type { ListStanding } from '../../shared/service-status.ts';
import { judgeComponents, type Measured } from './judge-components.ts';

const GOOD: Measured = {
  checkedAt: '2026-11-22T00:00:00.000Z',
  isReady: true,
  works: { database: true, uploads: true, storage: true },
  analysis: { threads: 2, busy: 1, waiting: 0 },
  queue: { waiting: 0, running: 0, oldestMs: 0 },
  webhooks: { waiting: 0, oldestMs: 0 },
  lists: [],
  version: '1.0.0',
};

const withList = (standing: ListStanding): Measured => ({
  ...GOOD,
  lists: [{ name: 'c2pa', standing, fetchedAt: null, entries: 0 }],
});
const without = (part: keyof Measured['works']): Measured => ({
  ...GOOD,
  isReady: false,
  works: { ...GOOD.works, [part]: false },
});

describe('judgeComponents', () => {
  it.each<[string, Measured, string]>([
    ['everything works', GOOD, 'works works works works'],
    ['the database is away', without('database'), 'fails fails fails fails'],
    ['uploads cannot be written', without('uploads'), 'fails fails works works'],
    ['the store cannot be written', without('storage'), 'works fails works works'],
    [
      'a thread is missing',
      { ...GOOD, isReady: false, analysis: { ...GOOD.analysis, threads: 0 } },
      'fails fails works works',
    ],
    ['a list is too old, so that it is not ready', { ...withList('stale'), isReady: false }, 'fails works works works'],
    [
      'work waits five minutes',
      { ...GOOD, queue: { waiting: 1, running: 0, oldestMs: 300_000 } },
      'works works works works',
    ],
    [
      'work waits longer',
      { ...GOOD, queue: { waiting: 1, running: 0, oldestMs: 300_001 } },
      'reduced reduced works works',
    ],
    ['the queue cannot be read', { ...GOOD, queue: null }, 'reduced reduced works works'],
    [
      'deliveries are five minutes late',
      { ...GOOD, webhooks: { waiting: 1, oldestMs: 300_000 } },
      'works works works works',
    ],
    ['deliveries are later', { ...GOOD, webhooks: { waiting: 1, oldestMs: 300_001 } }, 'works works works reduced'],
    ['deliveries cannot be read', { ...GOOD, webhooks: null }, 'works works works reduced'],
    ['the lists cannot be read', { ...GOOD, lists: null }, 'reduced works works works'],
    ['a list is fresh', withList('fresh'), 'works works works works'],
    ['a list is not used', withList('off'), 'works works works works'],
    ['a list that no verdict needs is missing', withList('missing'), 'works works works works'],
    ['a list could not be fetched anew', withList('cached'), 'reduced works works works'],
    ['a list was never fetched', withList('absent'), 'reduced works works works'],
  ])('%s', (_what, measured, expected) => {
    const judged = judgeComponents(measured);
    expect(COMPONENTS.map((component) => judged[component]).join(' ')).toBe(expected);
  });
});
