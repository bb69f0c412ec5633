import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { silentLog } from '../log.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { startTestProcess, until } from '../test-process.ts';
import { endRow, type RowOutput } from './end.ts';
import { enqueueJob } from './insert.ts';
import type { Job, NewJob } from './job.ts';
import type { JobContext as Context } from './run.ts';
import { createWorker, type WorkerOptions } from './worker.ts';

type JobContext = Context<RowOutput>;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db.deleteFrom('job').execute());

const NEW: NewJob = { kind: 'lab', organizationId: null, input: {}, retentionMs: null };
const enqueue = async (job: Partial<NewJob> = {}) => (await enqueueJob(database.db, { ...NEW, ...job })).id;
const find = (id: string) => database.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const finished = (id: string, status = 'completed') =>
  until(async () => {
    const job = await find(id);
    return job.status === status ? job : undefined;
  });

function worker(lab: (context: JobContext) => Promise<void>, options: Partial<WorkerOptions<RowOutput>> = {}) {
  const defaults = {
    queue: 'media',
    handlers: { lab },
    endJob: endRow,
    concurrency: 2,
    clock: systemClock,
    log: silentLog,
  };
  return createWorker({ database, ...defaults, ...options });
}

/** A handler that takes the job and then waits to be stopped. */
function stuckHandler() {
  const seen: string[] = [];
  const stopped: string[] = [];
  const handler = async ({ job, signal }: JobContext) => {
    seen.push(job.id);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    stopped.push(job.id);
  };
  return { seen, stopped, handler };
}

