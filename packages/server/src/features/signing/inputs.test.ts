import { be16, be32, concat, flipByte, indexOfBytes, u8 } from '@revera/testkit';
import { createAuthority, EXPIRED_VALIDITY, type Authority } from '@revera/testkit/authorities';
import { pngInternational, xmpPacket } from '@revera/testkit/label';
import { buildAvif, buildJpeg, buildMp4With, buildPng, fullBox, heifWithLocations } from '@revera/testkit/media';
import { signEdit, signMedia } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { askToSign, download, lastJob, signOne, sweptTracesOf, verify } from '../../testing/test-signing.ts';

const JPEG = 'image/jpeg';

let server: TestServer;
let mine: TestKey;
let authority: Authority;
let good: Uint8Array;
/** Files whose own credential is broken in one way each. */
let broken: Record<'store' | 'signature' | 'certificate' | 'content', Uint8Array>;

beforeAll(async () => {
  authority = await createAuthority();
  server = await openTestServer({ signing: true, trustedRoots: [authority.rootPem] });
  mine = await server.createKey();
  good = await signMedia(buildJpeg(), JPEG, { authority });
  const expired = await createAuthority({ validity: EXPIRED_VALIDITY });
  const forge = (bytes: Uint8Array) => authority.sign(flipByte(bytes, 0));
  broken = {
    store: flipByte(good, indexOfBytes(good, 'cbor', indexOfBytes(good, 'c2pa.claim.v2')) + 'cbor'.length),
    signature: await signMedia(buildJpeg(), JPEG, { authority: { ...authority, sign: forge } }),
    certificate: await signMedia(buildJpeg(), JPEG, { authority: expired }),
    content: flipByte(good, good.length - 3),
  };
});
afterAll(() => server.close());

/** A PNG whose XMP names a manifest elsewhere. */
function elsewhere(compressed: boolean): Uint8Array {
  const terms = 'xmlns:dcterms="http://purl.org/dc/terms/"';
  const packet = xmpPacket(`<rdf:Description rdf:about="" ${terms} dcterms:provenance="${ADDRESS}"/>`);
  return buildPng({ chunks: [pngInternational('XML:com.adobe.xmp', packet, compressed)] });
}

const ADDRESS = 'https://example.test/manifest.c2pa';
const DISCARD = { ingredient_policy: 'discard' };

