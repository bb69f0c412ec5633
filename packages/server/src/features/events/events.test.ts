import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import { createUploadMemory } from '../../http/upload-memory.ts';
import { AppError } from '../../shared/app-error.ts';
import { sweepWebhooks } from '../webhooks/index.ts';
import { watchDatabase } from '../../platform/test-watched-database.ts';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { askToSign, PNG_OF_ONE_PIXEL, signOne, verify } from '../../testing/test-signing.ts';
import { createWebhook } from '../../testing/test-webhooks.ts';

const SCOPES = ['content:sign', 'content:verify', 'credentials:revoke', 'webhooks:manage'] as const;
/** No file stays in memory, as a large one does not: its job is stored before it is worked on. */
const HELD = { uploadMemory: createUploadMemory({ uploadMemoryBodyBytes: 0, uploadMemoryBytes: 0 }) };

/** Begins like a PNG. */
const BROKEN = Buffer.concat([PNG_OF_ONE_PIXEL.subarray(0, 8), Buffer.alloc(64, 0xff)]);

let server: TestServer;
let live: TestKey;
let test: TestKey;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  live = await server.createKey({ mode: 'live', scopes: [...SCOPES] });
  test = await server.createKey({ organizationId: live.organizationId, scopes: [...SCOPES] });
});

const hook = (options: { events?: readonly string[]; sandbox_only?: boolean } = {}) =>
  createWebhook(server, live.key, { url: 'https://hooks.example/', ...options });

interface Told {
  type: string;
  sandbox: boolean;
  job_id: string | null;
  data: { credential_id: string; status: string; sandbox: boolean } | null;
  endpoints: string[];
}

/** The events of the organization, with those who are told of each. */
async function told(): Promise<Told[]> {
  const { rows } = await server.services.database.pool.query<Told>(
    `select type, sandbox, job_id, data::jsonb as data,
       array(select endpoint_id from webhook_delivery where event_id = id order by 1) as endpoints
     from webhook_event where organization_id = $1 order by created_at`,
    [live.organizationId],
  );
  return rows;
}

const failing = () => ({
  analysis: {
    ...server.services.analysis,
    analyze: (): Promise<never> => Promise.reject(new AppError('MEDIA_PARSE_FAILED')),
  },
});

describe('the end of a job', () => {
  it.each([
    ['of a small file, whose job is stored when it has ended', {}],
    ['of a large file, whose job is stored before', HELD],
  ])('%s, is told in the statement that stores it: completed and failed', async (_what, services) => {
    const { id } = await hook();
    const { call } = server.variant({ services });
    const { id: jobId } = (await verify(call, live.key, PNG_OF_ONE_PIXEL)) as { id: string };
    const broken = server.variant({ services: { ...services, ...failing() } });
    const answer = await broken.call('POST', '/v1/content/verify', {
      key: test.key,
      form: form([filePart(PNG_OF_ONE_PIXEL)]),
    });
    expect(answer.status).toBe(400);
    const { rows } = await server.services.database.pool.query<{ id: string }>(
      `select id from job where organization_id = $1 and status = 'failed'`,
      [live.organizationId],
    );
    expect(await told()).toEqual([
      { type: 'verification.completed', sandbox: false, job_id: jobId, data: null, endpoints: [id] },
      { type: 'job.failed', sandbox: true, job_id: rows[0]?.id, data: null, endpoints: [id] },
    ]);
  });

  it('that signs is told as signing: completed and failed', async () => {
    const { id } = await hook();
    const { id: jobId } = await signOne(server.call, { key: live.key });
    expect((await askToSign(server.call, { key: live.key, file: BROKEN })).status).toBe(400);
    expect(await told()).toMatchObject([
      // An installation without a production certificate signs in the sandbox, whoever asks.
      { type: 'signing.completed', sandbox: true, job_id: jobId, endpoints: [id] },
      { type: 'signing.failed', endpoints: [id] },
    ]);
  });

  it('is told to those who asked for it, and to one of the sandbox only what happens there', async () => {
    const [all, sandbox] = [await hook(), await hook({ sandbox_only: true })];
    await hook({ events: ['credential.revoked', 'job.failed'] });
    const off = await hook();
    await server.call('PATCH', '/v1/dashboard/webhooks/{whid}', {
      key: live.key,
      params: { whid: off.id },
      json: { enabled: false },
    });
    await verify(server.call, live.key, PNG_OF_ONE_PIXEL);
    await verify(server.call, test.key, PNG_OF_ONE_PIXEL);
    const ids = [all.id, sandbox.id].toSorted();
    expect((await told()).map(({ endpoints }) => endpoints)).toEqual([[all.id], ids]);
  });

  it('is not stored when nobody wants to know, and costs no further statement either way', async () => {
    const { database, statements, close } = await watchDatabase(server.testDatabase);
    const { call } = server.variant({ services: { database } });
    await verify(call, live.key, PNG_OF_ONE_PIXEL);
    expect(await told()).toEqual([]);
    const without = statements.length;
    await hook();
    await verify(call, live.key, PNG_OF_ONE_PIXEL);
    expect(statements.length).toBe(2 * without);
    expect(await told()).toHaveLength(1);
    await close();
  });

  it('is not told when the job was nobody’s', async () => {
    await hook();
    const answer = await server.call('POST', '/api/analyze', { form: form([filePart(PNG_OF_ONE_PIXEL, 'files')]) });
    expect(answer.status).toBe(200);
    const { rows } = await server.services.database.pool.query(
      'select from webhook_event where job_id in (select id from job where organization_id is null)',
    );
    expect(rows).toEqual([]);
  });
});

describe('a credential', () => {
  it('is told of as the API answers it, in the transaction of each change, and not when nothing changes', async () => {
    const { credential_id: cid } = await signOne(server.call, { key: live.key });
    await hook();
    const bodies: unknown[] = [];
    for (const verb of ['suspend', 'suspend', 'resume', 'revoke', 'revoke']) {
      const path = `/v1/content/credentials/{cid}/${verb}`;
      bodies.push((await server.call('POST', path, { key: live.key, params: { cid }, json: {} })).body);
    }
    const [suspended, , resumed, revoked] = bodies;
    const events = await told();
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['credential.suspended', suspended],
      ['credential.resumed', resumed],
      ['credential.revoked', revoked],
    ]);
    expect(events[0]).toMatchObject({
      sandbox: true,
      data: { credential_id: cid, status: 'suspended', sandbox: true },
    });
  });
});

describe('old events', () => {
  const ages = async () => {
    await sweepWebhooks(server.services.database.db, 3 * 86_400_000);
    return (await told()).map(({ type }) => type);
  };
  const age = (type: string, days: number) =>
    server.services.database.pool.query(
      `update webhook_event set created_at = now() - $3::float8 * interval '1 day' where organization_id = $1 and type = $2`,
      [live.organizationId, type, days],
    );

  it('are deleted after two weeks, and those of a job when its result is', async () => {
    const { credential_id: cid } = await signOne(server.call, { key: live.key });
    await hook();
    await verify(server.call, live.key, PNG_OF_ONE_PIXEL);
    await server.call('POST', '/v1/content/credentials/{cid}/suspend', { key: live.key, params: { cid }, json: {} });
    await age('verification.completed', 2.9);
    await age('credential.suspended', 13.9);
    expect(await ages()).toEqual(['credential.suspended', 'verification.completed']);
    await age('verification.completed', 3.1);
    expect(await ages()).toEqual(['credential.suspended']);
    await age('credential.suspended', 14.1);
    expect(await ages()).toEqual([]);
  });
});
