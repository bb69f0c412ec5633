import { decodedOr, EvidenceError } from './evidence-error.ts';

export type OcspErrorCode =
  /** Not a response (or certificate) as RFC 6960 and RFC 5280 build it, or larger than any response is. */
  | 'MALFORMED'
  /** The responder gave no answer: it is busy, wants the request signed or does not serve this issuer. */
  | 'UNSUCCESSFUL'
  /** The response says nothing of the certificate that was asked for. */
  | 'OTHER_CERTIFICATE'
  | 'SIGNATURE_INVALID'
  /** Signed by someone who does not speak for the issuer. */
  | 'RESPONDER_UNAUTHORISED'
  /** Not yet, or no longer, to be relied on. */
  | 'OUTSIDE_VALIDITY';

/** An OCSP response that is of no use. The message has no text of the response. */
export class OcspError extends EvidenceError<OcspErrorCode> {
  override readonly name = 'OcspError';
}

/** What `read` answers. A failure to decode becomes an `OcspError`. */
export function orMalformed<T>(read: () => T): T {
  return decodedOr(read, (what, cause) => new OcspError('MALFORMED', `cannot be read: ${what}`, { cause }));
}
