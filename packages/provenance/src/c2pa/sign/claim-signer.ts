import type { SignatureAlgorithm } from './algorithms.ts';

/**
 * A signing key with its certificates, wherever the key is: in a file, in a hardware module, behind a service. It is
 * called outside the engine's threads, so an implementation may wait for the network.
 */
export interface ClaimSigner {
  readonly algorithm: SignatureAlgorithm;
  /** DER, leaf first, each issued by the next; without the root (C2PA 2.x §14.5). */
  readonly chain: readonly Uint8Array[];
  /**
   * The signature over these bytes (not over a digest the caller made), in the form of COSE (RFC 9053): ECDSA as r and s of
   * fixed length, concatenated; RSASSA-PSS with a salt as long as the hash.
   */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}
