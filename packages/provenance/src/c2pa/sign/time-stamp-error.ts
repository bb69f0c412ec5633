import { decodedOr, EvidenceError } from './evidence-error.ts';

export type TimeStampErrorCode =
  /** Not a well-formed time-stamp response (RFC 3161, RFC 5652). */
  | 'MALFORMED'
  /** The authority refused (RFC 3161 §2.4.2, PKIStatus). */
  | 'NOT_GRANTED'
  /** It stamps bytes other than those that were sent. */
  | 'IMPRINT_MISMATCH'
  /** It answers another request: a replay, or a delayed answer. */
  | 'NONCE_MISMATCH'
  | 'SIGNATURE_INVALID'
  /** The signing certificate is absent, is not the expected one, or may not sign time stamps at that time. */
  | 'CERTIFICATE_INVALID'
  /** The time is too far from ours. */
  | 'TIME_IMPLAUSIBLE'
  | 'TOO_LARGE';

/** An unusable time-stamp response. The message contains no text from the response. */
export class TimeStampError extends EvidenceError<TimeStampErrorCode> {
  override readonly name = 'TimeStampError';
}

/** The result of `read`. A failure to decode becomes a `TimeStampError`. */
export function orMalformed<T>(read: () => T): T {
  return decodedOr(
    read,
    (what, cause) => new TimeStampError('MALFORMED', `no valid time-stamp response: ${what}`, { cause }),
  );
}
