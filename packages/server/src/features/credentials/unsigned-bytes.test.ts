import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VerificationResult } from '@revera/provenance';
import { concat, flipBit } from '@revera/testkit';
import { createAuthority, hasOpenssl, privateKeyPem, type Authority } from '@revera/testkit/authorities';
import { buildJpeg } from '@revera/testkit/media';
import { startTimeStampAuthority, type TimeStampAuthority } from '@revera/testkit/servers';
import { claimRange, claimSignatureRange, coseSign1, editClaimSignature, malleations } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { download, signOne, verify } from '../../testing/test-signing.ts';

const EVERY = 409;

let folder: string;
let tsa: TimeStampAuthority;
let authority: Authority;
let server: TestServer;
let mine: TestKey;

describe.runIf(hasOpenssl())('a credential whose file was altered where nothing is signed', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'revera-unsigned-'));
    [authority, tsa] = [await createAuthority(), await startTimeStampAuthority()];
    await writeFile(join(folder, 'chain.pem'), authority.leaf.pem + authority.intermediate.pem);
    await writeFile(join(folder, 'key.pem'), privateKeyPem(authority.leaf), { mode: 0o600 });
    server = await openTestServer({
      trustedRoots: [authority.rootPem],
      settings: {
        SIGNING_CERTIFICATES_FILE: join(folder, 'chain.pem'),
        SIGNING_KEY_FILE: join(folder, 'key.pem'),
        TSA_URLS: tsa.url,
        SIGNING_ALLOW_LOOPBACK_HTTP: 'true',
      },
    });
    const scopes = ['content:sign', 'content:verify', 'credentials:read', 'credentials:revoke'] as const;
    mine = await server.createKey({ mode: 'live', scopes: [...scopes] });
  });
  afterAll(async () => {
    await Promise.all([server.close(), tsa.close()]);
    await rm(folder, { recursive: true });
  });

  const look = async (file: Uint8Array) => (await verify(server.call, mine.key, file)) as VerificationResult;
  const change = (cid: string, verb: string) =>
    server.call('POST', `/v1/content/credentials/{cid}/${verb}`, { key: mine.key, params: { cid } });

  async function signed(): Promise<{ cid: string; file: Buffer }> {
    const { credential_id: cid, timestamp_present } = await signOne(server.call, { key: mine.key, file: buildJpeg() });
    expect(timestamp_present).toBe(true);
    return { cid, file: await download(server.call, mine.key, cid) };
  }

  /** The file with everything done to it that leaves its signature valid. */
  const altered = (file: Uint8Array): [string, Uint8Array][] =>
    Object.entries(malleations).flatMap(([name, malleate]) => {
      const edited = editClaimSignature(file, (parts) => malleate(parts, 'ES256'));
      return edited === null ? [] : [[name, edited]];
    });

  it.each([
    ['revoke', 'revoked', 'critical'],
    ['suspend', 'suspended', 'warning'],
  ])('is told as withdrawn all the same: %s', async (verb, status, level) => {
    const { cid, file } = await signed();
    expect((await look(file)).provenance_status).toBe('verified');
    expect((await change(cid, verb)).status).toBe(200);
    const files = altered(file);
    expect(files.map(([name]) => name)).toEqual(
      Object.keys(malleations).filter((name) => name !== 'no answer on revocation'),
    );
    for (const [name, edited] of files) {
      const { service_credential, provenance_status, c2pa, understand } = await look(edited);
      expect([name, c2pa.claim_signature_valid, service_credential, provenance_status]).toMatchObject([
        name,
        true,
        { credential_id: cid, status },
        'strong_evidence',
      ]);
      expect(understand).toContainEqual(expect.objectContaining({ code: `service_credential_${status}`, level }));
    }
  });

  it('is told as revoked wherever a bit of the claim signature is turned and the signature stays valid', async () => {
    const { cid, file } = await signed();
    await change(cid, 'revoke');
    const { start, length } = claimSignatureRange(file);
    const offsets = Array.from({ length: Math.ceil(length / EVERY) }, (_, i) => start + i * EVERY);
    const results = await Promise.all(offsets.map((offset) => look(flipBit(file, offset, offset))));
    const valid = results.filter(({ c2pa }) => c2pa.claim_signature_valid === true);
    expect(valid.length).toBeGreaterThan(20);
    expect(new Set(valid.map((result) => result.service_credential?.status))).toEqual(new Set(['revoked']));
  });

  it('is still known as active', async () => {
    const { cid, file } = await signed();
    for (const [name, edited] of altered(file)) {
      const { service_credential } = await look(edited);
      // Nobody can say which order of the certificates counts, so nobody can say who signed.
      const isUnknown = name === 'its certificates in another order';
      expect([name, service_credential?.credential_id]).toEqual([name, isUnknown ? undefined : cid]);
    }
  });

  it('is not ours when another signed our claim, and is told as withdrawn when it was', async () => {
    const { cid, file } = await signed();
    const stranger = await createAuthority();
    const foreign = await signClaimAgain(file, stranger);
    expect(await look(foreign)).toMatchObject({
      credential_integrity_status: 'trust_unverified',
      service_credential: null,
    });
    await change(cid, 'revoke');
    expect(await look(foreign)).toMatchObject({
      credential_integrity_status: 'trust_unverified',
      service_credential: { credential_id: cid, status: 'revoked' },
    });
  });
});

/** The file with the same claim, signed by somebody else. */
async function signClaimAgain(file: Uint8Array, stranger: Authority): Promise<Uint8Array> {
  const [claim, { start, length }] = [claimRange(file), claimSignatureRange(file)];
  const cose = await coseSign1(stranger, file.subarray(claim.start, claim.start + claim.length), length);
  return concat(file.subarray(0, start), cose, file.subarray(start + length));
}
