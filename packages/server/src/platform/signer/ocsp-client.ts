import {
  decodeOcspResponse,
  encodeOcspRequest,
  OcspError,
  ocspResponderUrl,
  type OcspAnswer,
} from '@revera/provenance';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { fetchBounded } from '../outbound.ts';
import { hostOf, reasonOf } from './evidence-failure.ts';

export interface OcspClientOptions {
  /** DER, leaf first, each issued by the next. */
  signerChain: readonly Uint8Array[];
  clock: Clock;
  log: Log;
  /** The operator allows OCSP answers from this machine. */
  allowLoopbackHttp: boolean;
  /** For one request. */
  timeoutMs: number;
}

export interface OcspClient {
  /**
   * Proof that the signing certificate is not revoked: an OCSPResponse in DER form to put into signatures (COSE header `rVals`),
   * renewed when three quarters of its validity have passed. Null when the certificate names no responder, or there is no proof
   * now.
   *
   * @throws {CertificateRevokedError} for as long as the responder's latest answer is that it is revoked.
   */
  staple(): Promise<Uint8Array | null>;
}

/** The signing certificate is revoked: nothing may be signed with it. */
export class CertificateRevokedError extends Error {
  override readonly name = 'CertificateRevokedError';

  constructor() {
    super('the signing certificate is revoked');
  }
}

/** After which part of an answer's validity it is time for the next one; the rest is reserve for a responder's outage. */
const REFRESH_AFTER = 0.75;
/** No responder is called more often, even when it is down or its answers are old: a signature must not wait for it each time. */
const PAUSE_MS = 60 * 1000;
/** Only keeps memory bounded; the engine refuses sooner, and says so. */
const MOST_ANSWER_BYTES = 64 * 1024;

/** @throws {OcspError} MALFORMED, when the signing certificate cannot be read. */
export function createOcspClient(options: OcspClientOptions): OcspClient {
  const [leaf, issuer] = options.signerChain;
  const url = leaf === undefined ? null : ocspResponderUrl(leaf);
  if (leaf === undefined || url === null) return { staple: () => Promise.resolve(null) };
  if (issuer === undefined) {
    options.log.warn({ host: hostOf(url) }, 'OCSP is not asked: the signing chain lacks the issuer of its certificate');
    return { staple: () => Promise.resolve(null) };
  }
  const ask = (): Promise<OcspAnswer> => request(url, leaf, issuer, options);
  return stapleWith(ask, hostOf(url), options);
}

function stapleWith(ask: () => Promise<OcspAnswer>, host: string, { clock, log }: OcspClientOptions): OcspClient {
  let held: OcspAnswer | null = null;
  let nextAskAt = 0;
  let asking: Promise<void> | null = null;

  const refresh = async (): Promise<void> => {
    try {
      const answer = await ask();
      if (answer.status === 'unknown') throw new OcspError('OTHER_CERTIFICATE', 'the responder does not know it');
      // On plain http anyone on the way may replay an answer from before the revocation.
      if (held !== null && answer.thisUpdate < held.thisUpdate) {
        throw new OcspError('OUTSIDE_VALIDITY', 'the OCSP response is older than the one at hand');
      }
      held = answer;
      nextAskAt = refreshTime(answer, clock.now());
    } catch (error) {
      log.warn({ host, reason: reasonOf(error, OcspError) }, 'no usable OCSP answer');
      nextAskAt = clock.now().getTime() + PAUSE_MS;
    } finally {
      asking = null;
    }
  };

  return {
    async staple() {
      if (clock.now().getTime() >= nextAskAt) await (asking ??= refresh());
      // Revocation does not end with the answer that reports it (RFC 5280 §5.3.1); only a newer answer lifts a hold.
      if (held?.status === 'revoked') throw new CertificateRevokedError();
      return held !== null && clock.now() <= held.validUntil ? held.response : null;
    },
  };
}

/** A responder that answers from a cache may give an answer that is almost expired. */
function refreshTime({ thisUpdate, validUntil }: OcspAnswer, now: Date): number {
  const [begin, end] = [thisUpdate.getTime(), validUntil.getTime()];
  const due = begin + (end - begin) * REFRESH_AFTER;
  return Math.min(Math.max(due, now.getTime() + PAUSE_MS), end);
}

async function request(
  url: string,
  leaf: Uint8Array,
  issuer: Uint8Array,
  { clock, timeoutMs, allowLoopbackHttp }: OcspClientOptions,
): Promise<OcspAnswer> {
  const response = await fetchBounded(url, {
    post: { bytes: encodeOcspRequest(leaf, issuer), contentType: 'application/ocsp-request' },
    accept: 'application/ocsp-response',
    maxBytes: MOST_ANSWER_BYTES,
    timeoutMs,
    allowLoopbackHttp,
    // The answer is signed, and the address is in the operator's own certificate.
    allowPublicHttp: true,
  });
  return decodeOcspResponse(response, { leaf, issuer, at: clock.now() });
}
