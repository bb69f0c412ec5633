import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../shared/app-error.ts';
import { newId } from '../shared/ids.ts';
import { withStoredAnswer, type Answer, type AnsweredRequest } from './stored-answer.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createTestGate } from './test-gate.ts';
import { until } from './test-process.ts';

const DAY_MS = 86_400_000;

let database: TestDatabase;
let organizationId: string;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase({ poolMax: 60 });
  organizationId = newId('organization');
  await database.db.insertInto('organization').values({ id: organizationId, name: 'Test', kind: 'team' }).execute();
});
afterAll(() => database.drop());

/** A request with a key that no other test has. */
const newRequest = (): AnsweredRequest => ({
  organizationId,
  operation: 'recharge',
  key: `k${++made}`,
  fingerprint: 'a',
  keptMs: DAY_MS,
});

/** Counts the times that the work is done, by what it writes. */
const written = async ({ key }: AnsweredRequest) =>
  (await database.pool.query('select from rate_limit where key like $1', [`${key} %`])).rowCount;

function ask(
  request: AnsweredRequest,
  answer: () => Answer | Promise<Answer> = () => ({ status: 201, body: { n: 1 } }),
) {
  return database.db.transaction().execute((trx) =>
    withStoredAnswer(trx, request, async () => {
      await trx
        .insertInto('rate_limit')
        .values({ key: `${request.key} ${newId('mail')}`, tokens: 0, at: new Date(0) })
        .execute();
      return answer();
    }),
  );
}

const refusing = (error: Error) => (): Answer => {
  throw error;
};

describe('a stored answer', () => {
  it('is the answer of 50 requests at once with one key, of which one does the work', async () => {
    const request = newRequest();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const asked = n % 10 === 9 ? { ...request, fingerprint: 'b' } : request;
        return ask(asked, () => ({ status: 201, body: { n, z: 1, a: '元' } }));
      }),
    );
    const answers = outcomes.flatMap((outcome) => (outcome.kind === 'answered' ? [outcome] : []));
    expect(await written(request)).toBe(1);
    expect(outcomes.every(({ kind }) => kind === 'answered' || kind === 'other_request')).toBe(true);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
    // Which request comes first is open: forty share a fingerprint, and so do five, with ten at most refused.
    expect([45, 5]).toContain(answers.length);
  });

  it('is replayed with its status and its body as they were', async () => {
    const request = newRequest();
    const body = { z: 1, a: [null, { b: '' }] };
    await ask(request, () => ({ status: 202, body }));
    const again = await ask(request, refusing(new Error('not asked')));
    expect(again).toEqual({ kind: 'answered', answer: { status: 202, body }, replayed: true });
    expect(JSON.stringify(again.kind === 'answered' && again.answer.body)).toBe(JSON.stringify(body));
  });

  it.each([
    [402, 'INSUFFICIENT_BALANCE', undefined],
    [409, 'CONFLICT', { reason: 'last_owner' }],
  ] as const)('is also a refusal with %i, whose work is undone', async (status, code, details) => {
    const request = newRequest();
    const error = code === 'CONFLICT' ? new AppError(code, { details }) : new AppError(code);
    const first = await ask(request, refusing(error));
    expect(first).toMatchObject({ kind: 'refused', replayed: false, error: { code, status } });
    const again = await ask(request);
    expect(again).toMatchObject({ kind: 'refused', replayed: true, error: { code, status } });
    expect(again.kind === 'refused' && again.error.details).toEqual(details);
    expect(await written(request)).toBe(0);
  });

  it.each([
    ['a failure of ours', new Error('broken')],
    ['an outage', new AppError('SERVICE_UNAVAILABLE')],
    ['an object that is not there', new AppError('NOT_FOUND')],
  ])('is not %s: the request can be made again', async (_what, error) => {
    const request = newRequest();
    await expect(ask(request, refusing(error))).rejects.toBe(error);
    expect(await ask(request)).toMatchObject({ kind: 'answered', replayed: false });
    expect(await written(request)).toBe(1);
  });

  it('is not given to another request with its key, nor to another operation', async () => {
    const request = newRequest();
    await ask(request);
    expect(await ask({ ...request, fingerprint: 'b' })).toEqual({ kind: 'other_request' });
    expect(await ask({ ...request, operation: 'checkout' })).toMatchObject({ kind: 'answered', replayed: false });
  });

  it('is kept for its time from the first use, and then the key is new, also for another request', async () => {
    const request = newRequest();
    await ask(request);
    const age = (interval: string) =>
      database.pool.query('update idempotency_key set created_at = now() - $2::interval where key = $1', [
        request.key,
        interval,
      ]);
    await age('23 hours 59 minutes');
    expect(await ask(request)).toMatchObject({ replayed: true });
    await age('24 hours');
    expect(await ask({ ...request, fingerprint: 'b' })).toMatchObject({ kind: 'answered', replayed: false });
    expect(await ask(request)).toEqual({ kind: 'other_request' });
  });

  it('is waited for, but not for ever', async () => {
    const request = newRequest();
    const gate = createTestGate();
    const first = ask(request, async () => {
      await gate.pass();
      return { status: 201, body: null };
    });
    await gate.reached;
    expect(await ask(request)).toEqual({ kind: 'under_way' });
    const third = ask(request);
    await until(async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await database.pool.query(waiting)).rowCount === 1;
    });
    gate.open();
    expect(await first).toMatchObject({ kind: 'answered', replayed: false });
    expect(await third).toMatchObject({ kind: 'answered', replayed: true });
  });

  it('must be one of a success', async () => {
    await expect(ask(newRequest(), () => ({ status: 409, body: {} }))).rejects.toThrow('not the status of a success');
  });
});
