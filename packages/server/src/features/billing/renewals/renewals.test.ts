import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../platform/log.ts';
import { openTestServer, type TestServer } from '../../../testing/test-services.ts';
import { buyPlan, giveBalance, moveBack } from '../../../testing/test-plans.ts';
import { UNREACHED_GATEWAY } from '../../../testing/test-epay.ts';
import { brokenBooks } from '../../../testing/test-payments.ts';
import { fen } from '../../../shared/fen.ts';
import { newId } from '../../../shared/ids.ts';
import { balanceOf, postTransaction } from '../ledger/index.ts';
import { decodePlanFile, importPlans } from '../plans/index.ts';
import { readShippedPlans } from '../plans/ensure-plans.ts';
import { liveSubscription } from '../subscriptions/index.ts';
import { giveNotices } from './give-notice.ts';
import { renewDue, settleDue } from './renew.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ settings: UNREACHED_GATEWAY });
});
afterAll(async () => {
  expect(await brokenBooks(server)).toEqual([]);
  await server.close();
});

const database = () => server.services.database;
const services = () => ({
  db: database().db,
  log: silentLog,
  secrets: server.services.secrets,
  links: server.services.links,
});
const renew = () => renewDue(services());
const settle = () => settleDue(services());
const live = (organizationId: string) => liveSubscription(database().db, organizationId);
const wallet = (organizationId: string) => balanceOf(database().db, { code: 'wallet', organizationId });

const lines = async (text: string, organizationId: string) => {
  const { rows } = await database().pool.query<{ line: string }>(text, [organizationId]);
  return rows.map(({ line }) => line);
};
const attempts = (organizationId: string) =>
  lines(
    `select concat_ws(' ', attempt, outcome) as line from auto_renew_attempt a join subscription s on s.id = a.subscription_id
     where s.organization_id = $1 order by period_end, attempt`,
    organizationId,
  );
const periods = (organizationId: string) =>
  lines(
    `select concat_ws(' | ', plan_code || ' ' || plan_version, starts_at at time zone 'Asia/Shanghai',
       coalesce(ended_early_at, ends_at) at time zone 'Asia/Shanghai', amount_fen) as line
     from subscription_period where organization_id = $1 order by starts_at`,
    organizationId,
  );
const orders = (organizationId: string) =>
  lines(
    `select concat_ws(' ', purpose, status) as line from payment_order where organization_id = $1 order by created_at`,
    organizationId,
  );
const mails = (email: string) =>
  lines(`select template as line from mail where recipient = $1 order by created_at`, email);

/** On the plan starter, renewing by itself, with this balance left. */
async function subscriber(balance: bigint, plan = 'starter') {
  const account = await server.createAccount();
  const { organizationId } = account;
  await giveBalance(database(), organizationId, 99_900n);
  await buyPlan(database(), organizationId, plan);
  await database().pool.query('update subscription set auto_renew = true where organization_id = $1', [organizationId]);
  const spare = await wallet(organizationId);
  if (spare > 0n) await spend(organizationId, spare);
  await giveBalance(database(), organizationId, balance);
  return account;
}

async function spend(organizationId: string, amount: bigint): Promise<void> {
  await database()
    .db.transaction()
    .execute((trx) =>
      postTransaction(trx, {
        kind: 'adjust',
        sourceId: newId('order'),
        organizationId,
        entries: [
          { debit: 'wallet', amount: fen(amount) },
          { credit: 'adjustment_expense', amount: fen(amount) },
        ],
      }),
    );
}

/** Puts the end of what is paid so far from now; negative: it has passed. */
async function endIn(organizationId: string, interval: string): Promise<void> {
  const { rows } = await database().pool.query<{ back: string }>(
    `select date_trunc('second', current_period_end - now() - $2::interval)::text as back from subscription
     where organization_id = $1 and status in ('active', 'grace')`,
    [organizationId, interval],
  );
  await moveBack(database(), organizationId, rows[0]?.back ?? '');
  // It was no whole number of months.
  await database().pool.query(
    `update subscription set anchor_at = current_period_end where organization_id = $1 and status in ('active', 'grace')`,
    [organizationId],
  );
}

