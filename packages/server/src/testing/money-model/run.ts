import { seededRandom, type SeededRandom } from '@revera/testkit';
import { checkLedger } from '../../features/billing/ledger/index.ts';
import { deliverLater } from '../../features/billing/orders/deliver-later.ts';
import type { Database } from '../../platform/database.ts';
import { isExpected, plannedCrashes } from './faults.ts';
import { beginMonth, endMonths, openMonths, PAST_MONTHS } from './months.ts';
import { OPERATIONS } from './operations.ts';
import { endRefunds } from './refund-operations.ts';
import { restProblems } from './rest-problems.ts';
import { count, openMoneyWorld, type MoneyWorld } from './world.ts';

export interface ModelOptions {
  operations: number;
  seed: number;
  workers?: number;
}

export interface ModelResult {
  /** What happened, and how often. */
  counts: Record<string, number>;
  /** Invariants that do not hold, and errors that nobody expects. */
  problems: string[];
}

const ORGANIZATIONS = 5;
/** Statements. */
const ONE_CRASH_IN = 150;
const ERRORS_KEPT = 10;

/** Lets several workers do things at random, ends the faults, lets the service finish, and looks at the books. */
export async function runMoneyModel(
  database: Database,
  { operations, seed, workers = 6 }: ModelOptions,
): Promise<ModelResult> {
  const crashes = plannedCrashes(seededRandom(seed), ONE_CRASH_IN);
  const world = await openMoneyWorld(database, { organizations: ORGANIZATIONS });
  const { services } = world;
  const faulty: MoneyWorld = { ...world, services: { ...services, db: services.db.withPlugin(crashes.plugin) } };
  await openMonths(database);
  let left = operations;
  let now = PAST_MONTHS;
  const work = async (worker: number): Promise<void> => {
    const random = seededRandom(seed * 1_000 + worker);
    while (left > 0) {
      left -= 1;
      const month = monthsAgo(left / operations);
      if (month < now) {
        now = month;
        await beginMonth(database, month);
      }
      await doOne(faulty, random);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_none, worker) => work(worker)));
  crashes.stop();
  while ((await deliverLater(services)) > 0);
  await endRefunds(world, seededRandom(seed));
  await endMonths(world);
  const { clearing_fen: clearing, mismatches } = await checkLedger(database.db);
  if (clearing !== 0n) world.problems.push(`I9 ${clearing} fen are left between two accounts`);
  for (const { invariant, examples } of mismatches) world.problems.push(`${invariant}: ${examples.join(', ')}`);
  world.problems.push(...(await restProblems(world)));
  return {
    counts: { ...(await verdicts(database)), ...counted(world), crashes: crashes.count() },
    problems: world.problems,
  };
}

/** A third of the run for each month. */
const monthsAgo = (leftOfRun: number): number => Math.floor(leftOfRun * (PAST_MONTHS + 1));

const counted = ({ counts }: MoneyWorld): Record<string, number> =>
  Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));

async function doOne(world: MoneyWorld, random: SeededRandom): Promise<void> {
  const [name, { run }] = choose(random);
  count(world, `operation: ${name}`);
  try {
    await run(world, random);
  } catch (error) {
    if (isExpected(error)) count(world, `failed: ${error instanceof Error ? error.name : ''}`);
    else if (world.problems.length < ERRORS_KEPT) {
      world.problems.push(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
}

const TABLE = Object.entries(OPERATIONS);
const TOTAL = TABLE.reduce((sum, [, { weight }]) => sum + weight, 0);

function choose(random: SeededRandom): (typeof TABLE)[number] {
  let at = random.below(TOTAL);
  for (const row of TABLE) {
    at -= row[1].weight;
    if (at < 0) return row;
  }
  throw new Error('the weights of the operations do not add up');
}

/** What became of the notifications. */
async function verdicts({ pool }: Database): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ verdict: string; n: number }>(
    'select verdict, count(*) as n from payment_notification group by verdict order by verdict',
  );
  return Object.fromEntries(rows.map(({ verdict, n }) => [`notifications: ${verdict}`, n]));
}
