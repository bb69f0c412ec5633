import { seededRandom } from '@revera/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../platform/log.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/test-database.ts';
import { isExpected, plannedCrashes } from '../../../testing/money-model/faults.ts';
import { buyPlan, moveBack, newPayer, earnedOf } from '../../../testing/test-plans.ts';
import { balanceOf, checkLedger } from '../ledger/index.ts';
import { recogniseDue } from './index.ts';

const RICH = 10_000_000n;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ poolMax: 20 });
});
afterAll(() => database.drop());

const work = (db = database.db) => recogniseDue({ db, log: silentLog });
const deferred = () => balanceOf(database.db, { code: 'deferred_revenue' });
const mismatches = async () => (await checkLedger(database.db)).mismatches;

const earned = (organizationId: string) => earnedOf(database, organizationId);

/** What was booked of an organization's periods, as `2026-11 990`, in the order of the months. */
async function booked(organizationId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ line: string }>(
    `select split_part(t.source_id, ':', 2) || ' ' || e.amount_fen as line
     from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
     where t.kind = 'recognise' and a.code = 'deferred_revenue' and t.organization_id = $1 order by t.source_id`,
    [organizationId],
  );
  return rows.map(({ line }) => line);
}

interface Period {
  value: bigint;
  starts: number;
  ends: number;
  now: number;
}

async function periodOf(organizationId: string): Promise<Period> {
  const { rows } = await database.pool.query<Record<'value' | 'starts' | 'ends' | 'now', string>>(
    `select amount_fen::text as value, extract(epoch from starts_at)::bigint::text as starts,
       extract(epoch from ends_at)::bigint::text as ends, extract(epoch from now())::bigint::text as now
     from subscription_period where organization_id = $1`,
    [organizationId],
  );
  const { value = '', starts, ends, now } = rows[0] ?? {};
  return { value: BigInt(value), starts: Number(starts), ends: Number(ends), now: Number(now) };
}

/** Shanghai has been eight hours ahead all this time. */
const AHEAD = 8 * 3_600;

/** What each month should be, computed without the database. */
function expected({ value, starts, ends, now }: Period): string[] {
  const lines: string[] = [];
  const total = BigInt(ends - starts);
  let before = 0n;
  for (let at = starts; at < ends;) {
    const local = new Date((at + AHEAD) * 1_000);
    const month = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1) / 1_000 - AHEAD;
    at = Math.min(month, ends);
    if (at > now) break;
    const sum = (value * BigInt(at - starts)) / total;
    lines.push(`${local.toISOString().slice(0, 7)} ${sum - before}`);
    before = sum;
  }
  return lines;
}

