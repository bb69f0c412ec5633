import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostmasterFile, processExists } from '../platform/postmaster-file.ts';
import { until } from '../platform/test-process.ts';
import { beginUpload } from './client.ts';
import { createInstallation, PATIENCE_MS, type Installation } from './server-process.ts';

const LARGE_BYTES = 17 * 1024 * 1024;

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
});
afterAll(() => installation.clear());

function isRefused(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    socket.once('connect', () => socket.destroy());
  });
}

describe('SIGTERM', { timeout: PATIENCE_MS }, () => {
  it('finishes the upload in flight, refuses new connections, and leaves nothing behind', async () => {
    const server = await installation.start();
    const { address } = server;
    const postgres = findPostmasterFile(join(installation.dataDir, 'postgres'))?.pid ?? 0;
    expect(processExists(postgres)).toBe(true);
    // Too large to stay in memory: its file shows that it has begun to arrive.
    const bytes = buildJpeg({ sizeBytes: LARGE_BYTES });
    const upload = await beginUpload({ address, key: server.testKey ?? '', bytes });
    await until(async () => (await installation.uploads()).length === 1);

    server.signal('SIGTERM');
    await until(() => isRefused(address));
    expect(server.output.exit).toBeNull();
    upload.finish();
    const answer = await upload.answer;
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('"provenance_status":"unknown"');

    expect(await server.exited).toMatchObject({
      exit: 0,
      stderr: expect.not.stringContaining('"level":"error"') as string,
    });
    expect(processExists(postgres)).toBe(false);
    expect(existsSync(join(installation.dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    expect(readdirSync(join(installation.dataDir, 'uploads'))).toEqual(['folder-id']);
  });
});
