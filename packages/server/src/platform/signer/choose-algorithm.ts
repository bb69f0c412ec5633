import type { X509Certificate } from 'node:crypto';
import { algorithmDetails, algorithmOfKey } from '@revera/provenance';
import type { SignatureAlgorithm } from '../../shared/signature-algorithms.ts';
import { SignerError } from './signer-error.ts';

export { algorithmOfKey };

/**
 * What the certificate's key signs with: as configured, else by its kind.
 * @throws {SignerError} no algorithm of C2PA fits the key, or not the configured one
 */
export function chooseAlgorithm(leaf: X509Certificate, wanted: SignatureAlgorithm | null): SignatureAlgorithm {
  const natural = naturalAlgorithm(leaf);
  if (natural === null) {
    throw new SignerError('KEY_MISMATCH', 'The certificate’s key is of a kind that C2PA does not sign with.');
  }
  if (wanted === null || wanted === natural) return natural;
  // An RSA key fits all three algorithms, unless it is bound to one hash by its own parameters.
  const { hashAlgorithm } = leaf.publicKey.asymmetricKeyDetails ?? {};
  const isFree = algorithmDetails(natural).keyType === 'rsa' && hashAlgorithm === undefined;
  if (isFree && algorithmDetails(wanted).keyType === 'rsa') return wanted;
  throw new SignerError('KEY_MISMATCH', `The certificate’s key does not fit ${wanted}; it signs with ${natural}.`);
}

/** What the certificate's key signs with when nobody chose. Null: nothing of C2PA, or it cannot be read. */
export function naturalAlgorithm(leaf: X509Certificate): SignatureAlgorithm | null {
  try {
    return algorithmOfKey(leaf.publicKey);
  } catch (error) {
    // OpenSSL decodes the key only now.
    if (error instanceof Error) return null;
    throw error;
  }
}
