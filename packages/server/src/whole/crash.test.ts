import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildJpeg, mediaKinds } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../platform/test-process.ts';
import { beginUpload, getJson, verifyFile } from './client.ts';
import { createInstallation, type Installation } from './server-process.ts';

const JOBS = 20;
/** A worker that is silent for 30 seconds loses its jobs; then come the retry's wait and the work itself. */
const RECOVERY_MS = 90_000;

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation({ ANALYSIS_THREADS: '1' });
});
afterAll(() => installation.clear());

describe('kill -9', () => {
  it(
    'loses no accepted job, and no file of a cut upload stays',
    async () => {
      const server = await installation.start();
      const key = server.testKey ?? '';
      const bytes = mediaKinds.png.build({ sizeBytes: 4_000_000 });
      const cut = await beginUpload({ address: server.address, key, bytes: buildJpeg({ sizeBytes: 500_000 }) });
      const accepted = await Promise.all(
        Array.from({ length: JOBS }, () =>
          verifyFile({ address: server.address, key, bytes, headers: { prefer: 'respond-async' } }),
        ),
      );
      expect(accepted.map(({ status }) => status)).toEqual(Array.from({ length: JOBS }, () => 202));
      const ids = accepted.map(({ body }) => (body as { id: string }).id);
      await server.kill();
      await cut.answer;
      // The file of the cut upload, and those of jobs that had not ended; the next start may end them before anybody can ask.
      const left = await installation.uploads();
      expect(left.length).toBeGreaterThan(1);

      const next = await installation.start();
      // The cut upload belongs to no job, so the start removed it; files of unfinished jobs are still needed.
      expect(next.testKey).toBeNull();
      const statusOf = async (id: string) => {
        const { status, body } = await getJson(`${next.address}/v1/jobs/${id}`, key);
        expect(status).toBe(200);
        return (body as { status: string }).status;
      };
      await until(async () => (await installation.uploads()).length < left.length);

      // One after another: asking for all of them again and again would meet the rate limit of reads.
      const patience = { everyMs: 500, withinMs: RECOVERY_MS };
      for (const id of ids) await until(async () => (await statusOf(id)) === 'completed', patience);
      await until(async () => (await installation.uploads()).length === 0);
      expect(await next.stop()).toMatchObject({ exit: 0 });
      // Empty folders of dead processes go with the next start at the latest.
      await (await installation.start()).stop();
      expect(readdirSync(join(installation.dataDir, 'uploads'))).toEqual(['folder-id']);
    },
    RECOVERY_MS + 60_000,
  );
});
