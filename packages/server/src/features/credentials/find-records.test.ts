import type { ClaimDigests, ManifestStoreFacts, VerificationResult } from '@revera/provenance';
import { flipByte, indexOfBytes } from '@revera/testkit';
import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg } from '@revera/testkit/media';
import { signEdit, signMedia } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { form, filePart } from '../../http/test-app.ts';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { NO_RECORDS } from '../../shared/credential-records.ts';
import { download, signOne, verify } from '../../testing/test-signing.ts';
import { findRecords } from './find-records.ts';

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

const rowOf = (id: string) =>
  server.services.database.db.selectFrom('credential').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const OTHER = 'ab'.repeat(32);

interface Found {
  digests: ClaimDigests;
  /** Certificate of the signer; null when it is unknown. */
  signer: string | null;
  /** Of manifests that are in the store, and whether the active one was made from them. */
  others?: { digests: ClaimDigests; isIngredient: boolean }[];
}

/** What is on record, were this found in a file. */
async function find({ digests, signer, others = [] }: Found) {
  const ingredients = others.flatMap(({ isIngredient }, i) =>
    isIngredient ? [{ relationship: 'componentOf', active_manifest: `other-${i}` }] : [],
  );
  const facts = {
    kind: 'present',
    active_manifest: 'active',
    claim_signature_sha256: digests.claim_signature_sha256,
    chain: signer === null ? null : { certificates: [{ fingerprint_sha256: signer }] },
    manifests: [
      { label: 'active', digests, ingredients },
      ...others.map((other, i) => ({ label: `other-${i}`, digests: other.digests, ingredients: [] })),
    ],
  };
  const { database, clock, links } = server.services;
  return findRecords({ db: database.db, clock, links }, JSON.parse(JSON.stringify(facts)) as ManifestStoreFacts);
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

  it('is named by its claim and its signer, and by the claim signature as it was made', async () => {
    const { claim_sha256, claim_signature_sha256, signer_sha256: signer } = await rowOf(cid);
    const ours = { service_credential: { credential_id: cid } };
    expect(await find({ digests: { claim_sha256, claim_signature_sha256: OTHER }, signer })).toMatchObject(ours);
    const signature = { claim_sha256: OTHER, claim_signature_sha256 };
    expect(await find({ digests: signature, signer: null })).toMatchObject(ours);
    for (const other of [OTHER, null]) {
      const digests = { claim_sha256, claim_signature_sha256: OTHER };
      expect(await find({ digests, signer: other })).toEqual(NO_RECORDS);
      const unknown = { claim_sha256: other, claim_signature_sha256: other };
      expect(await find({ digests: unknown, signer })).toEqual(NO_RECORDS);
    }
  });

  it('of an earlier version is found by the claim signature, in the file and among what it was made from', async () => {
    const { credential_id: old } = await signOne(server.call, { key: mine.key, file: buildJpeg() });
    const { db } = server.services.database;
    const none = { claim_sha256: null, signer_sha256: null };
    await db.updateTable('credential').set(none).where('id', '=', old).execute();
    const { claim_signature_sha256 } = await rowOf(old);
    const digests = { claim_sha256: OTHER, claim_signature_sha256 };
    expect(await find({ digests, signer: null })).toMatchObject({
      service_credential: { credential_id: old, status: 'active' },
    });
    await change('revoke', old);
    expect(await find({ digests, signer: null })).toMatchObject({
      service_credential: { credential_id: old, status: 'revoked' },
    });
    const other = { claim_sha256: null, claim_signature_sha256: null };
    expect(await find({ digests: other, signer: null, others: [{ digests, isIngredient: true }] })).toMatchObject({
      service_credential: null,
      withdrawn_ancestors: [{ credential_id: old, status: 'revoked' }],
    });
  });

  it('is told as an ancestor only when it was withdrawn, and the file was made from it', async () => {
    const { credential_id: id } = await signOne(server.call, { key: mine.key, file: buildJpeg() });
    const { claim_sha256 } = await rowOf(id);
    const past = { claim_sha256, claim_signature_sha256: OTHER };
    const withParent = (isIngredient: boolean) =>
      find({
        digests: { claim_sha256: OTHER, claim_signature_sha256: OTHER },
        signer: null,
        others: [{ digests: past, isIngredient }],
      });
    expect(await withParent(true)).toEqual(NO_RECORDS);
    for (const [verb, status] of [
      ['suspend', 'suspended'],
      ['revoke', 'revoked'],
    ] as const) {
      await change(verb, id);
      expect(await withParent(true)).toMatchObject({ withdrawn_ancestors: [{ credential_id: id, status }] });
      expect(await withParent(false)).toEqual(NO_RECORDS);
    }
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

/** The stranger's file with the label of our manifest replacing its own, wherever it occurs; both have the same length. */
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
