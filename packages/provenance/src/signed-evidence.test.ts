import { flipBit, indexOfBytes } from '@revera/testkit';
import { createAuthority, hasOpenssl, type Authority } from '@revera/testkit/authorities';
import { findReferenceTool, NO_REFERENCE_TOOL } from '@revera/testkit/conformance';
import { mediaKinds } from '@revera/testkit/media';
import {
  createTimeStampSigner,
  startOcspResponder,
  startTimeStampAuthority,
  type OcspResponder,
  type TimeStampAuthority,
} from '@revera/testkit/servers';
import { encode } from 'cbor2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManifestStoreFacts } from './c2pa/facts.ts';
import type { ClaimEvidence } from './c2pa/sign/cose.ts';
import { decodeOcspResponse, encodeOcspRequest } from './c2pa/sign/ocsp.ts';
import { askForStamp } from './testing/ask-for-stamp.ts';
import { NO_EVIDENCE, openSignBench, trustIn, type SignBench } from './testing/sign-bench.ts';
import type { Report } from './report.ts';
import type { Verdict } from './verdict/verdict.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Not every bit: each is an analysis. */
const EVERY = 61;
const EVIDENCE_SEEN = ['signingCredential.ocsp.notRevoked', 'timeStamp.validated', 'timeStamp.trusted'];

/** The peers answer by the clock of this machine, so files are judged by it too. */
const now = (days = 0): Date => new Date(Date.now() + days * DAY_MS);

