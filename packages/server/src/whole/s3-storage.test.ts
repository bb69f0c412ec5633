import { createHash } from 'node:crypto';
import { buildPng } from '@revera/testkit/media';
import { describeWithRadosGateway } from '@revera/testkit/servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../platform/test-process.ts';
import { getJson, signOne } from './client.ts';
import { createInstallation, PATIENCE_MS, type Installation, type ServerProcess } from './server-process.ts';

const BUCKET = 'assets';
const SCOPES = 'content:sign,credentials:read,credentials:revoke';

describeWithRadosGateway('the service with its signed files in S3', (gateway) => {
  let installation: Installation;
  let server: ServerProcess;
  let key: string;
  beforeAll(async () => {
    const { url, region, accessKeyId, secretAccessKey } = gateway();
    await gateway().createBucket(BUCKET);
    installation = await createInstallation({
      STORAGE_KIND: 's3',
      STORAGE_S3_ENDPOINT: url,
      STORAGE_S3_REGION: region,
      STORAGE_S3_BUCKET: BUCKET,
      STORAGE_S3_ACCESS_KEY_ID: accessKeyId,
      STORAGE_S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
    server = await installation.start();
    const created = await installation.command('keys', 'create', '--mode', 'live', '--name', 'k', '--scopes', SCOPES);
    key = created.stdout.trim();
  }, PATIENCE_MS);
  afterAll(() => installation.clear());

  const fetchAsset = (id: string, headers: Record<string, string> = {}) =>
    fetch(`${server.address}/v1/content/credentials/${id}/asset`, {
      headers: { authorization: `Bearer ${key}`, connection: 'close', ...headers },
    });

  const stored = async () => (await gateway().entries(BUCKET)).filter((name) => name.startsWith('asset_'));

  it(
    'keeps a signed file there, hands it out whole and in parts, and deletes it when its credential is revoked',
    async () => {
      const { status, body } = await signOne({ address: server.address, key, bytes: buildPng({ sizeBytes: 300_000 }) });
      expect(status).toBe(200);
      const { credential_id: id, sha256 } = body as { credential_id: string; sha256: string };
      const whole = Buffer.from(await (await fetchAsset(id)).arrayBuffer());
      expect(createHash('sha256').update(whole).digest('hex')).toBe(sha256);
      const part = await fetchAsset(id, { range: 'bytes=100000-100009' });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100000-100009/${whole.length}`]);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(100_000, 100_010));
      expect(await stored()).toHaveLength(1);

      const revoke = { method: 'POST', headers: { authorization: `Bearer ${key}`, connection: 'close' } };
      await fetch(`${server.address}/v1/content/credentials/${id}/revoke`, revoke);
      expect((await fetchAsset(id)).status).toBe(410);
      // The sweep comes once a minute, and at once when a process starts.
      await server.stop();
      server = await installation.start();
      await until(async () => (await stored()).length === 0);
    },
    PATIENCE_MS,
  );

  it(
    'refuses to sign and says that it is not ready while the store is gone',
    async () => {
      expect((await getJson(`${server.address}/ready`)).body).toMatchObject({ checks: { storage: { ok: true } } });
      await gateway().crash();
      const { status, body } = await signOne({ address: server.address, key, bytes: buildPng() });
      expect([status, body]).toMatchObject([500, { error: { code: 'SIGNING_FAILED' } }]);
      const ready = await getJson(`${server.address}/ready`);
      expect([ready.status, ready.body]).toMatchObject([503, { checks: { storage: { ok: false } } }]);
    },
    PATIENCE_MS,
  );
});
