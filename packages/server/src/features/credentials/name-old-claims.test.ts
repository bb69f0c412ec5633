import { readdir } from 'node:fs/promises';
import { buildJpeg } from '@revera/testkit/media';
import { editClaimSignature, malleations } from '@revera/testkit/sign';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CredentialTable } from '../../platform/schema/credentials.ts';
import { until } from '../../platform/test-process.ts';
import { silentLog } from '../../platform/log.ts';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { download, signOne, verify } from '../../testing/test-signing.ts';
import { startBackground } from '../../worker.ts';
import { nameOldClaims, type NamingServices } from './name-old-claims.ts';

let server: TestServer;
let mine: TestKey;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  const scopes = ['content:sign', 'content:verify', 'credentials:read', 'credentials:revoke'] as const;
  mine = await server.createKey({ scopes: [...scopes] });
});
afterAll(() => server.close());

function naming(): NamingServices {
  const { database, clock, blobs, analysis, trust, uploads } = server.services;
  return {
    db: database.db,
    clock,
    blobs,
    analysis,
    trust,
    log: silentLog,
    uploadDirectory: uploads.directory,
    deadlineMs: 60_000,
  };
}

const name = () => nameOldClaims(naming(), { signal: new AbortController().signal });
const rowOf = (id: string) =>
  server.services.database.db.selectFrom('credential').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function set(id: string, values: Updateable<CredentialTable>): Promise<void> {
  await server.services.database.db.updateTable('credential').set(values).where('id', '=', id).execute();
}

const NONE = { claim_sha256: null, signer_sha256: null };

/** A credential as an earlier version left it, with what it was named by. */
async function oldCredential() {
  const { credential_id: id } = await signOne(server.call, { key: mine.key, file: buildJpeg() });
  const { claim_sha256, signer_sha256 } = await rowOf(id);
  await set(id, NONE);
  return { id, names: { claim_sha256, signer_sha256 } };
}

const revoke = (cid: string) =>
  server.call('POST', '/v1/content/credentials/{cid}/revoke', { key: mine.key, params: { cid } });

describe('credentials of an earlier version', () => {
  it('are named from their files, active and suspended ones, and nothing is left behind', async () => {
    const olds = [await oldCredential(), await oldCredential()];
    await set(olds[1]?.id ?? '', { status: 'suspended', suspended_at: new Date() });
    expect(await name()).toBe(2);
    for (const { id, names } of olds) expect(await rowOf(id)).toMatchObject(names);
    expect(await name()).toBe(0);
    expect(await readdir(server.services.uploads.directory)).toEqual([]);
  });

  it('cannot be hidden any more once they are revoked', async () => {
    const { id } = await oldCredential();
    const edited = editClaimSignature(await download(server.call, mine.key, id), (parts) =>
      malleations['the other signature of the same key'](parts, 'ES256'),
    );
    await name();
    await revoke(id);
    expect(await verify(server.call, mine.key, edited ?? Buffer.alloc(0))).toMatchObject({
      service_credential: { credential_id: id, status: 'revoked' },
    });
  });

  it('whose file is gone, or is not the one that was signed, stay as they are and hold up no other', async () => {
    const [revoked, other, gone, good] = [
      await oldCredential(),
      await oldCredential(),
      await oldCredential(),
      await oldCredential(),
    ];
    await revoke(revoked.id);
    await set(other.id, { claim_signature_sha256: 'ab'.repeat(32) });
    await server.services.blobs.delete((await rowOf(gone.id)).asset_key);
    expect(await name()).toBe(1);
    for (const { id } of [revoked, other, gone]) expect(await rowOf(id)).toMatchObject(NONE);
    expect(await rowOf(good.id)).toMatchObject(good.names);
    expect(await readdir(server.services.uploads.directory)).toEqual([]);
  });

  it('are not named when the service stops', async () => {
    const { id, names } = await oldCredential();
    expect(await nameOldClaims(naming(), { signal: AbortSignal.abort() })).toBe(0);
    expect(await rowOf(id)).toMatchObject(NONE);
    expect(await name()).toBe(1);
    expect(await rowOf(id)).toMatchObject(names);
  });

  it('are named in the background of a running service', async () => {
    const { id, names } = await oldCredential();
    const background = await startBackground(server.services);
    await until(async () => (await rowOf(id)).claim_sha256 !== null);
    await background.stop();
    expect(await rowOf(id)).toMatchObject(names);
  });
});
