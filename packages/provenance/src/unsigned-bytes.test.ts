import { flipBit } from '@revera/testkit';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { buildJpeg } from '@revera/testkit/media';
import { describeWithPeers, openPeers, PEERS, type Peers } from '@revera/testkit/peers';
import { claimSignatureRange, editClaimSignature, malleations, signEdit } from '@revera/testkit/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManifestStoreFacts } from './c2pa/facts.ts';
import { signClaim } from './c2pa/sign/cose.ts';
import { claimSignerOf, NO_EVIDENCE, openSignBench, trustIn, type SignBench } from './testing/sign-bench.ts';

/** With room for what is added. */
const RESERVE_BYTES = 9000;
const EVERY = 29;

let bench: SignBench;
beforeAll(async () => {
  bench = await openSignBench();
});
afterAll(() => bench.close());

function sign(authority: Authority): Promise<Uint8Array> {
  const signer = claimSignerOf(authority);
  return bench.sign(buildJpeg(), {
    authority,
    reserveBytes: RESERVE_BYTES,
    signClaim: (claim) => signClaim(claim, signer, NO_EVIDENCE, RESERVE_BYTES),
  });
}

async function read(file: Uint8Array, authority: Authority) {
  const { report, verdict } = await bench.analyzeBytes(file, trustIn(authority));
  const facts = report.c2pa.state === 'examined' && report.c2pa.facts.kind === 'present' ? report.c2pa.facts : null;
  return { facts, isValid: verdict.claim_signature_valid === true, digests: digestsOf(facts) };
}

function digestsOf(facts: ManifestStoreFacts | null) {
  return facts?.manifests[0]?.digests ?? { claim_sha256: null, claim_signature_sha256: null };
}

/** Everything that can be done to a signature of this kind. */
function variants(file: Uint8Array, { algorithm }: Authority): [string, Uint8Array][] {
  return Object.entries(malleations).flatMap(([name, change]) => {
    const edited = editClaimSignature(file, (parts) => change(parts, algorithm));
    return edited === null ? [] : [[name, edited]];
  });
}

describe.each(['ES256', 'ES384', 'ES512', 'PS256', 'Ed25519'] as const)('a claim signature with %s', (algorithm) => {
  it('can be altered by anyone and stay valid; the digest of the claim stays, that of the signature does not', async () => {
    const authority = await createAuthority({ algorithm, intermediates: 2 });
    const file = await sign(authority);
    const { digests } = await read(file, authority);
    expect(digests.claim_sha256).toMatch(/^[0-9a-f]{64}$/);
    const found = variants(file, authority);
    expect(found.some(([name]) => name === 'the other signature of the same key')).toBe(algorithm.startsWith('ES'));
    expect(found.length).toBeGreaterThanOrEqual(5);
    for (const [name, edited] of found) {
      const altered = await read(edited, authority);
      expect([name, altered.isValid, altered.digests.claim_sha256]).toEqual([name, true, digests.claim_sha256]);
      expect(altered.digests.claim_signature_sha256).not.toBe(digests.claim_signature_sha256);
    }
  });
});

describe('the digest of a claim', () => {
  let authority: Authority;
  let file: Uint8Array;
  beforeAll(async () => {
    authority = await createAuthority();
    file = await sign(authority);
  });

  it('is the same wherever a bit is turned in the claim signature, as long as that stays valid', async () => {
    const { digests } = await read(file, authority);
    const { start, length } = claimSignatureRange(file);
    const offsets = Array.from({ length: Math.ceil(length / EVERY) }, (_, i) => start + i * EVERY);
    const readings = await Promise.all(offsets.map((offset) => read(flipBit(file, offset, offset), authority)));
    const valid = readings.filter(({ isValid }) => isValid);
    expect(valid.length).toBeGreaterThan(100);
    expect(new Set(valid.map((reading) => reading.digests.claim_sha256))).toEqual(new Set([digests.claim_sha256]));
    const others = valid.map((reading) => reading.digests.claim_signature_sha256);
    expect(others).not.toContain(digests.claim_signature_sha256);
  });

  it('is told of each manifest, and is the same for a file that has it as its parent', async () => {
    const [{ digests }, { facts }] = [
      await read(file, authority),
      await read(await signEdit(file, 'image/jpeg', { authority }), authority),
    ];
    const [own, parent] = (facts?.manifests ?? []).map((manifest) => manifest.digests);
    expect(parent).toEqual(digests);
    expect(own?.claim_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(own?.claim_sha256).not.toBe(digests.claim_sha256);
  });
});

describeWithPeers('as others judge it', () => {
  let peers: Peers;
  beforeAll(async () => {
    peers = await openPeers();
  });
  afterAll(() => peers.close());

  it.each(['ES256', 'ES384', 'ES512'] as const)(
    'an altered signature with %s is as valid as it was',
    async (algorithm) => {
      const authority = await createAuthority({ algorithm });
      const file = await sign(authority);
      const signers = [{ anchors: authority.rootPem, allowed: '', purposes: ['1.3.6.1.4.1.62558.2.1'] }];
      await peers.use({ signers, time_stamps: '', identities: '' });
      const statesOf = async (bytes: Uint8Array) => {
        const readings = await peers.read(await bench.write(bytes, 'jpg'), 'image/jpeg');
        return PEERS.map((peer) => readings[peer].success.includes('claimSignature.validated'));
      };
      expect(await statesOf(file)).toEqual([true, true]);
      for (const name of ['the other signature of the same key', 'a header that nobody knows'] as const) {
        const edited = editClaimSignature(file, (parts) => malleations[name](parts, algorithm));
        expect([name, await statesOf(edited ?? file)]).toEqual([name, [true, true]]);
      }
    },
  );
});
