import { concat } from '@revera/testkit';
import { EXPIRED_VALIDITY, hasOpenssl, type Authority } from '@revera/testkit/authorities';
import { createTimeStampSigner, forgeTimeStampResponse, type ForgedTimeStamp } from '@revera/testkit/servers';
import { encode } from 'cbor2';
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { listOf, snapshotOf } from '../testing/trust-snapshots.ts';
import { prepareSnapshot } from '../trust/prepare-snapshot.ts';
import { readClaimTimeStamp } from './claim-time-stamp.ts';
import type { CoseSign1 } from './cose-sign1.ts';

const CLAIM = encode({ claim: 'a claim' });
const SIGNATURE = new Uint8Array(64).fill(9);
const PROTECTED = encode(new Map([[1, -7]]));
const TIME = new Date('2026-03-01T12:00:00Z');
const HEAD = ['CounterSignature', PROTECTED, new Uint8Array(0)];
/** C2PA 2.x §10.3.2.5: over the encoded signature; in version 1 over the claim. */
const OVER_SIGNATURE = encode([...HEAD, encode(SIGNATURE)]);
const OVER_CLAIM = encode([...HEAD, CLAIM]);

const cose = (header: Readonly<Record<string, unknown>>): CoseSign1 => ({
  protectedBytes: PROTECTED,
  protectedHeader: new Map([[1, -7]]),
  unprotectedHeader: new Map(Object.entries(header)),
  signature: SIGNATURE,
});
const tokens = (...values: unknown[]) => new Map([['tstTokens', values.map((val) => new Map([['val', val]]))]]);

describe.runIf(hasOpenssl())('the time stamp of a claim signature', () => {
  let tsa: Authority;
  let answer: Uint8Array;
  let token: Uint8Array;
  beforeAll(async () => {
    tsa = await createTimeStampSigner();
    answer = await forge(OVER_CLAIM);
    token = withoutStatus(await forge(OVER_SIGNATURE));
  });

  const forge = (over: Uint8Array, options: Partial<ForgedTimeStamp> = {}) =>
    forgeTimeStampResponse({
      imprint: createHash('sha256').update(over).digest(),
      nonce: null,
      time: TIME,
      signer: tsa,
      ...options,
    });
  const listed = () => prepareSnapshot(snapshotOf(listOf('c2pa_tsa', [tsa.rootPem])));
  const read = (header: Readonly<Record<string, unknown>>, trust = listed()) =>
    readClaimTimeStamp(CLAIM, cose(header), trust);

  it('is listed when its chain leads to the list, in either version', async () => {
    const expected = { standing: 'listed', list: 'c2pa_tsa', problem: null, time: TIME.toISOString() };
    expect(await read({ sigTst2: tokens(token) })).toMatchObject(expected);
    expect(await read({ sigTst: tokens(answer) })).toMatchObject(expected);
  });

  it('is of an unknown authority when no list and no public root vouches for it', async () => {
    const stamp = await read({ sigTst2: tokens(token) }, prepareSnapshot(snapshotOf()));
    expect(stamp).toMatchObject({ standing: 'unknown_authority', list: null, time: TIME.toISOString() });
    expect(stamp?.authority).toContain('CN=Revera Test Time Stamps');
  });

  it('is not vouched for by a list of signers, nor by the service', async () => {
    const trust = prepareSnapshot(snapshotOf(listOf('c2pa', [tsa.rootPem]), listOf('service', [tsa.rootPem])));
    expect(await read({ sigTst2: tokens(token) }, trust)).toMatchObject({ standing: 'unknown_authority' });
  });

  it('is broken when it is over something else: the claim, the bare signature, the other version', async () => {
    const broken = { standing: 'broken', problem: 'IMPRINT_MISMATCH', time: null };
    expect(await read({ sigTst2: tokens(withoutStatus(answer)) })).toMatchObject(broken);
    expect(await read({ sigTst: tokens(token) })).toMatchObject(broken);
    expect(await read({ sigTst2: tokens(withoutStatus(await forge(SIGNATURE))) })).toMatchObject(broken);
  });

  it('is broken when its authority was not valid then, or is for more than time stamping', async () => {
    for (const options of [{ validity: EXPIRED_VALIDITY }, { extendedKeyUsagesCritical: false }]) {
      const signer = await createTimeStampSigner(options);
      const stamp = await read({ sigTst2: tokens(withoutStatus(await forge(OVER_SIGNATURE, { signer }))) });
      expect(stamp).toMatchObject({ standing: 'broken', problem: 'CERTIFICATE_INVALID' });
    }
  });

  it.each<[string, () => unknown]>([
    ['a text', () => 'stamp'],
    ['no tokens', () => new Map([['tstTokens', []]])],
    ['a token without a value', () => new Map([['tstTokens', [new Map()]]])],
    ['a value that is a text', () => tokens('stamp')],
    ['a token that is cut', () => tokens(token.subarray(0, 200))],
    ['a token with a byte behind it', () => tokens(concat(token, [0]))],
    ['a token over the limit', () => tokens(new Uint8Array(LIMITS.readTimeStampBytes + 1))],
  ])('is there and cannot be read: %s', async (_what, header) => {
    expect(await read({ sigTst2: header() })).toMatchObject({ standing: 'broken', problem: 'MALFORMED' });
  });

  it('is the one that proves most, of the first few', async () => {
    const rubbish = Array.from({ length: LIMITS.timeStampTokens - 1 }, () => 'rubbish');
    expect(await read({ sigTst2: tokens(...rubbish, token) })).toMatchObject({ standing: 'listed' });
    expect(await read({ sigTst2: tokens(...rubbish, 'rubbish', token) })).toMatchObject({ standing: 'broken' });
    expect(await read({ sigTst2: tokens('rubbish'), sigTst: tokens(answer) })).toMatchObject({ standing: 'listed' });
  });

  it('is null when there is none', async () => {
    expect(await read({})).toBeNull();
  });

  it('never holds with a byte of it changed, unless the byte says nothing', async () => {
    for (let at = 0; at < token.length; at += 41) {
      const changed = Uint8Array.from(token);
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      const stamp = await read({ sigTst2: tokens(changed) });
      expect(['broken', 'listed', 'unknown_authority']).toContain(stamp?.standing);
      if (stamp?.standing === 'listed') expect(stamp.time).toBe(TIME.toISOString());
    }
  });
});

/** The token out of a TimeStampResp, whose first member is nine bytes or fewer. */
function withoutStatus(response: Uint8Array): Uint8Array {
  const at = Buffer.from(response).indexOf(Buffer.of(0x30, 0x03, 0x02, 0x01, 0x00));
  return response.slice(at + 5);
}
