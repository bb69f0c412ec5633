import { cpuUsage } from 'node:process';
import type { ServerProcess } from '../server-process.ts';
import { beginMark, growth, readMark, readWritten } from './database-cost.ts';
import { means, medians, WAYS, type Way } from './figures.ts';
import { verifyQueued, verifyWaiting, type Load, type Subject } from './load.ts';
import { processorMs } from './processor-time.ts';
import { byPurpose, readStatements, type Statement } from './statements.ts';
import type { World } from './world.ts';

/** Before each measurement, so that the engines have compiled. For each analysis thread that takes part. */
const WARM_UPS = 8;

/**
 * Measures each way in turn, several times, so that what else the machine does falls on all. Answers medians by name, such as
 * `queued_2.worker_ms`, per verification where nothing else is said.
 */
export async function measureWays(
  world: World,
  subject: Subject,
  load: Load,
  repetitions: number,
): Promise<Record<string, number>> {
  const measured = new Map<Way, Measurement[]>(WAYS.map((way) => [way, []]));
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const way of WAYS) {
      const workers = await Promise.all(Array.from({ length: way.workers }, () => world.startWorker()));
      try {
        await verify(world, subject, way, { ...load, jobs: WARM_UPS * Math.max(1, way.workers) });
        const one = await measureOnce(world, subject, { way, workers, load });
        measured.get(way)?.push(one);
        console.error(`${way.what}: ${one.costs['rate']?.toFixed(1)} a second`);
      } finally {
        await Promise.all(workers.map((worker) => worker.stop()));
      }
    }
  }
  const named = [...measured].flatMap(([way, ones]) => {
    const costs = medians(ones.map((one) => one.costs));
    // Files grow by whole pages, many at a time: what counts is their sum.
    const grown = means(ones.map((one) => one.grown));
    return Object.entries({ ...costs, ...grown }).map(([name, value]) => [`${way.name}.${name}`, value] as const);
  });
  return Object.fromEntries(named);
}

function verify(world: World, subject: Subject, { workers }: Way, load: Load): Promise<number> {
  return workers === 0 ? verifyWaiting(world, subject, load) : verifyQueued(world, subject, load);
}

/** By name, per verification but for the rate. */
interface Measurement {
  costs: Record<string, number>;
  /** Bytes by which the tables have grown. */
  grown: Record<string, number>;
}

interface Times {
  client: number;
  api: number;
  worker: number;
  database: number;
}

async function readTimes(world: World, workers: readonly ServerProcess[]): Promise<Times> {
  const { user, system } = cpuUsage();
  const ofWorkers = await Promise.all(workers.map(({ pid }) => processorMs(pid)));
  return {
    client: (user + system) / 1000,
    api: await processorMs(world.apiPid, world.postgresPid),
    worker: ofWorkers.reduce((sum, ms) => sum + ms, 0),
    database: await processorMs(world.postgresPid),
  };
}

interface Terms {
  way: Way;
  workers: readonly ServerProcess[];
  load: Load;
}

async function measureOnce(world: World, subject: Subject, { way, workers, load }: Terms): Promise<Measurement> {
  const { client } = world;
  const before = await beginMark(client);
  const began = await readTimes(world, workers);
  const elapsedMs = await verify(world, subject, way, load);
  const ended = await readTimes(world, workers);
  const statements = await readStatements(client);
  const after = await readMark(client);
  const sum = (of: (one: Statement) => number): number => statements.reduce((total, one) => total + of(one), 0);
  const totals = {
    client_ms: ended.client - began.client,
    api_ms: ended.api - began.api,
    worker_ms: ended.worker - began.worker,
    database_ms: ended.database - began.database,
    statements: sum(({ calls }) => calls),
    statement_ms: sum(({ ms }) => ms),
    ...(await readWritten(client, before, after)),
  };
  const purposes = byPurpose(statements).flatMap(({ text, calls, ms }) => [
    [`statement.${text}.calls`, calls] as const,
    [`statement.${text}.ms`, ms] as const,
  ]);
  const per = (values: Iterable<readonly [string, number]>): Record<string, number> =>
    Object.fromEntries([...values].map(([name, value]) => [name, value / load.jobs]));
  const costs = per([...Object.entries(totals), ...purposes]);
  return {
    costs: { rate: (load.jobs / elapsedMs) * 1000, ...costs },
    grown: per(Object.entries(growth(before, after))),
  };
}