describe.runIf(hasOpenssl())('a signature with evidence of openssl', () => {
  let bench: SignBench;
  let tsa: TimeStampAuthority;
  let authority: Authority;
  let responder: OcspResponder;
  beforeAll(async () => {
    bench = await openSignBench();
    tsa = await startTimeStampAuthority();
    authority = await createAuthority();
    responder = await startOcspResponder(authority, { kind: 'answer', status: 'good', signedBy: 'delegate' });
  });
  afterAll(async () => {
    await Promise.all([bench.close(), tsa.close(), responder.close()]);
  });

  const post = async (url: string, type: string, body: Uint8Array): Promise<Uint8Array> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(body),
    });
    return new Uint8Array(await response.arrayBuffer());
  };
  const stamp = (data: Uint8Array) => askForStamp(data, (query) => post(tsa.url, 'application/timestamp-query', query));
  const staple = async ({ leaf, intermediate }: Authority): Promise<Uint8Array> => {
    const answer = await post(responder.url, 'application/ocsp-request', encodeOcspRequest(leaf.der, intermediate.der));
    return (await decodeOcspResponse(answer, { leaf: leaf.der, issuer: intermediate.der, at: now() })).response;
  };
  const sign = (evidence: ClaimEvidence, signer = authority) =>
    bench.sign(mediaKinds.jpeg.build(), { authority: signer, evidence, at: now() });
  const read = async (signed: Uint8Array, { signer = authority, stamper = tsa.authority, at = now() } = {}) => {
    const { report, verdict } = await bench.analyzeBytes(signed, trustIn(signer, stamper), { at });
    return { verdict, facts: factsOf(report) };
  };

  it('shows its time stamp and its OCSP answer to our engine, which trusts both', async () => {
    const signed = await sign({ stamp, ocspResponse: await staple(authority) });
    const { verdict, facts } = await read(signed);
    expect(codesOf(facts).success).toEqual(expect.arrayContaining(EVIDENCE_SEEN));
    expect(codesOf(facts)).toMatchObject({ informational: [], failure: [] });
    expect(facts.time_stamp_list).toBe('c2pa_tsa');
    expect(facts.manifests[0]?.signature?.time_stamp?.authority).toContain('CN=Revera Test Time Stamps');
    expect(verdict.provenance_status).toBe('verified');
    expect(verdict.notes.map(({ code }) => code)).toContain('time_stamped');
  });

  it('shows both to the reference tool, which trusts both', async (ctx) => {
    const tool = (await findReferenceTool()) ?? ctx.skip(`skipped: ${NO_REFERENCE_TOOL}`);
    const path = await bench.write(await sign({ stamp, ocspResponse: await staple(authority) }), 'jpg');
    const reading = await tool.read(path, { anchorsPem: authority.rootPem, tsaAnchorsPem: tsa.authority.rootPem });
    expect(reading).toMatchObject({ state: 'Trusted', informational: [], failure: [] });
    expect(reading.success).toEqual(expect.arrayContaining(EVIDENCE_SEEN));
  });

  it('is verified without trust in a time stamp whose authority is on no list', async () => {
    const { verdict, facts } = await read(await sign({ stamp, ocspResponse: null }), {
      stamper: await createTimeStampSigner(),
    });
    expect(codesOf(facts).informational).toContain('timeStamp.untrusted');
    expect(facts.time_stamp_list).toBeNull();
    expect(verdict.provenance_status).toBe('verified');
  });

  it('is verified without its time stamp when that is over the bare signature, as readers see', async () => {
    // The end of the countersignature is the signature, encoded.
    const bare = (data: Uint8Array) => stamp(data.subarray(-encode(new Uint8Array(64)).length));
    const { verdict, facts } = await read(await sign({ stamp: bare, ocspResponse: null }));
    expect(codesOf(facts).informational).toContain('timeStamp.mismatch');
    expect(verdict.provenance_status).toBe('verified');
  });

  it('does not hold when the OCSP answer says revoked at the attested time', async () => {
    responder.set({ kind: 'answer', status: 'revoked', signedBy: 'delegate' });
    const signed = await sign({ stamp, ocspResponse: await staple(authority) });
    responder.set({ kind: 'answer', status: 'good', signedBy: 'delegate' });
    const { verdict, facts } = await read(signed);
    expect(codesOf(facts).failure).toContain('signingCredential.ocsp.revoked');
    expect(verdict).toMatchObject({ provenance_status: 'invalid', integrity_status: 'certificate_invalid' });
  });

  it.each([
    ['good', 'verified', 'signingCredential.ocsp.notRevoked'],
    ['revoked', 'invalid', 'signingCredential.ocsp.revoked'],
  ] as const)('is judged by an OCSP answer "%s" of the issuer itself, which the engine passes over', async (...row) => {
    const [status, provenance, code] = row;
    responder.set({ kind: 'answer', status, signedBy: 'issuer' });
    const signed = await sign({ stamp, ocspResponse: await staple(authority) });
    responder.set({ kind: 'answer', status: 'good', signedBy: 'delegate' });
    const { verdict, facts } = await read(signed);
    const { success, informational, failure } = codesOf(facts);
    expect([...success, ...informational, ...failure].filter((found) => found.includes('ocsp'))).toEqual([]);
    expect(verdict.provenance_status).toBe(provenance);
    const published = verdict.credential?.validation_codes;
    expect([...(published?.success ?? []), ...(published?.failure ?? [])]).toContain(code);
  });

  it('says that a stapled answer is of no use when it is no answer, or of another certificate', async () => {
    const other = await createAuthority({ issuedBy: authority });
    for (const ocspResponse of [new Uint8Array(40).fill(7), await staple(other)]) {
      const { verdict } = await read(await sign({ stamp, ocspResponse }));
      expect(verdict.notes.map(({ code }) => code)).toContain('revocation_evidence_unusable');
      expect(verdict.provenance_status).toBe('verified');
    }
  });

  it('never loses what is beside it without a word, whichever bit of that is turned', async () => {
    responder.set({ kind: 'answer', status: 'revoked', signedBy: 'delegate' });
    const ocspResponse = await staple(authority);
    responder.set({ kind: 'answer', status: 'good', signedBy: 'delegate' });
    const signed = await sign({ stamp, ocspResponse });
    const turned = async (from: number, length: number) => {
      const offsets = Array.from({ length: Math.ceil(length / EVERY) }, (_, i) => from + i * EVERY);
      return Promise.all(offsets.map(async (offset) => (await read(flipBit(signed, offset, offset))).verdict));
    };
    const unsaid = ({ notes: found, integrity_status }: Verdict, codes: readonly string[]) =>
      integrity_status === 'valid_and_bound' && !found.some(({ code }) => codes.includes(code));
    const answers = await turned(indexOfBytes(signed, ocspResponse), ocspResponse.length);
    expect(answers.some(({ integrity_status }) => integrity_status === 'valid_and_bound')).toBe(true);
    expect(answers.filter((verdict) => unsaid(verdict, ['revocation_evidence_unusable']))).toEqual([]);
    const stampAt = indexOfBytes(signed, 'tstTokens') + 'tstTokens'.length;
    const stamps = await turned(stampAt + 9, indexOfBytes(signed, 'rVals') - stampAt - 16);
    const said = ['time_stamp_broken', 'time_stamped', 'time_stamp_of_unknown_authority'];
    expect(stamps.filter((verdict) => unsaid(verdict, said))).toEqual([]);
  });

  it('outlives its certificate by its time stamp, and does not without one', async () => {
    const signer = await createAuthority({ validity: { notBefore: now(-1), notAfter: now(1) } });
    const stamped = await sign({ stamp, ocspResponse: null }, signer);
    const bare = await sign(NO_EVIDENCE, signer);
    const [today, later] = [{ signer }, { signer, at: now(2) }];
    const statusOf = async (...args: Parameters<typeof read>) => (await read(...args)).verdict.integrity_status;
    expect(await statusOf(stamped, today)).toBe('valid_and_bound');
    expect(await statusOf(bare, today)).toBe('valid_and_bound');
    expect(await statusOf(stamped, later)).toBe('valid_and_bound');
    expect(await statusOf(bare, later)).toBe('certificate_invalid');
  });
});

function factsOf({ c2pa }: Report): ManifestStoreFacts {
  if (c2pa.state === 'examined' && c2pa.facts.kind === 'present') return c2pa.facts;
  throw new TypeError(`there is no manifest: ${JSON.stringify(c2pa)}`);
}

function codesOf({ active_codes: { success, informational, failure } }: ManifestStoreFacts) {
  const codes = (entries: readonly { code: string }[]): string[] => entries.map(({ code }) => code);
  return { success: codes(success), informational: codes(informational), failure: codes(failure) };
}
