import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../platform/test-database.ts';
import { buyOffered, buyPlan, moveBack, newPayer, quoted } from '../../../testing/test-plans.ts';
import { assignPlan, planOf } from '../plans/index.ts';
import { balanceOf } from '../ledger/index.ts';
import { liveSubscription, presentSubscription, quotePlan } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ poolMax: 20 });
});
afterAll(() => database.drop());

const RICH = 10_000_000n;
const walletOf = (organizationId: string) => balanceOf(database.db, { code: 'wallet', organizationId });
const live = async (organizationId: string) => {
  const row = await liveSubscription(database.db, organizationId);
  return row === undefined ? undefined : presentSubscription(database.db, row, 'en');
};
const quote = (organizationId: string, plan: string) =>
  database.db.transaction().execute((trx) => quotePlan(trx, organizationId, plan));
const planNow = async (organizationId: string) => {
  const { code, version } = await planOf(database.db, organizationId, 'plans');
  return `${code} ${version}`;
};
const periods = async (organizationId: string) => {
  const { rows } = await database.pool.query<{ line: string }>(
    `select concat_ws(' ', plan_code, starts_at::text, coalesce(ended_early_at, ends_at)::text) as line
     from subscription_period where organization_id = $1 order by starts_at, created_at`,
    [organizationId],
  );
  return rows.map(({ line }) => line);
};
const terms = async (organizationId: string) => {
  const { rows } = await database.pool.query<{ included: number; period_start: Date; period_end: Date }>(
    `select included, period_start, period_end from quota_terms($1, 'verification', 'free')`,
    [organizationId],
  );
  return rows[0];
};

describe('the months of a subscription', () => {
  it.each([
    ['2026-01-31T10:00:00.9+08:00', '2026-01-31T10:00:00+08:00', 1, '2026-02-28T10:00:00+08:00'],
    ['2026-01-31T10:00:00+08:00', '2026-02-28T10:00:00+08:00', 1, '2026-03-31T10:00:00+08:00'],
    ['2026-01-31T10:00:00+08:00', '2026-03-31T10:00:00+08:00', 1, '2026-04-30T10:00:00+08:00'],
    ['2028-02-29T23:59:59+08:00', '2028-02-29T23:59:59+08:00', 12, '2029-02-28T23:59:59+08:00'],
    ['2028-02-29T23:59:59+08:00', '2029-02-28T23:59:59+08:00', 1, '2029-03-29T23:59:59+08:00'],
    // In UTC it is still the day before.
    ['2026-03-31T02:00:00+08:00', '2026-03-31T02:00:00+08:00', 1, '2026-04-30T02:00:00+08:00'],
    ['2026-12-31T00:00:00+08:00', '2026-12-31T00:00:00+08:00', 2, '2027-02-28T00:00:00+08:00'],
  ])('F74 keep the day of the anchor %s: from %s, %i, to %s', async (anchor, from, months, end) => {
    const { rows } = await database.pool.query<{ starts_at: Date; ends_at: Date }>(
      'select * from subscription_months($1::timestamptz, $2::timestamptz, $3::int)',
      [anchor, from, months],
    );
    expect(rows).toEqual([{ starts_at: new Date(from), ends_at: new Date(end) }]);
  });
});

