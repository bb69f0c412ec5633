import type { TrustSnapshot } from '@revera/provenance';
import { describe, expect, it } from 'vitest';
import { openListDates } from './list-dates.ts';

const FETCHED = '2026-11-20T08:00:00.000Z';

function snapshotOf(
  id: string,
  ...names: TrustSnapshot['lists'][number]['name'][]
): Pick<TrustSnapshot, 'id' | 'lists'> {
  const lists = names.map((name) => ({ name, fetched_at: FETCHED }) as TrustSnapshot['lists'][number]);
  return { id, lists };
}

describe('openListDates', () => {
  it('names the published lists in use, and gives the same array while they are the same', async () => {
    let snapshot = snapshotOf('1', 'service', 'c2pa_tsa', 'c2pa');
    const dates = openListDates(() => Promise.resolve(snapshot));
    const first = await dates();
    expect(first).toEqual([
      { name: 'c2pa', fetchedAt: FETCHED },
      { name: 'c2pa_tsa', fetchedAt: FETCHED },
    ]);
    expect(await dates()).toBe(first);
    snapshot = snapshotOf('2', 'legacy');
    await dates();
    expect(await dates()).toEqual([{ name: 'legacy', fetchedAt: FETCHED }]);
  });

  it('keeps what it has when they cannot be read, and has nothing before', async () => {
    let isAway = true;
    const dates = openListDates(() =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(snapshotOf('1', 'c2pa')),
    );
    expect(await dates()).toEqual([]);
    isAway = false;
    expect(await dates()).toHaveLength(1);
    isAway = true;
    expect(await dates()).toHaveLength(1);
  });

  it('does not wait for a database that does not answer', async () => {
    const dates = openListDates(() => new Promise(() => undefined));
    expect(await dates()).toEqual([]);
  });
});
