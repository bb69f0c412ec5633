import { setTimeout as delay } from 'node:timers/promises';
import { beginMark } from './database-cost.ts';
import { readStatements, type Statement } from './statements.ts';
import type { World } from './world.ts';

/** Longer than the longest period of a worker's recurring questions, except the chores of each minute. */
const IDLE_SECONDS = 20;
const IDLE_WORKERS = 4;
const ROWS = 200_000;
const ORGANIZATIONS = 1_000;
const POLL_MS = 50;

/** What processes ask of the database while there is nothing to do, each, a second; and connections that they keep. */
export async function measureIdle(world: World): Promise<Record<string, number>> {
  const alone = await idle(world);
  const workers = await Promise.all(Array.from({ length: IDLE_WORKERS }, () => world.startWorker()));
  try {
    const together = await idle(world);
    const perWorker = (of: (one: Statement[]) => number): number => (of(together) - of(alone)) / IDLE_WORKERS;
    return {
      'idle.api_statements_a_second': callsOf(alone) / IDLE_SECONDS,
      'idle.worker_statements_a_second': perWorker(callsOf) / IDLE_SECONDS,
      'idle.worker_ms_a_second': perWorker(msOf) / IDLE_SECONDS,
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

const callsOf = (statements: readonly Statement[]): number => statements.reduce((sum, { calls }) => sum + calls, 0);
const msOf = (statements: readonly Statement[]): number => statements.reduce((sum, { ms }) => sum + ms, 0);

async function idle({ client }: World): Promise<Statement[]> {
  await beginMark(client);
  await delay(IDLE_SECONDS * 1000);
  return readStatements(client);
}

/** How fast a worker sums and checks rows of usage. They are written as one transaction, of today, for a thousand organizations. */
export async function measureUsage(world: World): Promise<Record<string, number>> {
  const { client } = world;
  await client.query(
    `insert into usage_records (at, job_id, operation, organization_id, mode, outcome)
    select now() - interval '1 microsecond' * i, 'scale_' || i, 'verification', 'scale_' || i % $2, 'live', 'completed'
    from generate_series(1, $1::int) i`,
    [ROWS, ORGANIZATIONS],
  );
  return {
    'usage.fold_rows_a_second': ROWS / (await secondsOf(world, 'folded_at', /^insert into usage_day/)),
    'usage.check_rows_a_second': ROWS / (await secondsOf(world, 'checked_at', /full join/)),
  };
}

/** Seconds of the slowest call of a statement that a worker sends at its start if that time is not known. */
async function secondsOf(world: World, time: 'folded_at' | 'checked_at', text: RegExp): Promise<number> {
  const { client } = world;
  await client.query(`update usage_fold set ${time} = null`);
  await client.query('select pg_stat_statements_reset()');
  const worker = await world.startWorker();
  try {
    while (!(await isKnown(client, time))) await delay(POLL_MS);
  } finally {
    await worker.stop();
  }
  const calls = (await readStatements(client)).filter((one) => text.test(one.text.trim()));
  if (calls.length === 0) throw new Error(`no worker sent a statement like ${text}`);
  return Math.max(...calls.map(({ slowestMs }) => slowestMs)) / 1000;
}

async function isKnown(client: World['client'], time: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`select ${time} is not null as is from usage_fold`);
  return rows[0]?.is === true;
}
