import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filePart, form } from '../../../http/test-app.ts';
import { limitUsage } from '../../../testing/test-usage.ts';
import { openTestServer, type TestKey, type TestServer } from '../../../testing/test-services.ts';
import { newId } from '../../../shared/ids.ts';
import { AppError } from '../../../shared/app-error.ts';
import { reserveBeforeJob } from '../../usage/index.ts';
import { UNREACHED_GATEWAY } from '../../../testing/test-epay.ts';
import { buyPlan, giveBalance } from '../../../testing/test-plans.ts';
import { balanceOf } from '../ledger/index.ts';

let server: TestServer;
let live: TestKey;
const PRICE = 9_900n;
beforeAll(async () => {
  server = await openTestServer({ settings: UNREACHED_GATEWAY, background: true });
});
beforeEach(async () => {
  live = await server.createKey({
    mode: 'live',
    scopes: ['content:verify', 'content:sign', 'usage:read', 'billing:read', 'billing:write'],
  });
});
afterAll(() => server.close());

const database = () => server.services.database;
const jpeg = form([filePart(Buffer.from(buildJpeg()), 'file', 'photo.jpg')]);
const verify = (headers: Record<string, string> = {}) =>
  server.call('POST', '/v1/content/verify', { key: live.key, form: jpeg, headers });
const wallet = () => balanceOf(database().db, { code: 'wallet', organizationId: live.organizationId });
const allow = (json: object) => server.call('PATCH', '/v1/billing/overage', { key: live.key, json });

/** What a signature does first; a server of tests signs in the sandbox, which nobody is charged for. */
async function sign(): Promise<string> {
  const unit = { jobId: newId('job'), operation: 'signing' } as const;
  const by = { organizationId: live.organizationId, mode: 'live' } as const;
  try {
    return (await reserveBeforeJob(database().db, by, unit, 'plans')).kind;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** On the plan starter, with one verification and one signature left, and this balance. */
async function almostUsedUp(balance: bigint): Promise<void> {
  await giveBalance(database(), live.organizationId, PRICE + balance);
  await buyPlan(database(), live.organizationId, 'starter');
  for (const operation of ['verification', 'signing'] as const)
    await limitUsage(server, live.organizationId, operation, 1);
}

const extra = async () => {
  const { rows } = await database().pool.query<{ line: string }>(
    `select concat_ws(' ', operation, used + reserved, extra, extra_fen) as line from usage_quota
     where organization_id = $1 order by operation`,
    [live.organizationId],
  );
  return rows.map(({ line }) => line);
};
const charges = async () => {
  const { rows } = await database().pool.query<{ source_id: string }>(
    `select source_id from ledger_transaction where kind = 'usage_charge' and organization_id = $1 order by created_at`,
    [live.organizationId],
  );
  return rows.map(({ source_id }) => source_id);
};
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code: string } }).error?.code;

describe('PATCH /v1/billing/overage', () => {
  it('200 allows charges up to a limit, keeps what is omitted, and is shown and audited', async () => {
    expect((await server.call('GET', '/v1/billing/overage', { key: live.key })).body).toEqual({
      enabled: false,
      monthly_limit_minor: null,
      charged_minor: 0,
    });
    expect((await allow({ enabled: true, monthly_limit_minor: 5_000 })).body).toMatchObject({
      enabled: true,
      monthly_limit_minor: 5_000,
    });
    expect((await allow({ enabled: false })).body).toMatchObject({ enabled: false, monthly_limit_minor: 5_000 });
    expect((await allow({ enabled: false, monthly_limit_minor: null })).body).toMatchObject({
      monthly_limit_minor: null,
    });
    const { rows } = await database().pool.query(
      `select details->>'enabled' as enabled from audit_log where action = 'overage.changed' and organization_id = $1
       order by created_at`,
      [live.organizationId],
    );
    expect(rows).toEqual([{ enabled: 'true' }, { enabled: 'false' }, { enabled: 'false' }]);
  });

  it.each([{ enabled: 'yes' }, { enabled: true, monthly_limit_minor: -1 }, { enabled: true, limit: 5 }, {}])(
    '422 for %j',
    async (json) => {
      expect(await allow(json)).toMatchObject({ status: 422 });
    },
  );

  it('403 BILLING_PERMISSION_REQUIRED for a key of the sandbox', async () => {
    const { key } = await server.createKey({ organizationId: live.organizationId, scopes: ['billing:write'] });
    const answer = await server.call('PATCH', '/v1/billing/overage', { key, json: { enabled: true } });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'BILLING_PERMISSION_REQUIRED']);
  });
});

