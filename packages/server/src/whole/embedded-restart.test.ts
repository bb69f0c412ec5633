import { buildPng } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../platform/test-process.ts';
import { getJson, verifyFile, type Response } from './client.ts';
import {
  createInstallation,
  findPostmaster,
  PATIENCE_MS,
  type Installation,
  type ServerProcess,
} from './server-process.ts';

const JOBS = 6;
const patience = { everyMs: 200, withinMs: PATIENCE_MS };

let installation: Installation;
let api: ServerProcess;
let worker: ServerProcess;
let key: string;
beforeAll(async () => {
  installation = await createInstallation();
  api = await installation.start({}, ['--role', 'api']);
  worker = await installation.start({}, ['--role', 'worker']);
  key = api.testKey ?? '';
}, PATIENCE_MS);
afterAll(() => installation.clear());

const postmaster = () => findPostmaster(installation.dataDir);
const verify = (headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  verifyFile({ address: api.address, key, bytes: buildPng({ sizeBytes: 200_000 }), headers });

describe('the embedded database, shared by two processes and killed', { timeout: PATIENCE_MS * 2 }, () => {
  it('is started again and joined again: both go on, and every queued job is completed', async () => {
    const accepted = await Promise.all(Array.from({ length: JOBS }, () => verify({ prefer: 'respond-async' })));
    const ids = accepted.map(({ body }) => (body as { id: string }).id);
    const killed = postmaster() ?? 0;
    process.kill(killed, 'SIGKILL');
    await until(() => postmaster() !== killed, patience);
    expect((await getJson(`${api.address}/health`)).status).toBe(200);

    await until(async () => (await getJson(`${api.address}/ready`)).status === 200, patience);
    expect((await verify()).status).toBe(200);
    for (const id of ids) {
      await until(async () => {
        const { status, body } = await getJson(`${api.address}/v1/jobs/${id}`, key);
        return status === 200 && (body as { status: string }).status === 'completed';
      }, patience);
    }
    await until(async () => (await installation.uploads()).length === 0, patience);
    expect([api.output.exit, worker.output.exit]).toEqual([null, null]);
  });

  it('ends the service when it falls again and again, with one line that says so', async () => {
    const servers = [api, worker];
    const isOver = () => servers.every(({ output }) => output.exit !== null);
    let last = 0;
    await until(() => {
      const pid = postmaster();
      if (pid !== undefined && pid !== last) process.kill(pid, 'SIGKILL');
      last = pid ?? last;
      return isOver();
    }, patience);
    for (const { output } of servers) {
      expect(output.exit).toBe(1);
      const fatal = output.stderr.split('\n').filter((line) => line.includes('"level":"fatal"'));
      expect(fatal).toHaveLength(1);
      expect(JSON.parse(fatal[0] ?? '')).toMatchObject({
        err: { message: 'The embedded database failed 3 times within a minute and is not started again.' },
        msg: 'the service cannot go on and ends',
      });
    }
  });
});
