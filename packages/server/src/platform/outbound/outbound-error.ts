import { CodedError } from '../../shared/coded-error.ts';

export type OutboundErrorCode =
  | 'INVALID_URL'
  /** Neither https, nor http to where the operator allows that. */
  | 'SCHEME_REFUSED'
  /** A user name or password in the address. */
  | 'USERINFO_REFUSED'
  | 'NAME_NOT_FOUND'
  /** The name leads into a non-public network. */
  | 'ADDRESS_REFUSED'
  | 'CONNECTION_FAILED'
  /** The host did not prove its identity. */
  | 'TLS_FAILED'
  | 'TIMEOUT'
  | 'REDIRECT_REFUSED'
  | 'STATUS_REFUSED'
  | 'TOO_LARGE'
  | 'ENCODING_REFUSED'
  /** The connection ended before the body did, or the body is not what its encoding says. */
  | 'BODY_BROKEN'
  /** The caller aborted. */
  | 'ABORTED';

/** A request to another host without a usable result. The message quotes at most 200 harmless characters of it. */
export class OutboundError extends CodedError<OutboundErrorCode> {
  override readonly name = 'OutboundError';
}
