import { encode } from 'cbor2';
import { DecodeError } from '../bytes/decode-error.ts';
import { LIMITS } from '../limits.ts';
import { subjectOf } from '../trust/certificate.ts';
import { matchTimeStampAuthority } from '../trust/match-time-stamp-authority.ts';
import type { PreparedSnapshot } from '../trust/prepare-snapshot.ts';
import type { CoseSign1 } from './cose-sign1.ts';
import type { ClaimTimeStampFacts } from './facts.ts';
import { plain, toBeCountersigned } from './sign/cose.ts';
import { isSequence, readDer, sequenceOf, type Der } from './sign/der.ts';
import { digestOf } from './sign/pki-signature.ts';
import { hashOf, isSameBytes } from './sign/pki-certificate.ts';
import { TimeStampError } from './sign/time-stamp-error.ts';
import { checkTokenSigner } from './sign/time-stamp-signer.ts';
import { readTokenBlock, type TimeStampToken } from './sign/time-stamp-token.ts';

/** The stamped bytes: the claim (version 1 of C2PA), or the encoded signature (from 2.1 on, §10.3.2.5). */
const STAMPS = [
  { header: 'sigTst2', payload: (_claim: Uint8Array, { signature }: CoseSign1) => encode(plain(signature)) },
  { header: 'sigTst', payload: (claim: Uint8Array, _cose: CoseSign1) => claim },
] as const;

/**
 * The time stamp of a claim signature, judged independently of the engine: whether it covers this very signature, who made
 * it, and what vouches for that authority. Of several, the one that proves most; null when there is none.
 */
export async function readClaimTimeStamp(
  claim: Uint8Array,
  cose: CoseSign1,
  trust: PreparedSnapshot,
): Promise<ClaimTimeStampFacts | null> {
  const found: ClaimTimeStampFacts[] = [];
  for (const { header, payload } of STAMPS) {
    const imprinted = toBeCountersigned(cose.protectedBytes, payload(claim, cose));
    for (const token of tokensIn(cose.unprotectedHeader.get(header))) {
      found.push(await readToken(token, imprinted, trust));
    }
  }
  return found.toSorted((one, other) => STANDINGS.indexOf(one.standing) - STANDINGS.indexOf(other.standing))[0] ?? null;
}

/** The strongest proof first. */
const STANDINGS: readonly ClaimTimeStampFacts['standing'][] = [
  'listed',
  'publicly_rooted',
  'unknown_authority',
  'broken',
];

/** `{ tstTokens: [ { val } ] }`. Null for anything else: there is a stamp, but it cannot be read. */
function tokensIn(header: unknown): (Uint8Array | null)[] {
  if (header === undefined) return [];
  const tokens: unknown = header instanceof Map ? header.get('tstTokens') : null;
  if (!Array.isArray(tokens) || tokens.length === 0) return [null];
  return tokens.slice(0, LIMITS.timeStampTokens).map((token: unknown) => {
    const value: unknown = token instanceof Map ? token.get('val') : null;
    return value instanceof Uint8Array ? value : null;
  });
}

async function readToken(
  bytes: Uint8Array | null,
  imprinted: Uint8Array,
  trust: PreparedSnapshot,
): Promise<ClaimTimeStampFacts> {
  try {
    if (bytes === null || bytes.length > LIMITS.readTimeStampBytes) throw new DecodeError('time stamp', 0);
    const token = readTokenBlock(tokenOf(bytes));
    checkImprint(token, imprinted);
    const { x509 } = await checkTokenSigner(token, trust.parse);
    const { time } = token.info;
    const others = token.certificates.flatMap((der) => trust.parse(der) ?? []);
    const standing = matchTimeStampAuthority(x509, others, trust, time);
    return {
      standing: standing.kind,
      problem: null,
      time: time.toISOString(),
      authority: subjectOf(x509) || null,
      list: standing.kind === 'listed' ? standing.list : null,
    };
  } catch (error) {
    if (error instanceof DecodeError) return broken('MALFORMED');
    if (error instanceof TimeStampError) return broken(error.code);
    throw error;
  }
}

function broken(problem: NonNullable<ClaimTimeStampFacts['problem']>): ClaimTimeStampFacts {
  return { standing: 'broken', problem, time: null, authority: null, list: null };
}

/** Claims of version 1 hold the authority's whole answer (RFC 3161 §2.4.2), later ones the token out of it. */
function tokenOf(bytes: Uint8Array): Der {
  const what = 'time stamp';
  const block = readDer(bytes, what);
  const [first, second] = sequenceOf(block, what);
  return isSequence(first) && second !== undefined ? second : block;
}

function checkImprint({ info }: TimeStampToken, imprinted: Uint8Array): void {
  const digest = digestOf(info.imprintOid);
  if (digest === null || !isSameBytes(info.imprint, hashOf(digest, imprinted))) {
    throw new TimeStampError('IMPRINT_MISMATCH', 'the time stamp is for other bytes');
  }
}
