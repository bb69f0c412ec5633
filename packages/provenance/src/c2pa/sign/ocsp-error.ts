import { decodedOr, EvidenceError } from './evidence-error.ts';

export type OcspErrorCode =
  /** Not a well-formed response (RFC 6960) or certificate (RFC 5280), or larger than any real response. */
  | 'MALFORMED'
  /** The responder gave no answer: it is busy, wants the request signed or does not serve this issuer. */
  | 'UNSUCCESSFUL'
  /** The response says nothing about the requested certificate. */
  | 'OTHER_CERTIFICATE'
  | 'SIGNATURE_INVALID'
  /** Signed by someone who does not speak for the issuer. */
  | 'RESPONDER_UNAUTHORISED'
  /** Not yet, or no longer, in force. */
  | 'OUTSIDE_VALIDITY';

/** An unusable OCSP response. The message contains no text from the response. */
export class OcspError extends EvidenceError<OcspErrorCode> {
  override readonly name = 'OcspError';
}

/** The result of `read`. A failure to decode becomes an `OcspError`. */
export function orMalformed<T>(read: () => T): T {
  return decodedOr(read, (what, cause) => new OcspError('MALFORMED', `cannot be read: ${what}`, { cause }));
}
