import { buildJpeg, buildPng } from '@revera/testkit/media';
import { describeWithRadosGateway } from '@revera/testkit/servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../platform/test-database.ts';
import { until } from '../platform/test-process.ts';
import { getJson, signOne, verifyFile } from './client.ts';
import { createInstallation, PATIENCE_MS, type Installation, type ServerProcess } from './server-process.ts';

const BUCKET = 'shared';
const ASYNC = { prefer: 'respond-async' };

interface JobRow {
  status: string;
  attempts: number;
  error_code: string | null;
}

/** Three hosts that share a database and a bucket: requests come to the first, the others only work. */
describeWithRadosGateway('an api and workers on hosts that share a bucket and no folder', (gateway) => {
  let database: TestDatabase;
  let hosts: { front: Installation; back: Installation; other: Installation };
  let api: ServerProcess;
  let worker: ServerProcess;
  let key: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { url, region, accessKeyId, secretAccessKey } = gateway();
    await gateway().createBucket(BUCKET);
    const settings = {
      DATABASE_URL: database.url,
      STORAGE_KIND: 's3',
      STORAGE_S3_ENDPOINT: url,
      STORAGE_S3_REGION: region,
      STORAGE_S3_BUCKET: BUCKET,
      STORAGE_S3_PREFIX: 'revera/',
      STORAGE_S3_ACCESS_KEY_ID: accessKeyId,
      STORAGE_S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    const [front, back, other] = [
      await createInstallation(settings),
      await createInstallation(settings),
      await createInstallation(settings),
    ];
    hosts = { front, back, other };
    api = await front.start({}, ['--role', 'api']);
    key = api.testKey ?? '';
  }, PATIENCE_MS);
  afterAll(async () => {
    for (const host of Object.values(hosts)) await host.clear();
    await database.drop();
  });

  const row = async (id: string): Promise<JobRow | undefined> =>
    (await database.pool.query<JobRow>('select status, attempts, error_code from job where id = $1', [id])).rows[0];
  const completed = (id: string) => until(async () => (await row(id))?.status === 'completed');
  const uploadedObjects = async () =>
    (await gateway().entries(BUCKET)).filter((name) => name.startsWith('revera/upload_'));
  const files = async () => (await Promise.all(Object.values(hosts).map((host) => host.uploads()))).flat();
  const nothingLeft = () => until(async () => (await uploadedObjects()).length + (await files()).length === 0);
  const startWorker = (host: Installation) => host.start({}, ['--role', 'worker']);
  /** As if its lease had expired. */
  const lapse = (id: string) =>
    database.pool.query(`update job set lease_until = now() - interval '1 second' where id = $1`, [id]);

  async function accept(bytes: Uint8Array = buildJpeg()): Promise<string> {
    const { status, body } = await verifyFile({ address: api.address, key, bytes, headers: ASYNC });
    expect(status).toBe(202);
    return (body as { id: string }).id;
  }

  it(
    'complete what was accepted, and nothing of the files stays on any of them',
    async () => {
      const verification = await accept();
      expect(await uploadedObjects()).toHaveLength(1);
      expect(await files()).toEqual([]);
      worker = await startWorker(hosts.back);
      await completed(verification);
      const signing = await signOne({ address: api.address, key, bytes: buildPng(), headers: ASYNC });
      expect(signing.status).toBe(202);
      const { id } = signing.body as { id: string };
      await completed(id);
      expect((await getJson(`${api.address}/v1/jobs/${id}`, key)).body).toMatchObject({ signing: { id } });
      await nothingLeft();
    },
    PATIENCE_MS,
  );

  it(
    'finish elsewhere what a killed worker had begun, and the job of an api that was killed',
    async () => {
      await worker.stop();
      const begun = await accept(buildJpeg({ sizeBytes: 300_000 }));
      await api.kill();
      gateway().pause();
      worker = await startWorker(hosts.back);
      await until(async () => (await row(begun))?.status === 'processing');
      await worker.kill();
      gateway().resume();
      await lapse(begun);
      worker = await startWorker(hosts.other);
      await completed(begun);
      expect(await row(begun)).toMatchObject({ attempts: 2 });
      await (await startWorker(hosts.back)).stop();
      await nothingLeft();
      api = await hosts.front.start({}, ['--role', 'api']);
    },
    PATIENCE_MS,
  );

  it(
    'leave a file that lies on the disk of a killed api to the workers of its host',
    async () => {
      gateway().pause();
      const request = { address: api.address, key, bytes: buildPng({ sizeBytes: 50_000 }) };
      const broken = signOne({ ...request, headers: { 'idempotency-key': 'once' } }).catch(() => 'cut off');
      const open = `select id from job where status = 'processing' and kind = 'signing'`;
      const { id } = await until(async () => (await database.pool.query<{ id: string }>(open)).rows[0]);
      await api.kill();
      expect(await broken).toBe('cut off');
      gateway().resume();
      await lapse(id);
      await until(async () => (await row(id))?.status === 'queued');
      const later = await makeDueAndPass(id);
      expect(later).toMatchObject({ status: 'queued', attempts: 1 });
      const neighbour = await startWorker(hosts.front);
      await completed(id);
      await neighbour.stop();
      api = await hosts.front.start({}, ['--role', 'api']);
      await nothingLeft();
    },
    PATIENCE_MS,
  );

  /** Another job is done by the worker of the other host after this one was due. */
  async function makeDueAndPass(id: string): Promise<JobRow | undefined> {
    await database.pool.query('update job set run_at = now() where id = $1', [id]);
    const next = await database.pool.query<{ id: string }>(
      `insert into job (id, kind, organization_id, input, filename)
       select 'job_passes', kind, organization_id, input, filename from job
       where kind = 'verification' and status = 'completed' limit 1 returning id`,
    );
    expect(next.rowCount).toBe(1);
    await until(async () => ['failed', 'completed'].includes((await row('job_passes'))?.status ?? ''));
    return row(id);
  }

  it(
    'refuse what cannot be stored, and try again before they give up what cannot be fetched',
    async () => {
      await worker.stop();
      const waiting = await accept();
      await gateway().crash();
      worker = await startWorker(hosts.back);
      for (const attempt of [1, 2]) {
        await until(async () => {
          const job = await row(waiting);
          return job?.status === 'queued' && job.attempts === attempt;
        });
        await database.pool.query('update job set run_at = now() where id = $1', [waiting]);
      }
      await until(async () => (await row(waiting))?.status === 'failed');
      expect((await getJson(`${api.address}/v1/jobs/${waiting}`, key)).body).toMatchObject({
        status: 'failed',
        error: 'SERVICE_UNAVAILABLE',
      });

      const jobs = async () => (await database.pool.query('select from job')).rowCount;
      const before = await jobs();
      const upload = { address: api.address, key, bytes: buildPng(), headers: ASYNC };
      for (const answer of [await verifyFile(upload), await signOne(upload)]) {
        expect([answer.status, answer.body]).toMatchObject([503, { error: { code: 'SERVICE_UNAVAILABLE' } }]);
      }
      expect(await jobs()).toBe(before);
      expect(await files()).toEqual([]);
    },
    PATIENCE_MS,
  );
});
