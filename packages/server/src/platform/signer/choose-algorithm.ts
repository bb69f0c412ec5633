import type { X509Certificate } from 'node:crypto';
import { algorithmDetails, algorithmOfKey } from '@revera/provenance';
import type { SignatureAlgorithm } from '../../shared/signature-algorithms.ts';
import { SignerError } from './signer-error.ts';

export { algorithmOfKey };

/**
 * The algorithm for the certificate's key: as configured, else by its kind.
 * @throws {SignerError} when no C2PA algorithm suits the key, or not the configured one
 */
export function chooseAlgorithm(leaf: X509Certificate, wanted: SignatureAlgorithm | null): SignatureAlgorithm {
  const natural = naturalAlgorithm(leaf);
  if (natural === null) {
    throw new SignerError('KEY_MISMATCH', 'The certificate’s key is of a kind that C2PA does not sign with.');
  }
  if (wanted === null || wanted === natural) return natural;
  // An RSA key suits all three algorithms, unless its own parameters limit it to one hash.
  const { hashAlgorithm } = leaf.publicKey.asymmetricKeyDetails ?? {};
  const isFree = algorithmDetails(natural).keyType === 'rsa' && hashAlgorithm === undefined;
  if (isFree && algorithmDetails(wanted).keyType === 'rsa') return wanted;
  throw new SignerError('KEY_MISMATCH', `The certificate’s key does not fit ${wanted}; it signs with ${natural}.`);
}

/** The default algorithm for the certificate's key. Null when C2PA has none, or the key cannot be read. */
export function naturalAlgorithm(leaf: X509Certificate): SignatureAlgorithm | null {
  try {
    return algorithmOfKey(leaf.publicKey);
  } catch (error) {
    // OpenSSL decodes the key only now.
    if (error instanceof Error) return null;
    throw error;
  }
}
