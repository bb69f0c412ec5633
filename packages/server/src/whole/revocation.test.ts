import { buildPng } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getJson, signOne, verifyFile } from './client.ts';
import { createInstallation, PATIENCE_MS, type Installation } from './server-process.ts';

const SCOPES = 'content:verify,content:sign,credentials:read,credentials:revoke';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
});
afterAll(() => installation.clear());

describe('two processes on one database', () => {
  it(
    'show a credential as revoked at once, whichever of them revoked it',
    async () => {
      const [one, other] = [await installation.start(), await installation.start()];
      const created = await installation.command('keys', 'create', '--mode', 'live', '--name', 'k', '--scopes', SCOPES);
      const key = created.stdout.trim();
      const { body } = await signOne({ address: one.address, key, bytes: buildPng() });
      const { credential_id: id, asset_url } = body as { credential_id: string; asset_url: string };
      const asset = await fetch(asset_url, { headers: { authorization: `Bearer ${key}` } });
      const signed = new Uint8Array(await asset.arrayBuffer());
      const record = `/v1/content/credentials/${id}`;
      expect((await getJson(other.address + record, key)).body).toMatchObject({ status: 'active' });

      const revoke = { method: 'POST', headers: { authorization: `Bearer ${key}`, connection: 'close' } };
      expect((await fetch(`${one.address}${record}/revoke`, revoke)).status).toBe(200);

      for (const { address } of [other, one]) {
        expect((await getJson(address + record, key)).body).toMatchObject({ status: 'revoked' });
        expect((await getJson(`${address}/v/${id}`)).body).toMatchObject({ status: 'revoked' });
        expect((await getJson(`${address}${record}/asset`, key)).status).toBe(410);
        const { body: result } = await verifyFile({ address, key, bytes: signed });
        expect(result).toMatchObject({
          credential_integrity_status: 'valid_and_bound',
          provenance_status: 'strong_evidence',
          service_credential: { credential_id: id, status: 'revoked' },
        });
      }
    },
    PATIENCE_MS,
  );
});