describe('an operation that is used up', () => {
  it('F80 is not charged unless that was allowed', async () => {
    await almostUsedUp(10_000n);
    expect([(await verify()).status, codeOf(await verify())]).toEqual([200, 'QUOTA_EXCEEDED']);
    expect([await wallet(), await extra()]).toEqual([10_000n, ['verification 1 0 0']]);
  });

  it('F80 is charged a block at once for ten parallel calls, which all get a unit of it', async () => {
    await almostUsedUp(10_000n);
    await allow({ enabled: true });
    expect(await verify()).toMatchObject({ status: 200, headers: { 'quota-limit': '1' } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify()));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(answers.map(({ headers }) => headers['quota-limit'])).toEqual(Array.from({ length: 10 }, () => '1001'));
    expect([await wallet(), await extra()]).toEqual([9_200n, ['verification 11 1000 800']]);
    expect(await charges()).toEqual([expect.stringMatching(new RegExp(`^${live.organizationId}:verification:.*Z:1$`))]);
    const { body } = await server.call('GET', '/v1/usage/summary', { key: live.key });
    expect(body).toMatchObject({
      operations: expect.arrayContaining([
        expect.objectContaining({
          operation: 'verification',
          included: 1,
          used: 11,
          remaining: 990,
          overage_quantity: 1_000,
          overage_minor: 800,
        }),
      ]) as unknown,
    });
    expect((await server.call('GET', '/v1/billing/overage', { key: live.key })).body).toMatchObject({
      charged_minor: 800,
    });
  });

  it('F80 is charged again when the block is used up', async () => {
    await almostUsedUp(10_000n);
    await allow({ enabled: true });
    await verify();
    await verify();
    await database().pool.query(`update usage_quota set used = 1001 where organization_id = $1`, [live.organizationId]);
    expect(await verify()).toMatchObject({ status: 200, headers: { 'quota-limit': '2001' } });
    expect((await charges()).map((source) => source.split(':').at(-1))).toEqual(['1', '2']);
  });

  it('F58 is refused when the balance is short, which never falls below zero', async () => {
    await almostUsedUp(1_000n);
    await allow({ enabled: true });
    await verify();
    const [verification, signature] = await Promise.all([verify(), sign()]);
    expect([verification.status, signature]).toEqual([200, 'reserved']);
    // A block of signatures costs 5,000.
    expect(await sign()).toBe('QUOTA_EXCEEDED');
    expect([await wallet(), await extra()]).toEqual([200n, ['signing 1 0 0', 'verification 2 1000 800']]);
  });

  it('F58 by two operations that race for the last money is charged once', async () => {
    await almostUsedUp(5_500n);
    await allow({ enabled: true });
    await verify();
    await sign();
    const [verification, signature] = await Promise.all([verify(), sign()]);
    const bought = [verification.status === 200, signature === 'reserved'];
    expect(bought.filter(Boolean)).toHaveLength(1);
    expect(await charges()).toHaveLength(1);
    expect(await wallet()).toBe(bought[0] === true ? 4_700n : 500n);
  });

  it('is charged no more than the limit of a period', async () => {
    await almostUsedUp(100_000n);
    await allow({ enabled: true, monthly_limit_minor: 5_799 });
    await verify();
    expect(await verify()).toMatchObject({ status: 200 });
    expect([await sign(), await sign()]).toEqual(['reserved', 'QUOTA_EXCEEDED']);
    await allow({ enabled: true, monthly_limit_minor: 5_800 });
    expect(await sign()).toBe('reserved');
    expect(await wallet()).toBe(94_200n);
  });

  it('is charged for a job that a worker does, in the transaction that stores it', async () => {
    await almostUsedUp(10_000n);
    await allow({ enabled: true });
    await verify();
    expect(await verify({ prefer: 'respond-async' })).toMatchObject({ status: 202 });
    expect(await extra()).toEqual(['verification 2 1000 800']);
  });

  it('is refused on the first plan, which sells no more', async () => {
    await giveBalance(database(), live.organizationId, 10_000n);
    await limitUsage(server, live.organizationId, 'verification', 0);
    await allow({ enabled: true });
    expect(codeOf(await verify())).toBe('QUOTA_EXCEEDED');
    expect(await wallet()).toBe(10_000n);
  });
});
