import { decodedOr, EvidenceError } from './evidence-error.ts';

export type TimeStampErrorCode =
  /** Not a time-stamp response as RFC 3161 and RFC 5652 build it. */
  | 'MALFORMED'
  /** The authority refused (RFC 3161 §2.4.2, PKIStatus). */
  | 'NOT_GRANTED'
  /** It stamps other bytes than those that were sent. */
  | 'IMPRINT_MISMATCH'
  /** It answers another request: a replay, or an answer that was lost and found. */
  | 'NONCE_MISMATCH'
  | 'SIGNATURE_INVALID'
  /** The signing certificate is absent, is not the one that was meant, or may not sign time stamps at that time. */
  | 'CERTIFICATE_INVALID'
  /** The time is too far from ours. */
  | 'TIME_IMPLAUSIBLE'
  | 'TOO_LARGE';

/** A time-stamp response that is of no use. The message has no text of the response. */
export class TimeStampError extends EvidenceError<TimeStampErrorCode> {
  override readonly name = 'TimeStampError';
}

/** What `read` answers. A failure to decode becomes a `TimeStampError`. */
export function orMalformed<T>(read: () => T): T {
  return decodedOr(
    read,
    (what, cause) => new TimeStampError('MALFORMED', `no valid time-stamp response: ${what}`, { cause }),
  );
}