describe('POST /v1/content/sign and POST /api/sign', () => {
  const ask = (file: Uint8Array, fields = {}) => askToSign(server.call, { key: mine.key, file, fields });

  /** Refused without a trace, and signed as a new file when the caller drops the history. */
  async function expectRefused(file: Uint8Array, code: string, integrity: string): Promise<void> {
    const before = await sweptTracesOf(server);
    for (const fields of [{}, { ingredient_policy: 'require_valid' }]) {
      const answer = await ask(file, fields);
      const details = { credential_integrity_status: integrity };
      expect([answer.status, answer.body]).toMatchObject([400, { error: { code, details } }]);
      expect(await lastJob(server)).toMatchObject({
        kind: 'signing',
        status: 'failed',
        error_code: code,
        result: null,
      });
    }
    expect(await sweptTracesOf(server)).toEqual(before);
    const signed = await signOne(server.call, { key: mine.key, file, fields: DISCARD });
    expect(await verifySigned(signed.credential_id)).toMatchObject({
      credential_integrity_status: 'valid_and_bound',
      c2pa: { manifest_count: 1, ingredient_count: 0 },
    });
  }

  const verifySigned = async (cid: string) => verify(server.call, mine.key, await download(server.call, mine.key, cid));

  it('400 C2PA_PARSE_FAILED for a store that cannot be read, unless it is to be dropped', () =>
    expectRefused(broken.store, 'C2PA_PARSE_FAILED', 'signature_invalid'));

  it('400 C2PA_SIGNATURE_INVALID for a broken signature, unless it is to be dropped', () =>
    expectRefused(broken.signature, 'C2PA_SIGNATURE_INVALID', 'signature_invalid'));

  it('400 C2PA_SIGNATURE_INVALID for a certificate that had ended, unless it is to be dropped', () =>
    expectRefused(broken.certificate, 'C2PA_SIGNATURE_INVALID', 'certificate_invalid'));

  it('400 C2PA_ASSET_BINDING_INVALID for changed content, unless it is to be dropped', () =>
    expectRefused(broken.content, 'C2PA_ASSET_BINDING_INVALID', 'valid_signature_binding_failed'));

  it('400 C2PA_PARSE_FAILED for a manifest that lies elsewhere, whose address is dropped when that is said', async () => {
    const before = await sweptTracesOf(server);
    const details = { credential_integrity_status: 'no_credential', reason: 'remote_manifest' };
    for (const compressed of [false, true]) {
      const answer = await ask(elsewhere(compressed));
      expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'C2PA_PARSE_FAILED', details } }]);
    }
    expect(await sweptTracesOf(server)).toEqual(before);
    const signed = await signOne(server.call, { key: mine.key, file: elsewhere(false), fields: DISCARD });
    expect(signed.remote_manifest_discarded).toBe(ADDRESS);
    expect(indexOfBytes(await download(server.call, mine.key, signed.credential_id), ADDRESS)).toBe(-1);
    expect(await verifySigned(signed.credential_id)).toMatchObject({
      c2pa: { manifest_count: 1, ingredient_count: 0, remote_manifest_url: null },
    });
    expect((await signOne(server.call, { key: mine.key })).remote_manifest_discarded).toBeNull();
  });

  it('400 C2PA_PARSE_FAILED for an address that cannot be taken out', async () => {
    const answer = await ask(elsewhere(true), DISCARD);
    const details = { reason: 'remote_manifest_kept' };
    expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'C2PA_PARSE_FAILED', details } }]);
  });

  it('415 INVALID_FILE_TYPE for a file that would be spoiled, with the reason', async () => {
    const form = { version: 1, offsetBytes: 4, lengthBytes: 4, baseBytes: 0, indexBytes: 4, base: 'zero' } as const;
    const answer = await ask(heifWithLocations(buildAvif(), form));
    const details = { reason: 'unsafe_structure' };
    expect([answer.status, answer.body]).toMatchObject([415, { error: { code: 'INVALID_FILE_TYPE', details } }]);
  });

  it('500 POST_VERIFY_FAILED for a file that lost something, and nothing is kept', async () => {
    const before = await sweptTracesOf(server);
    // The engine leaves the items of a movie where they were.
    const item = (offset: number) => concat(u8(0x44, 0), be16(1, 1, 0, 1), be32(offset, 4));
    const items = (offset: number) => fullBox('meta', 0, 0, fullBox('iloc', 0, 0, item(offset)));
    const at = indexOfBytes(buildMp4With({ moov: [items(0)] }), 'mdat') + 4;
    const answer = await ask(buildMp4With({ moov: [items(at)] }));
    expect([answer.status, answer.body]).toMatchObject([500, { error: { code: 'POST_VERIFY_FAILED' } }]);
    expect(await sweptTracesOf(server)).toEqual(before);
  });

  it('200 keeps a valid credential as the parent of the new one', async () => {
    const { credential_id } = await signOne(server.call, { key: mine.key, file: good });
    const result = await verifySigned(credential_id);
    expect(result).toMatchObject({
      credential_integrity_status: 'valid_and_bound',
      c2pa: { manifest_count: 2, ingredient_count: 1, trust_status: 'service_trusted' },
      service_credential: { credential_id },
    });
  });

  it('200 keeps a parent whose signer is on no list, also one that discards broken ones', async () => {
    const stranger = await createAuthority();
    const file = await signEdit(await signMedia(buildJpeg(), JPEG, { authority }), JPEG, { authority: stranger });
    for (const fields of [{}, DISCARD]) {
      const { credential_id } = await signOne(server.call, { key: mine.key, file, fields });
      expect(await verifySigned(credential_id)).toMatchObject({
        credential_integrity_status: 'valid_and_bound',
        c2pa: { manifest_count: 3, ingredient_count: 1 },
      });
    }
  });

  it.each([['c2pa'], ['c2pa', 'documentSigning'], ['documentSigning']] as const)(
    '200 keeps a parent whose signer has no e-mail protection among its purposes: %s',
    async (...extendedKeyUsages) => {
      const signer = await createAuthority({ extendedKeyUsages });
      const file = await signMedia(buildJpeg(), JPEG, { authority: signer });
      const { credential_id } = await signOne(server.call, { key: mine.key, file });
      expect(await verifySigned(credential_id)).toMatchObject({
        credential_integrity_status: 'valid_and_bound',
        c2pa: { manifest_count: 2, ingredient_count: 1 },
      });
    },
  );

  it('200 signs its own output again and again, each with the one before as its parent', async () => {
    const first = await signOne(server.call, { key: mine.key });
    const file = await download(server.call, mine.key, first.credential_id);
    const second = await signOne(server.call, { key: mine.key, file, fields: { content_type: 'human_edited' } });
    expect(second.credential_id).not.toBe(first.credential_id);
    expect(await verifySigned(second.credential_id)).toMatchObject({
      c2pa: { manifest_count: 2, ingredient_count: 1 },
      service_credential: { credential_id: second.credential_id },
    });
  });
});
