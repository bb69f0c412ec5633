import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Component, ComponentState } from '../../shared/components.ts';
import type { ServiceStatus } from '../../shared/service-status.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { healthChores } from './index.ts';
import { UNWRITTEN_MAX } from './limits.ts';
import { storeSamples, type Sample } from './queries.ts';
import { readHistory } from './read-history.ts';
import { openRecorder } from './record-samples.ts';

let server: TestServer;
let real: ServiceStatus;
beforeAll(async () => {
  server = await openTestServer();
  real = {
    checkedAt: '',
    isReady: true,
    works: { database: true, uploads: true, storage: true },
    analysis: { threads: 1, busy: 0, waiting: 0 },
    queue: null,
    webhooks: null,
    lists: null,
    components: { verify: 'works', sign: 'works', site: 'works', webhooks: 'works' },
    version: '1',
  };
});
afterAll(() => server.close());

const query = async (text: string, ...values: unknown[]) =>
  (await server.services.database.pool.query<Record<string, unknown>>(text, values)).rows;
const slots = () =>
  query(
    `select to_char(slot at time zone 'UTC', 'HH24:MI') as at, string_agg(state, ' ' order by component) as states
     from health_sample group by slot order by slot`,
  );

const store = (samples: readonly Sample[]) => storeSamples(server.services.database.db, samples);

/** Measures at a time of today, with one part in a state. */
function measuring(at: string, changed: Partial<Record<Component, ComponentState>> = {}): () => Promise<ServiceStatus> {
  const today = new Date().toISOString().slice(0, 10);
  const status = { ...real, checkedAt: `${today}T${at}Z`, components: { ...real.components, ...changed } };
  return () => Promise.resolve(status);
}

describe('the samples of health', () => {
  it('are one for each five minutes, the worst that any process measured in them', async () => {
    await query('delete from health_sample');
    await openRecorder(store, measuring('00:00:01'))();
    await openRecorder(store, measuring('00:04:59', { sign: 'reduced' }))();
    await openRecorder(store, measuring('00:03:00'))();
    await openRecorder(store, measuring('00:02:00', { sign: 'fails' }))();
    await openRecorder(store, measuring('00:05:00'))();
    expect(await slots()).toEqual([
      { at: '00:00', states: 'fails works works works' },
      { at: '00:05', states: 'works works works works' },
    ]);
  });

  it('of a time when the database was away are written when it is back, and no more than a day of them', async () => {
    const { db } = server.services.database;
    await query('delete from health_sample');
    let now = await measuring('00:00:00', { verify: 'fails' })();
    const away = await server.goneDatabase();
    let isAway = true;
    const record = openRecorder(
      (samples) => storeSamples(isAway ? away.db : db, samples),
      () => Promise.resolve(now),
    );
    await expect(record()).rejects.toThrow();
    now = await measuring('00:05:00')();
    isAway = false;
    await record();
    expect((await slots()).map(({ states }) => states)).toEqual(['works works fails works', 'works works works works']);
    expect(UNWRITTEN_MAX).toBe((24 * 60) / 5);
  });

  it('make a history of 90 days, in which a day without samples has no record', async () => {
    const { db } = server.services.database;
    await query('delete from health_sample');
    await query(
      `insert into health_sample (slot, component, state)
       select date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '3 days' + n * interval '5 minutes',
         'verify', case n when 0 then 'fails' when 1 then 'reduced' else 'works' end
       from generate_series(0, 9) as n`,
    );
    const history = await readHistory(db);
    expect([history.verify.length, history.webhooks.length]).toEqual([90, 90]);
    expect(history.verify.at(-4)).toMatchObject({ works: 8, reduced: 1, fails: 1 });
    expect(history.verify.filter(({ works, reduced, fails }) => works + reduced + fails > 0)).toHaveLength(1);
    expect(history.verify.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
  });

  it('are deleted after 90 days, and measured by the chore from the real checks', async () => {
    const { db } = server.services.database;
    await query('delete from health_sample');
    await query(
      `insert into health_sample (slot, component, state)
       values (now() - interval '91 days', 'site', 'works'), (now() - interval '89 days', 'site', 'works')`,
    );
    const chores = healthChores(db, { status: measuring('00:00:00', { webhooks: 'reduced' }) });
    for (const { work } of chores) await work(new AbortController().signal);
    expect(await query(`select state from health_sample where slot < now() - interval '2 days'`)).toHaveLength(1);
    expect(await query(`select state from health_sample where component = 'webhooks'`)).toEqual([{ state: 'reduced' }]);
  });
});
