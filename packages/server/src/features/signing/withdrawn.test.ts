import type { VerificationResult } from '@revera/provenance';
import { flipByte, indexOfBytes } from '@revera/testkit';
import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg } from '@revera/testkit/media';
import { signEdit } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { askToSign, download, signOne, sweptTracesOf, verify } from '../../testing/test-signing.ts';

const JPEG = 'image/jpeg';
const DISCARD = { ingredient_policy: 'discard' };

let server: TestServer;
/** Signed it first, and withdraws it. */
let owner: TestKey;
/** Another organization, which has the file. */
let other: TestKey;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  const scopes = ['content:sign', 'content:verify', 'credentials:read', 'credentials:revoke'] as const;
  [owner, other] = [await server.createKey({ scopes: [...scopes] }), await server.createKey({ scopes: [...scopes] })];
});
afterAll(() => server.close());

const look = async (file: Uint8Array) => (await verify(server.call, other.key, file)) as VerificationResult;

async function signed({ key }: TestKey, file: Uint8Array, fields = {}): Promise<{ cid: string; file: Buffer }> {
  const { credential_id: cid } = await signOne(server.call, { key, file, fields });
  return { cid, file: await download(server.call, key, cid) };
}

const change = (cid: string, verb: string) =>
  server.call('POST', `/v1/content/credentials/{cid}/${verb}`, { key: owner.key, params: { cid } });

const notesOf = ({ understand }: VerificationResult) => understand.filter(({ code }) => code.startsWith('ancestor_'));

describe('POST /v1/content/sign and POST /api/sign', () => {
  /** Refused without a trace, and signed as a new file when the caller drops the history. */
  async function expectRefused(file: Uint8Array, reason: string, cid: string): Promise<void> {
    const before = await sweptTracesOf(server);
    const answer = await askToSign(server.call, { key: other.key, file });
    const details = { reason, credential_id: cid };
    expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'C2PA_SIGNATURE_INVALID', details } }]);
    expect(await sweptTracesOf(server)).toEqual(before);
    const renewed = await signed(other, file, DISCARD);
    const result = await look(renewed.file);
    expect(result).toMatchObject({
      c2pa: { manifest_count: 1, ingredient_count: 0 },
      service_credential: { credential_id: renewed.cid, status: 'active' },
    });
    expect(notesOf(result)).toEqual([]);
  }

  it('400 C2PA_SIGNATURE_INVALID for a file whose credential was suspended or revoked, unless it is to be dropped', async () => {
    const { cid, file } = await signed(owner, buildJpeg());
    await change(cid, 'suspend');
    await expectRefused(file, 'credential_suspended', cid);
    await change(cid, 'revoke');
    await expectRefused(file, 'credential_revoked', cid);
  });

  it('400 C2PA_SIGNATURE_INVALID for a file that was made from one, also by another’s hand', async () => {
    const first = await signed(owner, buildJpeg());
    const second = await signed(other, first.file);
    const third = await signEdit(second.file, JPEG, { authority: await createAuthority() });
    await change(first.cid, 'revoke');
    await expectRefused(second.file, 'credential_revoked', first.cid);
    await expectRefused(third, 'credential_revoked', first.cid);
  });
});

describe('a file that was made from one whose credential was withdrawn later', () => {
  it('is told so, with the credential, and keeps its own standing', async () => {
    const parent = await signed(owner, buildJpeg());
    const child = await signed(other, parent.file);
    const before = await look(child.file);
    expect(notesOf(before)).toEqual([]);
    await change(parent.cid, 'suspend');
    const suspended = await look(child.file);
    expect(notesOf(suspended)).toMatchObject([{ code: 'ancestor_credential_suspended', level: 'warning' }]);
    await change(parent.cid, 'revoke');
    const after = await look(child.file);
    expect(after).toMatchObject({
      provenance_status: before.provenance_status,
      credential_integrity_status: 'valid_and_bound',
      service_credential: { credential_id: child.cid, status: 'active' },
    });
    const [note, ...more] = notesOf(after);
    expect([note, more]).toMatchObject([{ code: 'ancestor_credential_revoked', level: 'warning' }, []]);
    expect(note?.text).toContain(parent.cid);
    expect(note?.text).toContain(`/v/${parent.cid}`);
  });

  it('is told nothing of it when its history is broken, which is said instead', async () => {
    const parent = await signed(owner, buildJpeg());
    const child = await signed(other, parent.file);
    await change(parent.cid, 'revoke');
    // In the manifest of the parent, which is the first of the store.
    const at = indexOfBytes(child.file, 'cbor', indexOfBytes(child.file, 'c2pa.signature\0'));
    const broken = await look(flipByte(child.file, at + 40));
    expect(broken).toMatchObject({ credential_integrity_status: 'signature_invalid' });
    expect(notesOf(broken)).toEqual([]);
  });
});
