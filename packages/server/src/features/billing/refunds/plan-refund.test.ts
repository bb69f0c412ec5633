import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../platform/log.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/test-database.ts';
import { AppError } from '../../../shared/app-error.ts';
import { fen } from '../../../shared/fen.ts';
import { newId } from '../../../shared/ids.ts';
import { buyPlan, moveBack, newPayer, quoted, buyOffered, earnedOf } from '../../../testing/test-plans.ts';
import { balanceOf, checkLedger } from '../ledger/index.ts';
import { planOf } from '../plans/index.ts';
import { recogniseDue } from '../recognition/index.ts';
import { liveSubscription } from '../subscriptions/index.ts';
import { approveRefund } from './decide-refund.ts';
import { endRefund } from './end-refund.ts';
import { requestRefund } from './request-refund.ts';

const RICH = 10_000_000n;
const DAY = 86_400_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ poolMax: 20 });
});
afterAll(() => database.drop());

const someone = () => ({ actor: { kind: 'account', id: newId('account') } }) as const;
const wallet = (organizationId: string) => balanceOf(database.db, { code: 'wallet', organizationId });
const deferred = () => balanceOf(database.db, { code: 'deferred_revenue' });
const mismatches = async () => (await checkLedger(database.db)).mismatches;
const recognise = () => recogniseDue({ db: database.db, log: silentLog });
const planNow = async (organizationId: string) => (await planOf(database.db, organizationId, 'plans')).code;

const earned = (organizationId: string) => earnedOf(database, organizationId);

/** The orders of an organization for plans, the oldest first. */
async function ordersOf(organizationId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ order_id: string }>(
    'select order_id from subscription_period where organization_id = $1 order by created_at, starts_at',
    [organizationId],
  );
  return rows.map(({ order_id }) => order_id);
}

interface Span {
  starts: Date;
  until: Date;
}

async function spansOf(organizationId: string): Promise<Span[]> {
  const { rows } = await database.pool.query<Span>(
    `select starts_at as starts, coalesce(ended_early_at, ends_at) as until from subscription_period
     where organization_id = $1 order by created_at, starts_at`,
    [organizationId],
  );
  return rows;
}

async function subscriptionOf(organizationId: string) {
  const { rows } = await database.pool.query<{
    status: string;
    auto_renew: boolean;
    cancel_at_period_end: boolean;
    current_period_end: Date;
  }>(
    'select status, auto_renew, cancel_at_period_end, current_period_end from subscription where organization_id = $1',
    [organizationId],
  );
  return rows[0];
}

async function listen(organizationId: string): Promise<void> {
  await database.pool.query(
    `insert into webhook_endpoint (id, organization_id, url, events, secrets)
     values ($1, $2, 'https://endpoint.example/', '{subscription.expired,subscription.cancel_scheduled,balance.credited}', '')`,
    [newId('webhook'), organizationId],
  );
}

async function toldOf(organizationId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ type: string }>(
    'select type from webhook_event where organization_id = $1 order by created_at, type',
    [organizationId],
  );
  return rows.map(({ type }) => type);
}

const askFor = (organizationId: string, orderId: string, amount: number) =>
  database.db.transaction().execute((trx) => {
    const body = { order_id: orderId, amount_minor: amount, reason: 'x' };
    return requestRefund(trx, { organizationId, body, isFullOnly: false }, someone());
  });
const approve = (id: string) => approveRefund({ db: database.db, epay: null }, { id, note: null }, someone());

/** Pays so much of an order back to the balance. */
async function refund(organizationId: string, orderId: string, amount: number): Promise<void> {
  const { id } = await askFor(organizationId, orderId, amount);
  expect((await approve(id)).status).toBe('succeeded');
}

const refusal = async (attempt: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await attempt.catch((thrown: unknown) => thrown);
  return error instanceof AppError ? (error.details ?? error.code) : error;
};

async function subscriber(plan: string, periods = 1): Promise<{ organizationId: string; orderId: string }> {
  const organizationId = await newPayer(database, RICH);
  await buyPlan(database, organizationId, plan, periods);
  await database.pool.query('update subscription set auto_renew = true where organization_id = $1', [organizationId]);
  await listen(organizationId);
  const [orderId = ''] = await ordersOf(organizationId);
  return { organizationId, orderId };
}