describe('automatic renewal', () => {
  it('F74 happens once an hour before the end, however often and by how many processes it is run', async () => {
    const { organizationId } = await subscriber(30_000n);
    await endIn(organizationId, '61 minutes');
    await renew();
    expect(await attempts(organizationId)).toEqual([]);
    await endIn(organizationId, '59 minutes');
    const end = (await live(organizationId))?.current_period_end;
    await Promise.all([renew(), renew(), renew()]);
    await renew();
    expect(await attempts(organizationId)).toEqual(['1 renewed']);
    expect(await wallet(organizationId)).toBe(20_100n);
    const [first, second, ...more] = await periods(organizationId);
    expect(more).toEqual([]);
    expect(first?.split(' | ')[2]).toBe(second?.split(' | ')[1]);
    expect((await live(organizationId))?.current_period_end.getTime()).toBeGreaterThan(end?.getTime() ?? Infinity);
    expect(await orders(organizationId)).toEqual(['plan_purchase fulfilled', 'plan_renewal fulfilled']);
    const days = ((await live(organizationId))?.current_period_end.getTime() ?? 0) - (end?.getTime() ?? 0);
    expect(Math.round(days / 86_400_000)).toBeGreaterThanOrEqual(28);
  });

  it('F75 does not happen again when the clock has jumped back', async () => {
    const { organizationId } = await subscriber(30_000n);
    await endIn(organizationId, '-5 minutes');
    await renew();
    expect(await attempts(organizationId)).toEqual(['2 renewed']);
    await renew();
    // As if it were an hour earlier: everything lies an hour later.
    await moveBack(database(), organizationId, '-1 hour');
    await renew();
    expect(await periods(organizationId)).toHaveLength(2);
    const { organizationId: poor } = await subscriber(0n);
    await endIn(poor, '-5 minutes');
    await renew();
    expect(await attempts(poor)).toEqual(['2 insufficient_balance']);
    await renew();
    expect(await attempts(poor)).toEqual(['2 insufficient_balance']);
  });

  it('F46 leaves nothing behind when it is cut off between its money and its period', async () => {
    const { organizationId } = await subscriber(30_000n);
    await endIn(organizationId, '30 minutes');
    await database().pool.query(
      `create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
       create trigger cut_off before insert on auto_renew_attempt for each row execute function cut_off()`,
    );
    await renew();
    expect([await wallet(organizationId), await orders(organizationId)]).toEqual([
      30_000n,
      ['plan_purchase fulfilled'],
    ]);
    expect(await periods(organizationId)).toHaveLength(1);
    await database().pool.query('drop trigger cut_off on auto_renew_attempt; drop function cut_off()');
    await renew();
    expect([await wallet(organizationId), await periods(organizationId)]).toEqual([
      20_100n,
      [expect.anything(), expect.anything()],
    ]);
  });

  it('tries again at the end and each day of the grace, and then the subscription ends', async () => {
    const { organizationId } = await subscriber(9_899n);
    const at = async (interval: string) => {
      await endIn(organizationId, interval);
      await renew();
      await settle();
      return [(await attempts(organizationId)).length, (await live(organizationId))?.status];
    };
    expect(await at('59 minutes')).toEqual([1, 'active']);
    expect(await at('-1 minute')).toEqual([2, 'grace']);
    expect(await at('-23 hours')).toEqual([2, 'grace']);
    expect(await at('-25 hours')).toEqual([3, 'grace']);
    expect(await at('-6 days -1 hour')).toEqual([4, 'grace']);
    expect(await at('-7 days -1 hour')).toEqual([4, undefined]);
    expect(await attempts(organizationId)).toEqual([
      '1 insufficient_balance',
      '2 insufficient_balance',
      '3 insufficient_balance',
      '8 insufficient_balance',
    ]);
    expect(await wallet(organizationId)).toBe(9_899n);
    expect(await orders(organizationId)).toEqual(['plan_purchase fulfilled']);
    const status = await lines(`select status as line from subscription where organization_id = $1`, organizationId);
    expect(status).toEqual(['expired']);
  });

  it('in the grace succeeds as soon as there is enough', async () => {
    const { organizationId } = await subscriber(0n);
    await endIn(organizationId, '-1 minute');
    await renew();
    await settle();
    await giveBalance(database(), organizationId, 9_900n);
    await endIn(organizationId, '-25 hours');
    await renew();
    expect(await attempts(organizationId)).toEqual(['2 insufficient_balance', '3 renewed']);
    expect(await live(organizationId)).toMatchObject({ status: 'active', plan_code: 'starter' });
    expect(await wallet(organizationId)).toBe(0n);
  });

  it('takes the lower plan that was chosen for the next period', async () => {
    const { organizationId } = await subscriber(9_900n, 'business');
    await database().pool.query(`update subscription set scheduled_plan_code = 'starter' where organization_id = $1`, [
      organizationId,
    ]);
    await endIn(organizationId, '30 minutes');
    await renew();
    expect((await periods(organizationId)).map((line) => line.split(' | ')[0])).toEqual(['business 1', 'starter 1']);
    expect(await live(organizationId)).toMatchObject({ plan_code: 'business', scheduled_plan_code: null });
    await endIn(organizationId, '20 days');
    expect(await live(organizationId)).toMatchObject({ plan_code: 'starter' });
  });

  it('does not happen to one that was cancelled, which ends without a grace', async () => {
    const { organizationId } = await subscriber(30_000n);
    await database().pool.query(
      'update subscription set auto_renew = false, cancel_at_period_end = true where organization_id = $1',
      [organizationId],
    );
    await endIn(organizationId, '-1 minute');
    await renew();
    await settle();
    expect(await wallet(organizationId)).toBe(30_000n);
    const status = await lines(`select status as line from subscription where organization_id = $1`, organizationId);
    expect(status).toEqual(['cancelled']);
  });
});

