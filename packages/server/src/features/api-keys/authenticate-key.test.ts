import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KeyUse } from '../../http/guards.ts';
import { keyBucketsOf } from '../../http/rate-limit.ts';
import { connectDatabase } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { watchDatabase } from '../../platform/test-watched-database.ts';
import { authenticateKey } from './authenticate-key.ts';

const BURST = 5;
const buckets = keyBucketsOf('api', { ...DEFAULT_LIMITS, apiKeyBurst: BURST, apiKeyPerSecond: 0.001 });
const USE: KeyUse = { scope: 'content:verify', buckets, unit: null };

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

let key: TestKey;
beforeEach(async () => {
  key = await server.createKey();
});

const present = (use: KeyUse = USE) => authenticateKey(server.services.database.db, key.key, use, 'nothing');

async function query(text: string, value: string): Promise<unknown> {
  const { rows } = await server.services.database.pool.query<{ value: unknown }>(text, [value]);
  return rows[0]?.value;
}
const tokens = () => query('select floor(tokens) as value from rate_limit where key = $1', `api:key:${key.id}`);
const lastUse = () => query('select last_used_at as value from api_key where id = $1', key.id);
const minutesSinceUse = () =>
  query('select round(extract(epoch from now() - last_used_at) / 60)::int as value from api_key where id = $1', key.id);

describe('a presented key', () => {
  it('is found, dated and counted in one statement', async () => {
    const { database, statements, close } = await watchDatabase(server.testDatabase);
    expect(await authenticateKey(database.db, key.key, USE, 'nothing')).toEqual({
      principal: {
        kind: 'api_key',
        keyId: key.id,
        organizationId: key.organizationId,
        mode: 'test',
        scopes: expect.arrayContaining(['content:verify']) as unknown,
        organizationStatus: 'active',
      },
      counted: { allowed: true, remaining: BURST - 1, resetMs: expect.any(Number) as unknown },
    });
    expect(statements).toHaveLength(1);
    expect(await lastUse()).toBeInstanceOf(Date);
    await close();
  });

  it('passes exactly as often as its bucket allows, from two pools at once', async () => {
    const other = await connectDatabase(server.testDatabase.connection, { log: silentLog });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        authenticateKey(n % 2 === 0 ? server.services.database.db : other.db, key.key, USE, 'nothing'),
      ),
    );
    const counted = answers.map((answer) =>
      typeof answer === 'object' && 'counted' in answer ? answer.counted : null,
    );
    expect(counted.filter((state) => state?.allowed === true)).toHaveLength(BURST);
    expect(counted.filter((state) => state?.allowed === false)).toHaveLength(30 - BURST);
    expect(await present()).toMatchObject({ counted: { allowed: false, remaining: 0 } });
    await other.close();
  });

  it('has its use dated once a minute', async () => {
    const aged = (age: string) =>
      query(`update api_key set last_used_at = now() - interval '${age}' where id = $1 returning 1 as value`, key.id);
    await aged('50 seconds');
    const before = await lastUse();
    await present();
    expect(await lastUse()).toEqual(before);
    await aged('5 minutes');
    await present();
    expect(await minutesSinceUse()).toBe(0);
  });

  it.each([
    ['revoked', "revoked_at = now() - interval '1 hour'"],
    ['expired', "created_at = now() - interval '2 days', expires_at = now() - interval '1 day'"],
  ])('is neither dated nor counted when it is %s', async (reason, change) => {
    await query(`update api_key set ${change} where id = $1 returning 1 as value`, key.id);
    const { id: keyId, organizationId } = key;
    expect(await present()).toEqual({ kind: 'known_key', keyId, organizationId, reason });
    expect([await lastUse(), await tokens()]).toEqual([null, undefined]);
  });

  it('is invalid when it is unknown, or its organization is closed', async () => {
    expect(await authenticateKey(server.services.database.db, `${key.key}x`, USE, 'nothing')).toBe('invalid');
    await query('update organization set closed_at = now() where id = $1 returning 1 as value', key.organizationId);
    expect(await present()).toBe('invalid');
    expect([await lastUse(), await tokens()]).toEqual([null, undefined]);
  });

  it('is dated and not counted without the scope, or while its organization is suspended', async () => {
    expect(await present({ ...USE, scope: 'webhooks:manage' })).toMatchObject({ counted: null });
    expect([await lastUse(), await tokens()]).toEqual([expect.any(Date), undefined]);
    await query('update organization set suspended_at = now() where id = $1 returning 1 as value', key.organizationId);
    expect(await present()).toMatchObject({ principal: { organizationStatus: 'suspended' }, counted: null });
    expect(await tokens()).toBeUndefined();
  });

  it('is not counted where nothing is counted by key', async () => {
    expect(await present({ ...USE, buckets: null })).toMatchObject({ principal: { keyId: key.id }, counted: null });
    expect(await tokens()).toBeUndefined();
    expect(keyBucketsOf('anonymous_analysis', DEFAULT_LIMITS)).toBeNull();
  });
});
