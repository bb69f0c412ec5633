import type { VerificationResult } from '@revera/provenance';
import { buildJpeg, createAuthority, flipByte, indexOfBytes, signEdit, signMedia } from '@revera/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { form, filePart } from '../../http/test-app.ts';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { download, signOne, verify } from '../../testing/test-signing.ts';
import { findServiceCredential } from './find-records.ts';

let server: TestServer;
let mine: TestKey;
let signed: Buffer;
let cid: string;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  mine = await server.createKey({
    scopes: ['content:sign', 'content:verify', 'credentials:read', 'credentials:revoke'],
  });
  ({ credential_id: cid } = await signOne(server.call, { key: mine.key, file: buildJpeg() }));
  signed = await download(server.call, mine.key, cid);
});
afterAll(() => server.close());

const look = async (file: Uint8Array) => (await verify(server.call, mine.key, file)) as VerificationResult;
const change = (verb: string, id = cid) =>
  server.call('POST', `/v1/content/credentials/{cid}/${verb}`, { key: mine.key, params: { cid: id } });

/** What the reader would find of our file, but for the given members. */
async function find(facts: { active_manifest?: string; claim_signature_sha256?: string | null }) {
  const { db } = server.services.database;
  const row = await db.selectFrom('credential').selectAll().where('id', '=', cid).executeTakeFirstOrThrow();
  const { manifest_label: active_manifest, claim_signature_sha256 } = row;
  const given = { active_manifest, claim_signature_sha256, ...facts };
  const { clock, links } = server.services;
  return findServiceCredential({ db, clock, links }, given as Parameters<typeof findServiceCredential>[1]);
}

describe('the service’s own record of a credential in a file', () => {
  it('is found by who verifies it, with a key of whomever or none', async () => {
    const other = await server.createKey();
    expect((await verify(server.call, other.key, signed)) as VerificationResult).toMatchObject({
      service_credential: { credential_id: cid, status: 'active', sandbox: true },
    });
    const upload = form([filePart(signed, 'files')]);
    const { body } = await server.call('POST', '/api/analyze', { form: upload });
    const { results } = body as { results: { result: VerificationResult }[] };
    expect(results[0]?.result.service_credential).toMatchObject({ credential_id: cid });
  });

  it('is also found when the content was changed, because the signature is ours', async () => {
    expect(await look(flipByte(signed, signed.length - 3))).toMatchObject({
      credential_integrity_status: 'valid_signature_binding_failed',
      service_credential: { credential_id: cid },
    });
  });

  it('is named by label and claim signature together', async () => {
    expect(await find({})).toMatchObject({ credential_id: cid });
    expect(await find({ active_manifest: 'urn:c2pa:another' })).toBeNull();
    expect(await find({ claim_signature_sha256: 'ab'.repeat(32) })).toBeNull();
    expect(await find({ claim_signature_sha256: null })).toBeNull();
  });

  it('is not found for another’s signature, also under our label', async () => {
    const authority = await createAuthority();
    const stranger = await signMedia(buildJpeg(), 'image/jpeg', { authority });
    expect(await look(stranger)).toMatchObject({
      credential_integrity_status: 'trust_unverified',
      service_credential: null,
    });
    const relabelled = await copyLabel(stranger);
    expect((await look(relabelled)).service_credential).toBeNull();
  });

  it('is not found in another’s file that has ours as its parent', async () => {
    const edited = await signEdit(signed, 'image/jpeg', { authority: await createAuthority() });
    expect(await look(edited)).toMatchObject({ c2pa: { manifest_count: 2 }, service_credential: null });
  });

  it('is not looked up for a broken signature', async () => {
    const at = indexOfBytes(signed, 'c2pa.signature');
    const broken = flipByte(signed, indexOfBytes(signed, 'cbor', at) + 400);
    expect(await look(broken)).toMatchObject({
      credential_integrity_status: 'signature_invalid',
      service_credential: null,
    });
  });

  it.each([
    ['suspend', 'suspended', 'service_credential_suspended', 'warning'],
    ['resume', 'active', 'service_credential_active', 'info'],
    ['revoke', 'revoked', 'service_credential_revoked', 'critical'],
  ])('after %s the very next verification says %s', async (verb, status, code, level) => {
    expect((await change(verb)).status).toBe(200);
    const result = await look(signed);
    expect(result).toMatchObject({
      credential_integrity_status: 'valid_and_bound',
      // A sandbox signature, which is never more.
      provenance_status: 'strong_evidence',
      c2pa: { trust: { sandbox: true } },
      service_credential: { credential_id: cid, status },
    });
    const notes = result.understand.map((note) => [note.code, note.level]);
    expect(notes).toContainEqual([code, level]);
  });
});

/** The stranger's file with the label of our manifest in place of its own, wherever it stands; both are of one length. */
async function copyLabel(stranger: Uint8Array): Promise<Uint8Array> {
  const { db } = server.services.database;
  const row = await db
    .selectFrom('credential')
    .select('manifest_label')
    .where('id', '=', cid)
    .executeTakeFirstOrThrow();
  const text = Buffer.from(stranger).toString('latin1');
  const label = /urn:c2pa:[0-9a-f-]{36}/.exec(text)?.[0] ?? '';
  const ours = row.manifest_label.slice(0, label.length);
  expect(label).toHaveLength(ours.length);
  return Buffer.from(text.replaceAll(label, ours), 'latin1');
}
