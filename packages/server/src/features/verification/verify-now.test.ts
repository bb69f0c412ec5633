import { buildJpeg } from '@revera/testkit/media';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { signMedia } from '@revera/testkit/sign';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import { createUploadMemory } from '../../http/upload-memory.ts';
import { until } from '../../platform/test-process.ts';
import { AppError } from '../../shared/app-error.ts';
import { openTestServer, type CallRoute, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { watchDatabase } from '../../platform/test-watched-database.ts';

/** No file stays in memory, as a large one does not. */
const HELD = { uploadMemory: createUploadMemory({ uploadMemoryBodyBytes: 0, uploadMemoryBytes: 0 }) };

let server: TestServer;
let key: TestKey;
let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
  server = await openTestServer({ trustedRoots: [authority.rootPem] });
  key = await server.createKey();
});
afterEach(async () => {
  await server.expectNothingLeft();
  await server.services.database.db.deleteFrom('job').execute();
});
afterAll(() => server.close());

const membersOf = (input: unknown): string[] => Object.keys(input instanceof Object ? input : {});

const verify = (call: CallRoute, bytes: Uint8Array) =>
  call('POST', '/v1/content/verify', { key: key.key, form: form([filePart(Buffer.from(bytes), 'file', 'a.jpg')]) });

/** The only job, without what differs from one call to the next. */
async function onlyJob() {
  // Its pictures are stored after the answer.
  await server.services.latePictures.settle();
  const [job, ...others] = await server.services.database.db.selectFrom('job').selectAll().execute();
  if (job === undefined || others.length > 0) throw new Error('there is not one job');
  const { id, input, evidence, result, created_at, started_at, finished_at, expires_at, run_at, ...row } = job;
  const lasts = (expires_at?.getTime() ?? 0) - created_at.getTime();
  const order = [run_at, created_at, started_at, finished_at].map((time) => time?.getTime() ?? 0);
  return { id, input, evidence, result, row, lasts, order };
}

describe('a small file whose caller waits', () => {
  it('costs three statements: the key, the register, the job with its result', async () => {
    const { database, statements, close } = await watchDatabase(server.testDatabase);
    const { call } = server.variant({ services: { database } });
    const signed = await signMedia(buildJpeg(), 'image/jpeg', { authority });
    expect((await verify(call, signed)).status).toBe(200);
    expect(statements).toEqual([
      expect.stringContaining('api_key'),
      expect.stringContaining('credential'),
      expect.stringContaining('insert into "job"'),
    ]);
    await close();
  });

  it.each([
    ['a result', 200],
    ['a failure', 400],
  ])('leaves the same row as a large one: %s', async (_what, status) => {
    const { analysis } = server.services;
    const analyze = (): Promise<never> => Promise.reject(new AppError('MEDIA_PARSE_FAILED'));
    const services = status === 200 ? {} : { analysis: { ...analysis, analyze } };
    expect((await verify(server.variant({ services: { ...services, ...HELD } }).call, buildJpeg())).status).toBe(
      status,
    );
    const held = await onlyJob();
    await server.services.database.db.deleteFrom('job').execute();
    expect((await verify(server.variant({ services }).call, buildJpeg())).status).toBe(status);
    const recorded = await onlyJob();
    expect(recorded.row).toEqual(held.row);
    expect(recorded.row).toMatchObject({ attempts: 1, lease_owner: null, api_key_id: key.id, filename: 'a.jpg' });
    expect(membersOf(recorded.input)).toEqual(membersOf(held.input));
    expect(Math.abs(recorded.lasts - server.services.config.retentionMs)).toBeLessThanOrEqual(1);
    for (const { order } of [held, recorded]) expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('has no row before its result is known: if its process dies, nothing is left of what nobody was told of', async () => {
    const { analysis } = server.services;
    const seen: unknown[] = [];
    const analyze: typeof analysis.analyze = async (request) => {
      const analysed = await analysis.analyze(request);
      seen.push(await server.services.database.db.selectFrom('job').select('id').execute());
      return analysed;
    };
    const { call } = server.variant({ services: { analysis: { ...analysis, analyze } } });
    expect((await verify(call, buildJpeg())).status).toBe(200);
    expect(seen).toEqual([[]]);
    expect((await onlyJob()).row.status).toBe('completed');
  });
});

describe('a large file whose caller waits', () => {
  it('has its row while the work goes on', async () => {
    const { analysis } = server.services;
    const { db } = server.services.database;
    const seen: unknown[] = [];
    const analyze: typeof analysis.analyze = async (request) => {
      await until(async () => (await db.selectFrom('job').select('id').execute()).length === 1);
      seen.push(await db.selectFrom('job').select(['status', 'attempts']).execute());
      return analysis.analyze(request);
    };
    const { call } = server.variant({ services: { ...HELD, analysis: { ...analysis, analyze } } });
    expect((await verify(call, buildJpeg())).status).toBe(200);
    expect(seen).toEqual([[{ status: 'processing', attempts: 1 }]]);
    expect((await onlyJob()).row.status).toBe('completed');
  });
});