describe('the revenue of a plan', () => {
  it('is booked for each month that has passed, in whole fen, and what is left with the last', async () => {
    const organizationId = await newPayer(database, RICH);
    await buyPlan(database, organizationId, 'starter', 12);
    await work();
    expect(await booked(organizationId)).toEqual([]);
    await moveBack(database, organizationId, '100 days');
    await work();
    const period = await periodOf(organizationId);
    const parts = await booked(organizationId);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts).toEqual(expected(period));
    expect(await deferred()).toBe(118_800n - (await earned(organizationId)));
    expect(await mismatches()).toEqual([]);
    await moveBack(database, organizationId, '1000 days');
    await work();
    expect([await earned(organizationId), await deferred()]).toEqual([118_800n, 0n]);
    expect(await mismatches()).toEqual([]);
    await work();
    expect(await earned(organizationId)).toBe(118_800n);
  });

  it('of a period that ended long ago is booked month by month at once, and once by several at the same time', async () => {
    const organizationId = await newPayer(database, RICH);
    await buyPlan(database, organizationId, 'starter', 5);
    await moveBack(database, organizationId, '700 days');
    const done = await Promise.all(Array.from({ length: 6 }, () => work()));
    expect(done.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(await booked(organizationId)).toEqual(expected(await periodOf(organizationId)));
    expect(await earned(organizationId)).toBe(49_500n);
    expect(await mismatches()).toEqual([]);
  });

  it('is neither lost nor booked twice when the work breaks off anywhere', async () => {
    const payers = await Promise.all(Array.from({ length: 4 }, () => newPayer(database, RICH)));
    for (const organizationId of payers) {
      await buyPlan(database, organizationId, 'starter', 3);
      await moveBack(database, organizationId, '61 days');
    }
    const crashes = plannedCrashes(seededRandom(7), 9);
    const faulty = database.db.withPlugin(crashes.plugin);
    for (let time = 0; time < 20; time += 1) {
      await work(faulty).catch((error: unknown) => {
        if (!isExpected(error)) throw error;
      });
      expect(await mismatches()).toEqual([]);
    }
    expect(crashes.count()).toBeGreaterThan(5);
    crashes.stop();
    await work();
    for (const organizationId of payers) {
      expect(await booked(organizationId)).toEqual(expected(await periodOf(organizationId)));
    }
  });

  it.each([
    ['booked again', 'recognised_until = null', 'booked once'],
    ['booked again from an earlier time', `recognised_until = recognised_until - interval '1 day'`, 'booked once'],
    ['opened again', 'is_recognised = false', 'booked once'],
    ['carried on twice', 'carried_out_fen = 5', 'carried on once'],
    ['made larger', 'carried_in_fen = 5', 'only by ending early'],
    ['moved after it began', `starts_at = starts_at - interval '1 day'`, 'moves only forward'],
    ['ended later than it was to end', `ended_early_at = ends_at + interval '1 day'`, 'ending early'],
  ])('cannot be %s, not even by a statement', async (_what, change, refusal) => {
    const organizationId = await newPayer(database, RICH);
    await buyPlan(database, organizationId, 'starter');
    await moveBack(database, organizationId, '40 days');
    await work();
    const statement = `update subscription_period set ${change} where organization_id = $1`;
    await expect(database.pool.query(statement, [organizationId])).rejects.toThrow(refusal);
  });

  it('is carried on by one upgrade after the other, and by each once', async () => {
    const before = await deferred();
    const organizationId = await newPayer(database, RICH);
    await database.pool.query(
      `insert into plan (code, version, name, price_fen, is_hidden, included, more_fen, when_used_up)
       values ('larger', 1, '{"en":"L","zh-CN":"L"}', 300000, false, '{}', '{}', 'refuse')`,
    );
    await buyPlan(database, organizationId, 'starter');
    await buyPlan(database, organizationId, 'starter', 4);
    await moveBack(database, organizationId, '9 days');
    await buyPlan(database, organizationId, 'business');
    await moveBack(database, organizationId, '3 days');
    await buyPlan(database, organizationId, 'larger');
    expect(await mismatches()).toEqual([]);
    const { rows } = await database.pool.query<{ paid: string }>(
      'select sum(amount_fen)::text as paid from subscription_period where organization_id = $1',
      [organizationId],
    );
    expect((await deferred()) - before).toBe(BigInt(rows[0]?.paid ?? 0));
    await moveBack(database, organizationId, '900 days');
    await work();
    expect(await earned(organizationId)).toBe(BigInt(rows[0]?.paid ?? 0));
    expect([await deferred(), await mismatches()]).toEqual([before, []]);
  });

  it('that an upgrade replaced goes on in the period of the upgrade, to the fen', async () => {
    const before = await deferred();
    const organizationId = await newPayer(database, RICH);
    await buyPlan(database, organizationId, 'starter', 7);
    await moveBack(database, organizationId, '45 days');
    await buyPlan(database, organizationId, 'business');
    expect(await mismatches()).toEqual([]);
    const { rows } = await database.pool.query<Record<'own' | 'carried_in' | 'carried_out' | 'earned', string>>(
      `select amount_fen::text as own, carried_in_fen::text as carried_in, carried_out_fen::text as carried_out,
         div(amount_fen * extract(epoch from ended_early_at - starts_at), extract(epoch from ends_at - starts_at))::text as earned
       from subscription_period where organization_id = $1 order by starts_at`,
      [organizationId],
    );
    const [old, upgraded] = rows;
    expect(BigInt(old?.carried_out ?? 0)).toBe(BigInt(old?.own ?? 0) - BigInt(old?.earned ?? 0));
    expect(upgraded?.carried_in).toBe(old?.carried_out);
    await moveBack(database, organizationId, '400 days');
    await work();
    expect(await earned(organizationId)).toBe(BigInt(old?.own ?? 0) + BigInt(upgraded?.own ?? 0));
    expect([await deferred(), await mismatches()]).toEqual([before, []]);
  });
});
