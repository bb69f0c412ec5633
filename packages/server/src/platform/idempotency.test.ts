import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../shared/ids.ts';
import { claimIdempotencyKey, pruneIdempotencyKeys, type IdempotentRequest } from './idempotency.ts';
import { completeJob, failJob } from './queue/end.ts';
import { insertClaimedJob } from './queue/insert.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createTestGate } from './test-gate.ts';
import { until } from './test-process.ts';

const leaseOwner = 'this process';

let database: TestDatabase;
let organizationId: string;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  organizationId = await newOrganization();
});
afterAll(() => database.drop());

async function newOrganization(): Promise<string> {
  const id = newId('organization');
  await database.db.insertInto('organization').values({ id, name: 'Test', kind: 'team' }).execute();
  return id;
}

/** A request with a key that no other test has. */
const newRequest = (): IdempotentRequest => ({
  organizationId,
  operation: 'sign',
  key: `k${++made}`,
  fingerprint: 'a',
});

/** As a request does it: claims, and stores its job when the key is its own. */
async function ask(request: IdempotentRequest, beforeCommit = async () => {}) {
  const id = newId('job');
  const claim = await database.db.transaction().execute(async (trx) => {
    const answer = await claimIdempotencyKey(trx, request, id);
    const job = { id, kind: 'signing', organizationId, input: {}, retentionMs: null } as const;
    if (answer.kind === 'new') await insertClaimedJob(trx, { ...job, leaseOwner, leaseMs: 60_000 });
    await beforeCommit();
    return answer;
  });
  return { id, claim };
}

const fail = (id: string) => failJob(database.db, { id, leaseOwner }, { code: 'SIGNING_FAILED', message: '' });

async function isAnyoneWaiting(): Promise<boolean> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await database.pool.query(waiting)).rowCount === 1;
}

/** Two requests at once: the second one is waiting for the first when that commits. */
async function askTwiceAtOnce(request: IdempotentRequest) {
  const gate = createTestGate();
  const first = ask(request, () => gate.pass());
  await gate.reached;
  const second = ask(request);
  await until(isAnyoneWaiting);
  gate.open();
  return Promise.all([first, second]);
}

describe('an idempotency key', () => {
  it('is new once, and then names the job of the first request, whatever became of its work', async () => {
    const request = newRequest();
    const { id, claim } = await ask(request);
    expect(claim).toEqual({ kind: 'new' });
    expect((await ask(request)).claim).toEqual({ kind: 'repeated', jobId: id });
    await completeJob(database.db, { id, leaseOwner }, {});
    expect((await ask(request)).claim).toEqual({ kind: 'repeated', jobId: id });
    await database.db.updateTable('job').set({ status: 'expired', result: null }).where('id', '=', id).execute();
    expect((await ask(request)).claim).toEqual({ kind: 'repeated', jobId: id });
  });

  it('is refused for another request, also after the first one failed', async () => {
    const request = newRequest();
    const { id } = await ask(request);
    const other = { ...request, fingerprint: 'b' };
    expect((await ask(other)).claim).toEqual({ kind: 'other_request' });
    await fail(id);
    expect((await ask(other)).claim).toEqual({ kind: 'other_request' });
  });

  it('is given back by a job that failed or is gone', async () => {
    const request = newRequest();
    const first = await ask(request);
    await fail(first.id);
    const second = await ask(request);
    expect(second.claim).toEqual({ kind: 'new' });
    expect((await ask(request)).claim).toEqual({ kind: 'repeated', jobId: second.id });
    await database.db.deleteFrom('job').where('id', '=', second.id).execute();
    expect((await ask(request)).claim).toEqual({ kind: 'new' });
  });

  it('is not taken by a transaction that did not commit', async () => {
    const request = newRequest();
    await expect(ask(request, () => Promise.reject(new Error('rolled back')))).rejects.toThrow('rolled back');
    expect((await ask(request)).claim).toEqual({ kind: 'new' });
  });

  it('belongs to one organization and one operation', async () => {
    const request = newRequest();
    await ask(request);
    expect((await ask({ ...request, organizationId: await newOrganization() })).claim).toEqual({ kind: 'new' });
    expect((await ask({ ...request, operation: 'label' })).claim).toEqual({ kind: 'new' });
  });

  it('makes a second request at the same time wait, and names the first one’s job', async () => {
    const [first, second] = await askTwiceAtOnce(newRequest());
    expect([first.claim, second.claim]).toEqual([{ kind: 'new' }, { kind: 'repeated', jobId: first.id }]);
  });

  it('lets only one of two repetitions try again after a failure', async () => {
    const request = newRequest();
    await fail((await ask(request)).id);
    const [first, second] = await askTwiceAtOnce(request);
    expect([first.claim, second.claim]).toEqual([{ kind: 'new' }, { kind: 'repeated', jobId: first.id }]);
  });

  it('lets only one try again also when the other comes between its look and its claim', async () => {
    const request = newRequest();
    await fail((await ask(request)).id);
    const id = newId('job');
    const second = await database.db.transaction().execute(async (trx) => {
      await sql`select from idempotency_key where key = ${request.key} for update`.execute(trx);
      const asked = ask(request);
      await until(isAnyoneWaiting);
      expect(await claimIdempotencyKey(trx, request, id)).toEqual({ kind: 'new' });
      const job = { id, kind: 'signing', organizationId, input: {}, retentionMs: null } as const;
      await insertClaimedJob(trx, { ...job, leaseOwner, leaseMs: 60_000 });
      return { asked };
    });
    expect((await second.asked).claim).toEqual({ kind: 'repeated', jobId: id });
  });

  it('is forgotten when it is old enough, and not before', async () => {
    const [old, young] = [newRequest(), newRequest()];
    const first = await ask(old);
    await completeJob(database.db, { id: first.id, leaseOwner }, {});
    await ask(young);
    await database.pool.query(`update idempotency_key set created_at = now() - interval '1 hour' where key = $1`, [
      old.key,
    ]);
    expect(await pruneIdempotencyKeys(database.db, 2 * 3_600_000)).toBe(0);
    expect(await pruneIdempotencyKeys(database.db, 1_800_000)).toBe(1);
    expect((await ask(old)).claim).toEqual({ kind: 'new' });
    expect((await ask(young)).claim).toMatchObject({ kind: 'repeated' });
  });
});