describe('a first plan', () => {
  it('is bought for a month of whole seconds, begins at once, and bounds the organization from then on', async () => {
    const organizationId = await newPayer(database, RICH);
    expect(await live(organizationId)).toBeUndefined();
    const offer = await quoted(database, organizationId, 'starter');
    expect(offer).toMatchObject({
      purpose: 'plan_purchase',
      amount: 9_900n,
      snapshot: {
        plan_code: 'starter',
        plan_version: 1,
        interval_count: 1,
        change: 'new',
        price_fen: 9_900,
        credit_fen: 0,
      },
    });
    await buyOffered(database, organizationId, offer);
    const shown = await live(organizationId);
    expect(shown).toMatchObject({
      plan_id: 'starter',
      plan_name: 'Starter',
      status: 'active',
      auto_renew: false,
      cancel_at_period_end: false,
      grace_until: null,
      next_charge: null,
      scheduled_plan_id: null,
    });
    expect(await planNow(organizationId)).toBe('starter 1');
    const { included, period_start, period_end } = (await terms(organizationId)) ?? {};
    expect([included, period_start?.toISOString(), period_end?.toISOString()]).toEqual([
      20_000,
      shown?.current_period_start,
      shown?.current_period_end,
    ]);
    expect(period_start?.getMilliseconds()).toBe(0);
    expect(await walletOf(organizationId)).toBe(RICH - 9_900n);
  });

  it.each([
    ['nothing', 'unknown'],
    ['unlimited', 'unknown'],
    ['free', 'free'],
    ['enterprise', 'contact_sales'],
  ])('%s cannot be bought: %s', async (plan, unavailable) => {
    expect(await quote(await newPayer(database, 0n), plan)).toEqual({ unavailable });
  });

  it('is not sold over one that the operator gave', async () => {
    const organizationId = await newPayer(database, 0n);
    await assignPlan(database.db, { organizationId, code: 'starter' }, { actor: { kind: 'command', id: null } });
    expect(await quote(organizationId, 'starter')).toEqual({ unavailable: 'current_plan' });
    expect(await quote(organizationId, 'business')).toEqual({ unavailable: 'contact_sales' });
  });

  it('is bought by one of two who ask at the same time', async () => {
    const organizationId = await newPayer(database, RICH);
    const offer = await quoted(database, organizationId, 'starter');
    const answers = await Promise.allSettled([1, 2].map(() => buyOffered(database, organizationId, offer)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await walletOf(organizationId)).toBe(RICH - 9_900n);
  });
});

describe('a renewal', () => {
  it('F78 begins to the microsecond where the period before ends, however many are bought', async () => {
    const organizationId = await newPayer(database, RICH);
    for (const months of [1, 1, 3, 1]) await buyPlan(database, organizationId, 'starter', months);
    const bounds = (await periods(organizationId)).map((line) => line.split(/ (?=\d{4}-)/).slice(1));
    expect(bounds).toHaveLength(4);
    for (const [index, [start]] of bounds.entries()) if (index > 0) expect(start).toBe(bounds[index - 1]?.[1]);
    const shown = await live(organizationId);
    expect(new Date(shown?.current_period_end ?? '')).toEqual(new Date(bounds[3]?.[1] ?? ''));
    expect(new Date(shown?.current_period_start ?? '')).toEqual(new Date(bounds[0]?.[0] ?? ''));
    expect(await quote(organizationId, 'starter')).toMatchObject({ purpose: 'plan_renewal', amount: 9_900n });
  });

  it('in grace begins now, with a whole month, and until then the first plan bounds', async () => {
    const organizationId = await newPayer(database, RICH);
    await buyPlan(database, organizationId, 'starter');
    await moveBack(database, organizationId, '1 month 2 days');
    expect(await live(organizationId)).toMatchObject({ status: 'grace', plan_id: 'starter' });
    expect(await planNow(organizationId)).toBe('free 1');
    expect((await terms(organizationId))?.included).toBe(1_000);
    await buyPlan(database, organizationId, 'starter');
    const shown = await live(organizationId);
    expect(shown).toMatchObject({ status: 'active', grace_until: null });
    expect(Date.parse(shown?.current_period_end ?? '') - Date.now()).toBeGreaterThan(27 * 86_400_000);
    expect((await terms(organizationId))?.included).toBe(20_000);
  });

  it('a few minutes late goes on where the last period ended', async () => {
    const organizationId = await newPayer(database, RICH);
    await buyPlan(database, organizationId, 'starter');
    const end = (await live(organizationId))?.current_period_end ?? '';
    const late = `${(Date.parse(end) - Date.now()) / 1_000 + 300} seconds`;
    await moveBack(database, organizationId, `${Math.floor(Number.parseFloat(late))} seconds`);
    await buyPlan(database, organizationId, 'starter');
    const [first, second] = await periods(organizationId);
    expect(second?.split(' ').slice(1, 3)).toEqual(first?.split(' ').slice(3, 5));
  });

  it('after the grace is a new subscription', async () => {
    const organizationId = await newPayer(database, RICH);
    await buyPlan(database, organizationId, 'starter');
    const offer = await quoted(database, organizationId, 'starter');
    const before = await live(organizationId);
    await moveBack(database, organizationId, '1 month 8 days');
    expect(await live(organizationId)).toBeUndefined();
    await expect(buyOffered(database, organizationId, offer)).rejects.toThrow('the subscription has ended');
    const again = await quoted(database, organizationId, 'starter');
    expect(again.snapshot.change).toBe('new');
    await buyOffered(database, organizationId, again);
    expect((await live(organizationId))?.id).not.toBe(before?.id);
  });
});

describe('an upgrade', () => {
  it('costs the new price less what time has left, and begins anew with its quota', async () => {
    const organizationId = await newPayer(database, RICH);
    await buyPlan(database, organizationId, 'starter');
    const { rows } = await database.pool.query<{ half: string }>(
      `select ((ends_at - starts_at) / 2)::text as half from subscription_period where organization_id = $1`,
      [organizationId],
    );
    await moveBack(database, organizationId, rows[0]?.half ?? '');
    const offer = await quoted(database, organizationId, 'business');
    expect(offer.snapshot).toMatchObject({ change: 'upgrade', interval_count: 1, price_fen: 99_900 });
    // Some seconds may have passed.
    expect(offer.snapshot.credit_fen).toBeGreaterThan(4_940);
    expect(offer.snapshot.credit_fen).toBeLessThanOrEqual(4_950);
    expect(offer.amount).toBe(99_900n - BigInt(offer.snapshot.credit_fen));
    const before = await terms(organizationId);
    await buyOffered(database, organizationId, offer);
    const after = await terms(organizationId);
    expect(after?.included).toBe(300_000);
    expect(after?.period_start.getTime()).toBeGreaterThan(before?.period_start.getTime() ?? Infinity);
    const [old, fresh] = await periods(organizationId);
    expect(old?.split(' ').slice(3, 5)).toEqual(fresh?.split(' ').slice(1, 3));
    expect(await live(organizationId)).toMatchObject({ plan_id: 'business', status: 'active' });
    expect(await quote(organizationId, 'starter')).toEqual({ unavailable: 'downgrade_at_period_end' });
  });

  it('credits no more than the share of the units that is left of what was used most', async () => {
    const organizationId = await newPayer(database, RICH);
    await buyPlan(database, organizationId, 'starter');
    const start = (await terms(organizationId))?.period_start;
    await database.pool.query(
      `insert into usage_quota (organization_id, operation, period_start, used, reserved)
       values ($1, 'verification', $2, 15000, 0), ($1, 'signing', $2, 100, 0)`,
      [organizationId, start],
    );
    expect((await quoted(database, organizationId, 'business')).snapshot.credit_fen).toBe(2_475);
    await database.pool.query(`update usage_quota set used = 25000 where organization_id = $1`, [organizationId]);
    expect((await quoted(database, organizationId, 'business')).amount).toBe(99_900n);
  });

  it('loses nothing that was paid ahead: it lasts as long as the credit demands', async () => {
    const organizationId = await newPayer(database, RICH);
    await buyPlan(database, organizationId, 'starter');
    await buyPlan(database, organizationId, 'starter', 12);
    const offer = await quoted(database, organizationId, 'business');
    expect(offer.snapshot).toMatchObject({ interval_count: 2 });
    expect(offer.amount + BigInt(offer.snapshot.credit_fen)).toBe(199_800n);
    expect(offer.snapshot.credit_fen).toBeGreaterThan(13 * 9_900 - 10);
    await buyOffered(database, organizationId, offer);
    const [, second, third] = await periods(organizationId);
    expect(second).toMatch(/^business /);
    // The one that was paid ahead ended before it began.
    expect(third?.split(' ').slice(1, 3)).toEqual(third?.split(' ').slice(3, 5));
  });

  it('F77 that is bought twice at the same time happens once', async () => {
    const organizationId = await newPayer(database, RICH);
    await buyPlan(database, organizationId, 'starter');
    const offer = await quoted(database, organizationId, 'business');
    const balance = await walletOf(organizationId);
    const answers = await Promise.allSettled([1, 2, 3].map(() => buyOffered(database, organizationId, offer)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await walletOf(organizationId)).toBe(balance - offer.amount);
    expect(await periods(organizationId)).toHaveLength(2);
  });

  it('is impossible after a renewal that it was not computed with', async () => {
    const organizationId = await newPayer(database, RICH);
    await buyPlan(database, organizationId, 'starter');
    const offer = await quoted(database, organizationId, 'business');
    await buyPlan(database, organizationId, 'starter');
    await expect(buyOffered(database, organizationId, offer)).rejects.toThrow('has changed since the offer');
  });
});
