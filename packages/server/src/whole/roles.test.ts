import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../platform/test-process.ts';
import { getJson, verifyFile } from './client.ts';
import { createInstallation, PATIENCE_MS, type Installation } from './server-process.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
});
afterAll(() => installation.clear());

describe('an api and a worker as two processes', { timeout: PATIENCE_MS }, () => {
  it('the api accepts, and the worker completes what was accepted before it came', async () => {
    const api = await installation.start({}, ['--role', 'api']);
    const key = api.testKey ?? '';
    const upload = { address: api.address, key, bytes: buildJpeg(), headers: { prefer: 'respond-async' } };
    const accept = async () => {
      const { status, headers } = await verifyFile(upload);
      expect(status).toBe(202);
      return `${api.address}${headers.get('location')}`;
    };
    const job = await accept();
    expect((await getJson(job, key)).body).toMatchObject({ status: 'queued', result: null });
    expect(await installation.uploads()).toHaveLength(1);

    const worker = await installation.start({}, ['--role', 'worker']);
    expect(worker.output.stdout).toContain('Revera works on jobs (role worker)');
    expect([worker.address, worker.testKey]).toEqual(['', null]);
    const isCompleted = async (url: string) => {
      const { body } = await getJson(url, key);
      return (body as { status: string }).status === 'completed';
    };
    await until(() => isCompleted(job));
    const later = await accept();
    await until(() => isCompleted(later));
    await until(async () => (await installation.uploads()).length === 0);

    expect(await worker.stop()).toMatchObject({ exit: 0 });
    const waiting = await accept();
    expect((await getJson(waiting, key)).body).toMatchObject({ status: 'queued' });
    expect(await api.stop()).toMatchObject({ exit: 0 });
  });
});
