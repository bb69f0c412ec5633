import type { SeededRandom } from '@revera/testkit';
import {
  finalizeStatement,
  finalizeThrough,
  waitForEarlier,
} from '../../features/billing/documents/statements/finalize.ts';
import type { Database } from '../../platform/database.ts';
import { linksFrom } from '../../shared/links.ts';
import { count, type MoneyWorld } from './world.ts';

const NEVER = new AbortController().signal;
const LINKS = linksFrom(() => 'https://revera.example');
/** Looks, of a tenth of a second each. */
const ATTEMPTS = 5;

/** Months of the books before this one; this one is the last that a run comes to. */
export const PAST_MONTHS = 2;

/** From now on the books are dated so many months ago, at the same time of the clock. */
export async function beginMonth({ pool }: Database, ago: number): Promise<void> {
  await pool.query(`update model_month set ago = $1`, [ago]);
}

/** Lets the books be dated in an earlier month, as if the run took that long. */
export async function openMonths({ pool }: Database): Promise<void> {
  await pool.query(`
    create table model_month as select ${PAST_MONTHS} as ago;
    create or replace function ledger_transaction_before() returns trigger language plpgsql as $$
    begin
      -- The middle of an earlier month, from which a run does not come to its end.
      new.created_at := clock_timestamp() - (
        select case when ago = 0 then interval '0' else now() - (
          date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => ago) + interval '14 days'
        ) at time zone 'Asia/Shanghai' end from model_month
      );
      new.txid := pg_current_xact_id()::text::bigint;
      return new;
    end $$`);
}

/** The last month of the books that is over; undefined: none is. */
async function lastPastMonth({ pool }: Database): Promise<{ month: string; first: string } | undefined> {
  const { rows } = await pool.query<{ month: string; first: string }>(
    `select to_char(here - make_interval(months => ago + 1), 'YYYY-MM') as month,
       to_char(here - interval '${PAST_MONTHS} months', 'YYYY-MM') as first
     from model_month, (select date_trunc('month', now() at time zone 'Asia/Shanghai') as here) t
     where ago < ${PAST_MONTHS}`,
  );
  return rows[0];
}

/** As an organization asks for the first month, and as the chore makes all that are missing. */
export async function makeStatements(world: MoneyWorld, organizationId: string, random: SeededRandom): Promise<void> {
  const { db } = world.services;
  const past = await lastPastMonth(world.database);
  if (past === undefined || !(await waitForEarlier(db, { attempts: ATTEMPTS, stopping: NEVER }))) return;
  const services = { db, links: LINKS };
  if (random.below(2) === 0) {
    const made = await finalizeStatement(services, organizationId, past.first);
    if (made !== undefined) count(world, 'statements: one was asked for');
    return;
  }
  await finalizeThrough(services, past.month, NEVER);
  count(world, 'statements: all that were missing');
}

/** Makes what is still missing when nobody is at work any more. */
export async function endMonths({ services: { db }, database }: MoneyWorld): Promise<void> {
  const past = await lastPastMonth(database);
  if (past !== undefined) await finalizeThrough({ db, links: LINKS }, past.month, NEVER);
}
