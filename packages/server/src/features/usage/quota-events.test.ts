import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { filePart, form } from '../../http/test-app.ts';
import { tellOfRefusal } from '../../platform/quota-store.ts';
import { watchDatabase } from '../../platform/test-watched-database.ts';
import { openTestServer, type Call, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { limitUsage } from '../../testing/test-usage.ts';
import { createWebhook } from '../../testing/test-webhooks.ts';
import { meterUsageSchema } from './index.ts';

let server: TestServer;
let live: TestKey;
beforeAll(async () => {
  server = await openTestServer({ background: true });
});
beforeEach(async () => {
  live = await server.createKey({ mode: 'live', scopes: ['content:verify', 'webhooks:manage', 'usage:read'] });
});
afterAll(() => server.close());

const jpeg = form([filePart(Buffer.from(buildJpeg()), 'file', 'photo.jpg')]);
const verify = (call: Call = {}, by: TestServer['call'] = server.call) =>
  by('POST', '/v1/content/verify', { key: live.key, form: jpeg, ...call });
const verifyTimes = async (times: number) => {
  for (let time = 0; time < times; time += 1) await verify();
};
const limit = (included: number) => limitUsage(server, live.organizationId, 'verification', included);
const hook = () => createWebhook(server, live.key, { url: 'https://hooks.example/' });
/** As it will be when a month has passed: the counter, the units and what was told are of an earlier period. */
const nextPeriod = async () => {
  const { pool } = server.services.database;
  const mine = [live.organizationId];
  await pool.query(
    `update usage_quota set period_start = period_start - interval '1 month' where organization_id = $1`,
    mine,
  );
  await pool.query('delete from usage_records where organization_id = $1', mine);
  await pool.query(`update webhook_event set dedupe_key = dedupe_key || ':before' where organization_id = $1`, mine);
};

const eventData = meterUsageSchema.extend({ sandbox: z.literal(false) }).strict();

interface Told {
  id: string;
  type: string;
  meter: z.infer<typeof eventData>;
  dedupe: string;
}

/** What the organization was told of its quota, in the order of time. */
async function told(): Promise<Told[]> {
  const { rows } = await server.services.database.pool.query<{ id: string; type: string; data: string; key: string }>(
    `select id, type, data, dedupe_key as key from webhook_event where organization_id = $1 and type like 'quota.%'
     order by created_at, type desc`,
    [live.organizationId],
  );
  return rows.map(({ id, type, data, key }) => ({ id, type, meter: eventData.parse(JSON.parse(data)), dedupe: key }));
}
const types = async () => (await told()).map(({ type }) => type);

describe('most of an operation', () => {
  it('is told by the unit that reaches 80 percent, once, as the API shows the meter', async () => {
    await limit(10);
    await hook();
    await verifyTimes(7);
    expect(await types()).toEqual([]);
    await verifyTimes(3);
    const [event, ...more] = await told();
    expect(more).toEqual([]);
    const { body } = await server.call('GET', '/v1/usage/summary', { key: live.key });
    const { operations } = z
      .object({ operations: z.array(z.looseObject({ operation: z.string(), resets_at: z.string() })) })
      .parse(body);
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_[0-9A-Za-z]{22}$/) as unknown,
      type: 'quota.threshold_reached',
      meter: {
        meter: 'verification',
        unit: 'operation',
        included: 10,
        used: 7,
        reserved: 1,
        remaining: 2,
        overage_quantity: 0,
        overage_minor: 0,
        reset_at: operations.find(({ operation }) => operation === 'verification')?.resets_at,
      },
    });
    expect(event?.dedupe).toMatch(new RegExp(`^quota.threshold_reached:${live.organizationId}:verification:\\d+$`));
  });

  it('is told once when calls come together, and again in the next period', async () => {
    await limit(20);
    await hook();
    await Promise.all(Array.from({ length: 20 }, () => verify()));
    expect(await types()).toEqual(['quota.threshold_reached']);
    await nextPeriod();
    await limit(1);
    await verify();
    expect(await types()).toEqual(['quota.threshold_reached', 'quota.threshold_reached']);
  });

  it('is told also when the bound came down to what was used', async () => {
    await limit(100);
    await hook();
    await verifyTimes(4);
    await limit(6);
    await verify();
    expect(await types()).toEqual(['quota.threshold_reached']);
  });

  it('is not told when the job that took the unit is not stored', async () => {
    await limit(1);
    await hook();
    const { pool } = server.services.database;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(`select reserve_unit('job_0000000000000000000000', $1, 'verification', null, 1000)`, [
        live.organizationId,
      ]);
      await client.query('rollback');
    } finally {
      client.release();
    }
    expect(await types()).toEqual([]);
    await verify();
    expect(await types()).toEqual(['quota.threshold_reached']);
  });
});

describe('a unit that is refused', () => {
  it('is told once, however many are refused together', async () => {
    await limit(1);
    await hook();
    await verify();
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify()));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 429));
    expect((await told()).map(({ type, meter: { used, remaining } }) => [type, used, remaining])).toEqual([
      ['quota.threshold_reached', 0, 0],
      ['quota.exceeded', 1, 0],
    ]);
  });

  it('is told when the job that needed it is undone with its transaction', async () => {
    await limit(0);
    await hook();
    expect((await verify({ headers: { prefer: 'respond-async' } })).status).toBe(429);
    expect(await types()).toEqual(['quota.exceeded']);
    await nextPeriod();
    await verify({ headers: { prefer: 'respond-async' } });
    expect(await types()).toEqual(['quota.exceeded', 'quota.exceeded']);
  });

  it('costs no statement when it has been told', async () => {
    await limit(0);
    await verify();
    const { database, statements, close } = await watchDatabase(server.testDatabase);
    const { call } = server.variant({ services: { database } });
    await verify({}, call);
    expect(statements.filter((statement) => statement.includes('tell_of_refusal'))).toEqual([]);
    expect(statements).toHaveLength(1);
    await close();
  });

  it('is not told when there are units again', async () => {
    await limit(1);
    await hook();
    await verify();
    await limit(5);
    const refused = { organizationId: live.organizationId, operation: 'verification' } as const;
    await tellOfRefusal(server.services.database.db, refused, 'nothing');
    expect(await types()).toEqual(['quota.threshold_reached']);
  });

  it('does not wait for work of the organization that is under way', async () => {
    await limit(1);
    await hook();
    await verify();
    await verify();
    const client = await server.services.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('update usage_quota set reserved = reserved where organization_id = $1', [
        live.organizationId,
      ]);
      // Behind the lock it would be ended by the bound on statements, as 503.
      expect((await verify()).status).toBe(429);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
