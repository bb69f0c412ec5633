import { createHash } from 'node:crypto';
import { createAuthority, type Authority, type AuthorityOptions } from '@revera/testkit/authorities';
import { mediaKinds } from '@revera/testkit/media';
import { decode, encode, Tag } from 'cbor2';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { claimSignerOf, NO_EVIDENCE, openSignBench, trustIn, type SignBench } from '../../testing/sign-bench.ts';
import { algorithmDetails, SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from './algorithms.ts';
import type { ClaimSigner } from './claim-signer.ts';
import { choosePadding, claimReserveBytes, signClaim, type ClaimEvidence } from './cose.ts';

const CLAIM = Buffer.from('a claim');
const TOKEN = new Uint8Array(4000).fill(1);
const OCSP_RESPONSE = new Uint8Array(600).fill(2);
const STAMPED: ClaimEvidence = { stamp: () => Promise.resolve(TOKEN), ocspResponse: OCSP_RESPONSE };
const LONGEST_MISSING = 70_000;

type Sign1 = [Uint8Array, Map<string, unknown>, null, Uint8Array];

/** Takes a tagged COSE_Sign1 apart. */
function sign1Of(cose: Uint8Array): Sign1 {
  const tagged = decode<Tag>(cose, { preferMap: true });
  expect(tagged).toBeInstanceOf(Tag);
  expect(tagged.tag).toBe(18);
  return tagged.contents as Sign1;
}

/** `length` makes a chain of one, two or three certificates. */
async function signerOf(
  algorithm: SignatureAlgorithm,
  length = 2,
): Promise<{ authority: Authority; signer: ClaimSigner }> {
  const options: AuthorityOptions = { algorithm: algorithm === 'EdDSA' ? 'Ed25519' : algorithm };
  const made = await createAuthority({ ...options, omitIntermediate: length === 1 });
  const authority = length === 3 ? { ...made, chainDer: [...made.chainDer, made.root.der] } : made;
  return { authority, signer: claimSignerOf(authority) };
}

describe('choosePadding', () => {
  const grown = (lengths: readonly number[]): number => {
    const header = (sizes: readonly number[]) =>
      encode(new Map(sizes.map((bytes, i) => [i === 0 ? 'pad' : `pad${i + 1}`, new Uint8Array(bytes)]))).length;
    return header(lengths) - header([0]);
  };

  it('makes up for exactly the missing bytes near each length at which an encoding jumps', () => {
    const jumps = [0, 24, 32, 0x100, 0x10000, LONGEST_MISSING];
    const lengths = jumps.flatMap((jump) => Array.from({ length: 80 }, (_, i) => jump - 40 + i));
    for (const missing of lengths.filter((length) => length >= 0)) expect(grown(choosePadding(missing))).toBe(missing);
  });

  it('makes up for exactly the missing bytes of whatever number', () => {
    fc.assert(
      fc.property(fc.nat(LONGEST_MISSING), (missing) => {
        expect(grown(choosePadding(missing))).toBe(missing);
      }),
      { numRuns: 1000 },
    );
  });

  it('takes a second padding only where one cannot do it', () => {
    const lengths = Array.from({ length: 400 }, (_, missing) => missing);
    expect(lengths.filter((missing) => choosePadding(missing).length === 2)).toEqual([24, 257]);
  });

  it('throws a RangeError for a signature that is longer than what was reserved', () => {
    expect(() => choosePadding(-1)).toThrow(RangeError);
  });
});

describe('the structure of a claim signature', () => {
  it('holds algorithm and chain under the signature and nothing else there, and no payload', async () => {
    const { authority, signer } = await signerOf('ES256');
    const [header, unprotected, payload, signature] = sign1Of(await signClaim(CLAIM, signer, NO_EVIDENCE, 3000));
    const members = decode<Map<number, unknown>>(header, { preferMap: true });
    expect([...members]).toEqual([
      [1, -7],
      [33, authority.chainDer],
    ]);
    expect([...unprotected.keys()]).toEqual(['pad']);
    expect(payload).toBeNull();
    expect(signature).toHaveLength(64);
  });

  it('holds a single certificate as a byte string, not as a list', async () => {
    const { authority, signer } = await signerOf('ES256', 1);
    const [header] = sign1Of(await signClaim(CLAIM, signer, NO_EVIDENCE, 3000));
    expect(decode<Map<number, unknown>>(header, { preferMap: true }).get(33)).toEqual(authority.leaf.der);
  });

  it('holds the time stamp as sigTst2 and the OCSP response as rVals, outside the signature', async () => {
    const { signer } = await signerOf('ES256');
    const reserveBytes = claimReserveBytes(signer, STAMPED);
    const [, unprotected] = sign1Of(await signClaim(CLAIM, signer, STAMPED, reserveBytes));
    expect([...unprotected.keys()]).toEqual(['sigTst2', 'rVals', 'pad']);
    expect(unprotected.get('sigTst2')).toEqual(new Map([['tstTokens', [new Map([['val', TOKEN]])]]]));
    expect(unprotected.get('rVals')).toEqual(new Map([['ocspVals', [OCSP_RESPONSE]]]));
    expect(new Set(unprotected.get('pad') as Uint8Array)).toEqual(new Set([0]));
  });

  it('signs the claim as the detached payload and stamps a countersignature over the signature', async () => {
    const { signer } = await signerOf('ES256');
    const signed: Uint8Array[] = [];
    const stamped: Uint8Array[] = [];
    const sign = (bytes: Uint8Array) => {
      signed.push(bytes);
      return signer.sign(bytes);
    };
    const stamp = (data: Uint8Array) => {
      stamped.push(data);
      return Promise.resolve(TOKEN);
    };
    const cose = await signClaim(CLAIM, { ...signer, sign }, { stamp, ocspResponse: null }, 10_000);
    const [header, , , signature] = sign1Of(cose);
    const nothing = new Uint8Array();
    expect(signed.map((bytes) => decode(bytes))).toEqual([['Signature1', header, nothing, new Uint8Array(CLAIM)]]);
    expect(stamped.map((bytes) => decode(bytes))).toEqual([['CounterSignature', header, nothing, encode(signature)]]);
    expect(Buffer.from(encode(signature)).toString('hex')).toBe(`5840${Buffer.from(signature).toString('hex')}`);
  });

  it('does without a time stamp when the authority gives none', async () => {
    const { signer } = await signerOf('ES256');
    const evidence = { stamp: () => Promise.resolve(null), ocspResponse: null };
    const reserveBytes = claimReserveBytes(signer, evidence);
    const cose = await signClaim(CLAIM, signer, evidence, reserveBytes);
    expect(cose).toHaveLength(reserveBytes);
    expect([...sign1Of(cose)[1].keys()]).toEqual(['pad']);
  });

  it('is not made longer than reserved: a time stamp beyond its bound is a RangeError', async () => {
    const { signer } = await signerOf('ES256');
    const reserveBytes = claimReserveBytes(signer, STAMPED);
    const sign = (tokenBytes: number) =>
      signClaim(CLAIM, signer, { ...STAMPED, stamp: async () => new Uint8Array(tokenBytes) }, reserveBytes);
    await expect(sign(LIMITS.timeStampTokenBytes)).resolves.toHaveLength(reserveBytes);
    await expect(sign(LIMITS.timeStampTokenBytes + 1)).rejects.toThrow(RangeError);
  });

  it('passes on what the signer and the stamper throw', async () => {
    const { signer } = await signerOf('ES256');
    const failure = new Error('the key is away');
    const failing = { ...signer, sign: () => Promise.reject(failure) };
    await expect(signClaim(CLAIM, failing, NO_EVIDENCE, 3000)).rejects.toBe(failure);
    const evidence = { stamp: () => Promise.reject(failure), ocspResponse: null };
    await expect(signClaim(CLAIM, signer, evidence, 10_000)).rejects.toBe(failure);
  });

  it('takes a Buffer of the signer for its bytes', async () => {
    const { signer } = await signerOf('ES256');
    const pooled = {
      ...signer,
      chain: signer.chain.map((der) => Buffer.from(der)),
      sign: async (bytes: Uint8Array) => Buffer.from(await signer.sign(bytes)),
    };
    const [header, , , signature] = sign1Of(await signClaim(Buffer.from(CLAIM), pooled, NO_EVIDENCE, 3000));
    expect(decode<Map<number, unknown>>(header, { preferMap: true }).get(33)).toEqual(signer.chain);
    expect(signature).toHaveLength(64);
  });
});

describe('a claim signature through the engine', () => {
  let bench: SignBench;
  beforeAll(async () => {
    bench = await openSignBench();
  });
  afterAll(() => bench.close());

  describe.each(SIGNATURE_ALGORITHMS)('with %s', (algorithm) => {
    it.each([1, 2, 3])('is as long as reserved and is read back as valid, with a chain of %i', async (length) => {
      const { authority, signer } = await signerOf(algorithm, length);
      for (const evidence of [NO_EVIDENCE, STAMPED]) {
        const reserveBytes = claimReserveBytes(signer, evidence);
        expect(await signClaim(CLAIM, signer, evidence, reserveBytes)).toHaveLength(reserveBytes);
        await expect(signClaim(CLAIM, signer, NO_EVIDENCE, reserveBytes)).resolves.toHaveLength(reserveBytes);
      }
      const signed = await bench.sign(mediaKinds.jpeg.build(), { authority });
      // With the leaf alone no path leads to the root, as the list has roots only: the signature is valid all the same.
      const { report, verdict } = await bench.analyzeBytes(signed, trustIn(authority));
      expect(verdict).toMatchObject({ claim_signature_valid: true, asset_binding_valid: true });
      expect(verdict.provenance_status === 'verified').toBe(length > 1);
      const facts = {
        chain: { certificates: { length } },
        manifests: [{ signature: { algorithm: algorithmDetails(algorithm).engineName } }],
      };
      expect(report.c2pa).toMatchObject({ state: 'examined', facts });
    });
  });

  it('is the signature whose digest the report names', async () => {
    const { authority, signer } = await signerOf('ES256');
    const made: Uint8Array[] = [];
    const reserveBytes = claimReserveBytes(signer, NO_EVIDENCE);
    const signed = await bench.sign(mediaKinds.jpeg.build(), {
      authority,
      signClaim: async (claim) => {
        made.push(await signClaim(claim, signer, NO_EVIDENCE, reserveBytes));
        return made[0] ?? claim;
      },
    });
    const { report } = await bench.analyzeBytes(signed, trustIn(authority));
    const digest = createHash('sha256')
      .update(made[0] ?? '')
      .digest('hex');
    expect(report.c2pa).toMatchObject({ facts: { claim_signature_sha256: digest } });
  });
});