describe('a refund of a plan', () => {
  it('of everything ends it at once: the plan, the subscription and what was deferred, in one', async () => {
    const { organizationId, orderId } = await subscriber('starter');
    const held = await deferred();
    await refund(organizationId, orderId, 9_900);
    expect([await wallet(organizationId), (await deferred()) - held]).toEqual([RICH, -9_900n]);
    expect(await subscriptionOf(organizationId)).toMatchObject({
      status: 'cancelled',
      auto_renew: false,
      cancel_at_period_end: true,
    });
    expect(await liveSubscription(database.db, organizationId)).toBeUndefined();
    expect(await planNow(organizationId)).toBe('free');
    expect(await toldOf(organizationId)).toEqual(['balance.credited', 'subscription.expired']);
    await moveBack(database, organizationId, '100 days');
    await recognise();
    expect([await earned(organizationId), await mismatches()]).toEqual([0n, []]);
  });

  it('of a part shortens it to the time that is still paid, and it does not renew by itself', async () => {
    const { organizationId, orderId } = await subscriber('starter', 2);
    await moveBack(database, organizationId, '20 days');
    const [span] = await spansOf(organizationId);
    if (span === undefined) throw new Error('there is a period');
    await refund(organizationId, orderId, 9_900);
    const [short] = await spansOf(organizationId);
    // Half of the money is half of the time.
    const half = Math.floor((span.until.getTime() - span.starts.getTime()) / 2_000) * 1_000;
    expect(short).toEqual({ starts: span.starts, until: new Date(span.starts.getTime() + half) });
    expect(await subscriptionOf(organizationId)).toMatchObject({
      status: 'active',
      auto_renew: false,
      cancel_at_period_end: true,
      current_period_end: short?.until,
    });
    expect(await planNow(organizationId)).toBe('starter');
    expect(await toldOf(organizationId)).toEqual(['balance.credited', 'subscription.cancel_scheduled']);
    await moveBack(database, organizationId, '100 days');
    await recognise();
    expect([await earned(organizationId), await mismatches()]).toEqual([9_900n, []]);
  });

  it('can be repeated up to the days that are left, and counts the months of a renewal from its end', async () => {
    const { organizationId, orderId } = await subscriber('starter', 3);
    // More than hardly any of it: only the days that are left can be paid back.
    await database.pool.query(
      `insert into usage_quota (organization_id, operation, period_start, used, reserved)
       values ($1, 'verification', now(), 2000, 0)`,
      [organizationId],
    );
    await moveBack(database, organizationId, '30 days');
    await refund(organizationId, orderId, 9_900);
    const { until: first = new Date(0) } = (await spansOf(organizationId))[0] ?? {};
    await refund(organizationId, orderId, 5_000);
    const { until: second = new Date(0) } = (await spansOf(organizationId))[0] ?? {};
    expect(first.getTime() - second.getTime()).toBeGreaterThan(14 * DAY);
    expect(await refusal(askFor(organizationId, orderId, 9_900))).toEqual({ reason: 'exceeds_refundable' });
    await buyPlan(database, organizationId, 'starter');
    const [, renewed] = await spansOf(organizationId);
    expect(renewed?.starts).toEqual(second);
    expect((renewed?.until.getTime() ?? 0) - second.getTime()).toBeGreaterThanOrEqual(28 * DAY);
    const { rows } = await database.pool.query<{ period_start: Date }>(
      'select period_start from plan_in_force($1, $2)',
      [organizationId, 'free'],
    );
    // The quota of the month that is under way did not begin anew.
    expect(rows[0]?.period_start.getTime()).toBeLessThan(Date.now());
    expect(await mismatches()).toEqual([]);
  });

  it('moves the periods that follow up, so that nothing is lost and there is no gap', async () => {
    const { organizationId, orderId } = await subscriber('starter');
    await buyPlan(database, organizationId, 'starter', 2);
    await buyPlan(database, organizationId, 'starter');
    await moveBack(database, organizationId, '3 days');
    await refund(organizationId, orderId, 9_900);
    const [ended, second, third] = await spansOf(organizationId);
    expect(second?.starts).toEqual(ended?.until);
    expect(third?.starts).toEqual(second?.until);
    expect((second?.until.getTime() ?? 0) - (second?.starts.getTime() ?? 0)).toBeGreaterThanOrEqual(59 * DAY);
    const live = await subscriptionOf(organizationId);
    expect(live).toMatchObject({ status: 'active', current_period_end: third?.until });
    expect(await planNow(organizationId)).toBe('starter');
    expect(await mismatches()).toEqual([]);
    await moveBack(database, organizationId, '200 days');
    await recognise();
    expect([await earned(organizationId), await mismatches()]).toEqual([29_700n, []]);
  });

  it('of one that has not begun leaves the one under way', async () => {
    const { organizationId } = await subscriber('starter');
    await buyPlan(database, organizationId, 'starter');
    const [first] = await spansOf(organizationId);
    const [, later = ''] = await ordersOf(organizationId);
    await refund(organizationId, later, 9_900);
    const [still, empty] = await spansOf(organizationId);
    expect([still, empty?.until]).toEqual([first, empty?.starts]);
    expect(await subscriptionOf(organizationId)).toMatchObject({ status: 'active', current_period_end: first?.until });
    expect([await planNow(organizationId), await mismatches()]).toEqual(['starter', []]);
  });

  it('takes back what was booked as earned when all is paid back; what fails gives all of it back', async () => {
    const { organizationId, orderId } = await subscriber('starter', 12);
    await moveBack(database, organizationId, '40 days');
    await recognise();
    const before = [await earned(organizationId), await deferred()];
    const { id } = await askFor(organizationId, orderId, 118_800);
    await database.pool.query('alter table refund_request disable trigger refund_request_guard');
    await database.pool.query(`update refund_request set destination = 'original' where id = $1`, [id]);
    await database.pool.query('alter table refund_request enable trigger refund_request_guard');
    await approve(id);
    const share = before[0] ?? 0n;
    expect([(await earned(organizationId)) < share, await mismatches()]).toEqual([true, []]);
    expect(
      await refusal(buyOffered(database, organizationId, await quoted(database, organizationId, 'business'))),
    ).toEqual(new Error('money of the subscription is held for a refund'));
    await database.db.transaction().execute((trx) => endRefund(trx, id, { outcome: 'failed', refundNo: null }));
    expect([[await earned(organizationId), await deferred()], await mismatches()]).toEqual([before, []]);
    await refund(organizationId, orderId, 118_800);
    expect([await wallet(organizationId), await mismatches()]).toEqual([RICH, []]);
    expect(await planNow(organizationId)).toBe('free');
    await moveBack(database, organizationId, '400 days');
    await recognise();
    expect(await mismatches()).toEqual([]);
  });

  it('is none of what an upgrade replaced and is credited with; of the upgrade, the credit stays as time', async () => {
    const { organizationId, orderId } = await subscriber('starter', 11);
    await buyPlan(database, organizationId, 'starter');
    await moveBack(database, organizationId, '2 days');
    await buyPlan(database, organizationId, 'business');
    const [, ahead = '', upgrade = ''] = await ordersOf(organizationId);
    for (const replaced of [orderId, ahead]) {
      expect(await refusal(askFor(organizationId, replaced, 1))).toEqual({ reason: 'exceeds_refundable' });
    }
    const paid = fen(RICH - (await wallet(organizationId)) - 118_800n);
    await refund(organizationId, upgrade, Number(paid));
    const [, , short] = await spansOf(organizationId);
    expect((await subscriptionOf(organizationId))?.current_period_end).toEqual(short?.until);
    expect((short?.until.getTime() ?? 0) - (short?.starts.getTime() ?? 0)).toBeGreaterThan(30 * DAY);
    expect([await planNow(organizationId), await mismatches()]).toEqual(['business', []]);
    await moveBack(database, organizationId, '800 days');
    await recognise();
    expect([await earned(organizationId), await mismatches()]).toEqual([118_800n, []]);
  });
});
