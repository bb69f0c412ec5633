import { DecodeError } from '../bytes/decode-error.ts';
import { LIMITS } from '../limits.ts';
import type { ParseCertificate } from '../trust/certificate.ts';
import type { CoseSign1 } from './cose-sign1.ts';
import type { StapledOcspFacts } from './facts.ts';
import { decodeOcspResponse, type OcspAnswer } from './sign/ocsp.ts';
import { OcspError } from './sign/ocsp-error.ts';
import { readOcspResponse } from './sign/ocsp-response.ts';

/** Whose revocation counts. */
interface StapledSigner {
  /** Certificates (DER), leaf first. */
  chain: readonly Uint8Array[];
  /** The instant of signing, if known. */
  at: Date;
  parse?: ParseCertificate;
}

/**
 * The OCSP answer that a claim signature carries (`rVals`, C2PA 2.x §13.2). The engine reads those of delegated responders
 * and silently ignores the rest, so all are read here. Of several, a revocation counts first; null when there is none.
 */
export async function readStapledOcsp(cose: CoseSign1, signer: StapledSigner): Promise<StapledOcspFacts | null> {
  const found: StapledOcspFacts[] = [];
  for (const response of responsesIn(cose)) found.push(await readResponse(response, signer));
  return found.toSorted((one, other) => WEIGHTS.indexOf(one.status) - WEIGHTS.indexOf(other.status))[0] ?? null;
}

const WEIGHTS: readonly StapledOcspFacts['status'][] = ['revoked', 'good', 'unknown', null];

/** `{ ocspVals: [ bytes ] }`, protected or not. Null for anything else. */
function responsesIn({ protectedHeader, unprotectedHeader }: CoseSign1): (Uint8Array | null)[] {
  return [protectedHeader, unprotectedHeader].flatMap((header) => {
    const values = header.get('rVals');
    if (values === undefined) return [];
    const responses: unknown = values instanceof Map ? values.get('ocspVals') : null;
    if (!Array.isArray(responses) || responses.length === 0) return [null];
    return responses
      .slice(0, LIMITS.ocspResponses)
      .map((response: unknown) => (response instanceof Uint8Array ? response : null));
  });
}

async function readResponse(
  response: Uint8Array | null,
  { chain, at, parse }: StapledSigner,
): Promise<StapledOcspFacts> {
  const [leaf, issuer] = chain;
  try {
    if (response === null || leaf === undefined || issuer === undefined) throw new DecodeError('OCSP answer', 0);
    return factsOf(await decodeOcspResponse(response, { leaf, issuer, at, ...(parse && { parse }) }));
  } catch (error) {
    if (error instanceof DecodeError) return unusable('MALFORMED');
    if (!(error instanceof OcspError)) throw error;
    if (error.code !== 'OUTSIDE_VALIDITY' || response === null) return unusable(error.code);
    return revokedOnce(response, [leaf, issuer]);
  }
}

/** An answer that was not in force at the time that counts vouches for nothing; but a revocation is permanent. */
async function revokedOnce(
  response: Uint8Array,
  [leaf, issuer]: readonly (Uint8Array | undefined)[],
): Promise<StapledOcspFacts> {
  try {
    if (leaf === undefined || issuer === undefined) return unusable('OUTSIDE_VALIDITY');
    const at = readOcspResponse(response).producedAt;
    const facts = factsOf(await decodeOcspResponse(response, { leaf, issuer, at }));
    return facts.status === 'revoked' ? facts : unusable('OUTSIDE_VALIDITY');
  } catch (error) {
    if (error instanceof OcspError) return unusable('OUTSIDE_VALIDITY');
    throw error;
  }
}

function factsOf({ status, revokedAt }: OcspAnswer): StapledOcspFacts {
  return { status, problem: null, revoked_at: revokedAt?.toISOString() ?? null };
}

function unusable(problem: NonNullable<StapledOcspFacts['problem']>): StapledOcspFacts {
  return { status: null, problem, revoked_at: null };
}
