import type { KyselyPlugin } from 'kysely';
import type { SeededRandom } from '@revera/testkit';
import { isDatabaseAway } from '../../platform/database-away.ts';
import { errorCode } from '../../platform/system-error.ts';
import { AppError } from '../../shared/app-error.ts';
import { UnavailableError } from '../../shared/unavailable-error.ts';
import type { Database } from '../../platform/database.ts';

/** The process as it fails between two statements. */
class PlannedCrash extends Error {
  override readonly name = 'PlannedCrash';
}

export interface Crashes {
  plugin: KyselyPlugin;
  count(): number;
  stop(): void;
}

/** Lets one statement in so many fail before it is sent, inside whatever transaction it is. */
export function plannedCrashes(random: SeededRandom, oneIn: number): Crashes {
  let crashes = 0;
  let isOver = false;
  return {
    plugin: {
      transformQuery: ({ node }) => {
        if (!isOver && random.below(oneIn) === 0) {
          crashes += 1;
          const planned = new PlannedCrash('planned');
          // As a bug, after which the service tries another way, and as a database that is away, after which it gives up.
          throw crashes % 2 === 0 ? planned : new UnavailableError('planned', { retryAfterSeconds: 1, cause: planned });
        }
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    },
    count: () => crashes,
    stop: () => {
      isOver = true;
    },
  };
}

/** Ends the session of one that works for the model, in the midst of whatever it does. Answers whether there was one. */
export async function killSession({ pool }: Database, random: SeededRandom): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select pg_terminate_backend(pid) from (
       select pid from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state in ('active', 'idle in transaction')
         and backend_type = 'client backend'
       order by hashint8(pid + $1) limit 1
     ) busy`,
    [random.below(1_000_000)],
  );
  return rowCount === 1;
}

/** What an operation may end with: a refusal of the service, or what the model did to it. */
export function isExpected(error: unknown): boolean {
  return (
    error instanceof AppError ||
    error instanceof PlannedCrash ||
    error instanceof UnavailableError ||
    isDatabaseAway(error) ||
    errorCode(error) === '40P01'
  );
}