describe('a worker', () => {
  it('is woken by a notification, not only by its poll', async () => {
    const subject = worker(async ({ complete }) => void (await complete('done')), { pollMs: 3_600_000 });
    await subject.start();
    expect((await finished(await enqueue())).result).toBe('done');
    await subject.stop({ graceMs: 1_000 });
  });

  it('finds jobs by its poll when no notification comes', async () => {
    const subject = worker(async ({ complete }) => void (await complete({})), { pollMs: 50 });
    await subject.start();
    const id = await enqueue({ delayMs: 200 });
    await finished(id);
    await subject.stop({ graceMs: 1_000 });
  });

  it('listens again after its connection was lost', async () => {
    const subject = worker(async ({ complete }) => void (await complete({})), { pollMs: 3_600_000 });
    await subject.start();
    const killed = await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'",
    );
    expect(killed.rowCount).toBe(1);
    await finished(await enqueue());
    await subject.stop({ graceMs: 1_000 });
  });

  it('shares the jobs with another worker, each done once, never more at a time than it may', async () => {
    const done: string[] = [];
    let running = 0;
    let most = 0;
    const handler = async ({ job, complete }: JobContext) => {
      most = Math.max(most, ++running);
      done.push(job.id);
      await complete({});
      running--;
    };
    const workers = [worker(handler), worker(handler)];
    const ids = await Promise.all(Array.from({ length: 50 }, () => enqueue()));
    await Promise.all(workers.map((subject) => subject.start()));
    for (const id of ids) await finished(id);
    expect(done.toSorted()).toEqual(ids.toSorted());
    expect(most).toBeLessThanOrEqual(4);
    await Promise.all(workers.map((subject) => subject.stop({ graceMs: 1_000 })));
  });

  it('takes over the job of a worker process that was killed', async () => {
    const process = startTestProcess(['worker', database.url]);
    const id = await enqueue();
    expect(await process.line()).toBe(id);
    await process.kill();
    const subject = worker(async ({ complete }) => void (await complete('rescued')), {
      leaseMs: 300,
      pollMs: 50,
    });
    await subject.start();
    expect(await finished(id)).toMatchObject({ result: 'rescued', attempts: 2 });
    await subject.stop({ graceMs: 1_000 });
  });

  it('keeps the lease of a long job alive', async () => {
    const { seen, handler } = stuckHandler();
    const subject = worker(handler, { leaseMs: 150 });
    await subject.start();
    const id = await enqueue();
    await until(() => seen.includes(id));
    const first = (await find(id)).lease_until?.getTime() ?? 0;
    const later = await until(async () => {
      const job = await find(id);
      return (job.lease_until?.getTime() ?? 0) > first + 300 ? job : undefined;
    });
    expect(later).toMatchObject({ attempts: 1, lease_owner: subject.owner });
    await subject.stop({ graceMs: 0 });
  });

  it('tells a job that lost its lease to stop, and drops what it still brings', async () => {
    const answers: boolean[] = [];
    const lab = async ({ signal, complete }: JobContext) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      answers.push(await complete('late', async () => expect.unreachable('nothing is stored')));
    };
    const subject = worker(lab, { leaseMs: 150 });
    await subject.start();
    const id = await enqueue();
    await until(async () => (await find(id)).status === 'processing');
    await database.pool.query("update job set lease_owner = 'other', lease_until = now() + interval '1 hour'");
    await until(() => answers.length > 0);
    expect(answers).toEqual([false]);
    expect(await find(id)).toMatchObject({ status: 'processing', lease_owner: 'other', result: null });
    await subject.stop({ graceMs: 1_000 });
  });

  it('runs a job again after the time its handler asks for, and fails it with its last attempt', async () => {
    const failures: string[] = [];
    const outcomes: string[] = [];
    const error = { code: 'INTERNAL_ERROR', message: 'not now' };
    const lab = async ({ job, retry }: JobContext) => {
      outcomes.push(await retry(error, 3_600_000, () => Promise.resolve(void failures.push(job.id))));
    };
    const subject = worker(lab, { pollMs: 20 });
    await subject.start();
    const id = await enqueue({ maxAttempts: 2 });
    const waiting = await until(async () => ((await find(id)).attempts === 1 ? finished(id, 'queued') : undefined));
    const { rows } = await database.pool.query<{ s: number }>(
      'select extract(epoch from run_at - now())::float8 as s from job',
    );
    expect(rows[0]?.s).toBeGreaterThan(3_500);
    expect([waiting.lease_owner, failures]).toEqual([null, []]);
    await database.pool.query('update job set run_at = now()');
    expect(await finished(id, 'failed')).toMatchObject({ attempts: 2, error_message: 'not now' });
    expect([outcomes, failures]).toEqual([['queued', 'failed'], [id]]);
    await subject.stop({ graceMs: 1_000 });
  });

  it('leaves a job alone whose lease was lost when its handler wants it again', async () => {
    const outcomes: string[] = [];
    const lab = async ({ signal, retry }: JobContext) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      outcomes.push(
        await retry({ code: 'INTERNAL_ERROR', message: 'late' }, 0, async () => expect.unreachable('not ours')),
      );
    };
    const subject = worker(lab, { leaseMs: 150 });
    await subject.start();
    const id = await enqueue({ maxAttempts: 1 });
    await until(async () => (await find(id)).status === 'processing');
    await database.pool.query("update job set lease_owner = 'other', lease_until = now() + interval '1 hour'");
    await until(() => outcomes.length > 0);
    expect(outcomes).toEqual(['lease_lost']);
    expect(await find(id)).toMatchObject({ status: 'processing', lease_owner: 'other' });
    await subject.stop({ graceMs: 1_000 });
  });

  it('stores a job and what belongs to it together or not at all', async () => {
    const subject = worker(async ({ complete }) => {
      await complete(1, async (trx) => {
        await trx.insertInto('installation').defaultValues().execute();
        throw new Error('cannot be stored');
      });
    });
    await subject.start();
    const id = await enqueue({ maxAttempts: 1 });
    expect(await finished(id, 'failed')).toMatchObject({ error_code: 'INTERNAL_ERROR', result: null });
    expect(await database.db.selectFrom('installation').selectAll().execute()).toEqual([]);
    await subject.stop({ graceMs: 1_000 });
  });

  it('fails a job for good when the handler says so, without retry', async () => {
    const subject = worker(async ({ fail }) => void (await fail({ code: 'MEDIA_PARSE_FAILED', message: 'no image' })));
    await subject.start();
    const id = await enqueue({ maxAttempts: 5 });
    expect(await finished(id, 'failed')).toMatchObject({ error_code: 'MEDIA_PARSE_FAILED', attempts: 1 });
    await subject.stop({ graceMs: 1_000 });
  });

  it('queues a job again when its handler ends without a word', async () => {
    const subject = worker(async () => undefined);
    await subject.start();
    const id = await enqueue();
    await until(async () => (await find(id)).attempts === 1 && (await find(id)).status === 'queued');
    await subject.stop({ graceMs: 1_000 });
  });

  it('tells who reserved something for jobs that timed out, in the same transaction', async () => {
    const told: Job[] = [];
    const id = await enqueue({ maxAttempts: 1 });
    const process = startTestProcess(['worker', database.url]);
    expect(await process.line()).toBe(id);
    await process.kill();
    const onGivenUp: WorkerOptions<RowOutput>['onGivenUp'] = async (trx, jobs) => {
      const row = await trx.selectFrom('job').select('error_code').where('id', '=', id).executeTakeFirstOrThrow();
      if (row.error_code === 'JOB_TIMEOUT') told.push(...jobs);
    };
    const subject = worker(async () => expect.unreachable('its attempts are used up'), { leaseMs: 300, onGivenUp });
    await subject.start();
    await until(() => told.length > 0);
    expect(told).toMatchObject([{ id }]);
    await subject.stop({ graceMs: 1_000 });
  });

  it('stops: waits for what ends in time, hands the rest back, takes nothing new', async () => {
    const { seen, stopped, handler } = stuckHandler();
    const subject = worker(handler, { concurrency: 1 });
    await subject.start();
    const id = await enqueue();
    await until(() => seen.includes(id));
    const waiting = await enqueue();
    await subject.stop({ graceMs: 50 });
    await until(() => stopped.includes(id));
    expect(await find(id)).toMatchObject({ status: 'queued', attempts: 0, lease_owner: null });
    expect(await find(waiting)).toMatchObject({ status: 'queued', attempts: 0 });

    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const patient = worker(async ({ complete }) => {
      release();
      await complete({});
    });
    await patient.start();
    await released;
    await patient.stop({ graceMs: 20_000 });
    const statuses = [(await find(id)).status, (await find(waiting)).status];
    expect(statuses).toContain('completed');
    expect(statuses).not.toContain('processing');
  });
});