describe('a notice', () => {
  it('of a short balance is given seven and three days before, once each, and not when there is enough', async () => {
    const [poor, rich] = [await subscriber(0n), await subscriber(9_900n)];
    const at = async (interval: string) => {
      for (const { organizationId } of [poor, rich]) await endIn(organizationId, interval);
      await giveNotices(services());
      await giveNotices(services());
      return [(await noticesOf(poor.organizationId)).join(), (await noticesOf(rich.organizationId)).join()];
    };
    expect(await at('7 days 1 hour')).toEqual(['', '']);
    expect(await at('6 days 23 hours')).toEqual(['balance_7', '']);
    expect((await mails(poor.email)).filter((template) => template === 'renewal_short')).toHaveLength(1);
    expect((await mails(rich.email)).filter((template) => template === 'renewal_short')).toHaveLength(0);
  });

  it('of a new price makes it the price, if it was given seven days before; otherwise the old one is taken', async () => {
    const [told, untold] = [await subscriber(30_000n), await subscriber(30_000n)];
    const plans = decodePlanFile(readShippedPlans());
    const dearer = plans.map((plan) => (plan.code === 'starter' ? { ...plan, price_fen: 12_900 } : plan));
    await importPlans(database().db, dearer, { kind: 'system', id: null });
    await endIn(told.organizationId, '8 days');
    await endIn(untold.organizationId, '6 days');
    await giveNotices(services());
    expect((await mails(told.email)).filter((template) => template === 'price_changed')).toHaveLength(1);
    expect((await mails(untold.email)).filter((template) => template === 'price_changed')).toHaveLength(0);
    for (const { organizationId } of [told, untold]) await endIn(organizationId, '30 minutes');
    await renew();
    expect(await wallet(told.organizationId)).toBe(17_100n);
    expect(await wallet(untold.organizationId)).toBe(20_100n);
    await importPlans(database().db, plans, { kind: 'system', id: null });
  });
});

const noticesOf = (organizationId: string) =>
  lines(
    `select kind as line from subscription_notice n join subscription s on s.id = n.subscription_id
     where s.organization_id = $1 order by at`,
    organizationId,
  );
