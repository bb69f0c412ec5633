import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestGate } from '../../platform/test-gate.ts';
import { AppError } from '../../shared/app-error.ts';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { startBackground } from '../../worker.ts';
import { askToSign, SIGN_PATHS, tracesOf, type TestSigning } from '../../testing/test-signing.ts';
import { expireJobs } from '../jobs/index.ts';

const ASYNC = { prefer: 'respond-async' };

let server: TestServer;
let mine: TestKey;
let made = 0;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  mine = await server.createKey();
});
afterAll(() => server.close());

const newKey = (): Record<string, string> => ({ 'idempotency-key': `request-${++made}` });
const credentials = async () => (await tracesOf(server)).credentials;

describe('POST /v1/content/sign and POST /api/sign', () => {
  const ask = (request: Partial<TestSigning>) => askToSign(server.call, { key: mine.key, ...request });

  it('200 the same request again is answered with the first outcome, at either address', async () => {
    const headers = newKey();
    const before = await credentials();
    const first = await ask({ headers });
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined]);
    for (const again of SIGN_PATHS) {
      const { status, body, headers: answered } = await ask({ path: again, headers, filename: 'other-name.png' });
      expect([status, body, answered['idempotent-replayed']]).toEqual([200, first.body, 'true']);
    }
    expect(await credentials()).toBe(before + 1);
  });

  it('200 without the header each request is one of its own', async () => {
    const [one, two] = [await ask({}), await ask({})];
    expect(one.body).not.toEqual(two.body);
  });

  it.each([
    ['another file', { file: buildJpeg() }],
    ['another field', { fields: { content_type: 'captured' } }],
  ])('409 CONFLICT for the key with %s', async (_what, change) => {
    const headers = newKey();
    const first = await ask({ headers });
    const before = await tracesOf(server);
    const answer = await ask({ headers, ...change });
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { error: { code: 'CONFLICT', details: { reason: 'idempotency_key_reused' } } },
    ]);
    expect(await tracesOf(server)).toEqual(before);
    expect((await ask({ headers })).body).toEqual(first.body);
  });

  it('409 CONFLICT for the key with a live key of the same organization', async () => {
    const headers = newKey();
    await ask({ headers });
    const live = await server.createKey({ organizationId: mine.organizationId, mode: 'live' });
    expect((await ask({ headers, key: live.key })).status).toBe(409);
    const test = await server.createKey({ organizationId: mine.organizationId });
    expect((await ask({ headers, key: test.key })).headers['idempotent-replayed']).toBe('true');
  });

  it('409 CONFLICT while the first one is being signed, and then its outcome', async () => {
    const headers = newKey();
    const before = await credentials();
    const gate = createTestGate();
    const { signing } = server.services;
    const slow: typeof signing = { ...signing, writeCopy: (order) => gate.pass().then(() => signing.writeCopy(order)) };
    const { call } = server.variant({ services: { signing: slow } });
    const first = askToSign(call, { key: mine.key, headers });
    await gate.reached;
    const meanwhile = await ask({ headers });
    expect([meanwhile.status, meanwhile.body]).toMatchObject([
      409,
      { error: { code: 'CONFLICT', details: { reason: 'idempotency_key_in_use' } } },
    ]);
    expect(Number(meanwhile.headers['retry-after'])).toBeGreaterThan(0);
    gate.open();
    const { body } = await first;
    const after = await ask({ headers });
    expect([after.status, after.body, after.headers['idempotent-replayed']]).toEqual([200, body, 'true']);
    expect(await credentials()).toBe(before + 1);
  });

  it('200 or 409 many at once make one credential', async () => {
    const headers = newKey();
    const before = await credentials();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask({ headers })));
    const good = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(good.filter((answer) => answer.headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(new Set(good.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await credentials()).toBe(before + 1);
  });

  it('200 after a failure the same key is a new attempt', async () => {
    const headers = newKey();
    const writeCopy = () => Promise.reject(new AppError('SIGNING_FAILED'));
    const { call } = server.variant({ services: { signing: { writeCopy, close: () => Promise.resolve() } } });
    expect((await askToSign(call, { key: mine.key, headers })).status).toBe(500);
    const answer = await ask({ headers });
    expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  it('200 another organization’s same key is its own', async () => {
    const headers = newKey();
    const first = await ask({ headers });
    const other = await server.createKey();
    const second = await ask({ headers, key: other.key });
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect(second.body).not.toEqual(first.body);
  });

  it('202 the same request again names the first job, and its outcome when it is there', async () => {
    const headers = newKey();
    const before = await credentials();
    const first = await ask({ headers: { ...headers, ...ASYNC } });
    const { id } = first.body as { id: string };
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([202, undefined]);
    const second = await ask({ headers: { ...headers, ...ASYNC } });
    expect([second.status, second.body, second.headers['idempotent-replayed']]).toMatchObject([202, { id }, 'true']);
    expect(second.headers['location']).toBe(`/v1/jobs/${id}`);
    // Waiting callers cannot be answered while the job is queued.
    expect((await ask({ headers })).status).toBe(409);
    expect((await ask({ headers: { ...headers, ...ASYNC }, file: buildJpeg() })).status).toBe(409);
    const background = await startBackground(server.services);
    await server.expectNothingLeft();
    await background.stop();
    const third = await ask({ headers });
    expect([third.status, third.body, third.headers['idempotent-replayed']]).toMatchObject([200, { id }, 'true']);
    expect(await credentials()).toBe(before + 1);
  });

  it('409 CONFLICT when the result of the first one is no longer kept', async () => {
    const headers = newKey();
    const { body } = await ask({ headers });
    const { database } = server.services;
    const { id } = body as { id: string };
    await database.pool.query(`update job set expires_at = now() - interval '1 second' where id = $1`, [id]);
    await expireJobs(database.db);
    const answer = await ask({ headers });
    expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'CONFLICT', details: { job_id: id } } }]);
  });
});
