export type TrustListErrorCode =
  | 'TOO_LARGE'
  | 'TOO_MANY_CERTIFICATES'
  | 'UNKNOWN_FORMAT'
  | 'DIGEST_LIST_UNSUPPORTED'
  | 'MALFORMED_PEM'
  | 'MALFORMED_JSON'
  | 'UNSUPPORTED_VERSION'
  | 'WRONG_LIST'
  | 'MALFORMED_CERTIFICATE'
  | 'NO_CERTIFICATES'
  | 'TOO_MANY_PRODUCTS'
  | 'NO_PRODUCTS';

/** A trust list cannot be used. The message says where, without quoting the list. */
export class TrustListError extends Error {
  readonly code: TrustListErrorCode;

  constructor(code: TrustListErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TrustListError';
    this.code = code;
  }
}
