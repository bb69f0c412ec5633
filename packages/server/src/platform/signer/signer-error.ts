import { CodedError } from '../../shared/coded-error.ts';

/** What can go wrong with a signing key and its certificate. */
export type SignerErrorCode =
  /** The certificate file is absent or holds no certificates. */
  | 'CERTIFICATE_UNREADABLE'
  /** The chain violates the C2PA certificate profile. */
  | 'CERTIFICATE_PROFILE'
  | 'CERTIFICATE_OUTSIDE_VALIDITY'
  /** The key file is absent, not a private key, or locked. */
  | 'KEY_UNREADABLE'
  | 'KEY_PASSPHRASE'
  /** Key, certificate and algorithm do not match. */
  | 'KEY_MISMATCH'
  /** The command cannot be started, or this process is ending. */
  | 'KEY_STORE_UNAVAILABLE'
  /** The command ended with an error. */
  | 'KEY_STORE_REFUSED'
  /** The result is not a signature of this key over these bytes. */
  | 'SIGNATURE_WRONG'
  | 'TIMEOUT'
  /** The development authority cannot issue. */
  | 'DEVELOPMENT_AUTHORITY';

/** A signing key that cannot be used. The message is for the operator and reveals nothing of the key. */
export class SignerError extends CodedError<SignerErrorCode> {
  override readonly name = 'SignerError';
}
