import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import type { ClaimSigner } from '@revera/provenance';
import type { SignatureAlgorithm } from '../../shared/signature-algorithms.ts';
import { chooseAlgorithm } from './choose-algorithm.ts';
import { readChain } from './read-chain.ts';
import { signatureOptions } from './signature-form.ts';
import { SignerError } from './signer-error.ts';

/** A key in PEM form with its certificates. */
export interface PemSignerOptions {
  /** Leaf first, without the root. */
  chainPem: string;
  /** PKCS#8, or the older forms that OpenSSL knows. */
  keyPem: string;
  /** Empty when the key is not encrypted. */
  passphrase: string;
  /** Null to derive it from the key. */
  algorithm: SignatureAlgorithm | null;
}

const ENCRYPTED = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m;
const PRIVATE_KEY = /-----BEGIN ([A-Z0-9]+ )*PRIVATE KEY-----/;

/**
 * Signs with a key in this process's memory.
 * @throws {SignerError}
 */
export function createPemSigner(request: PemSignerOptions): ClaimSigner {
  const { leaf, der } = readChain(request.chainPem);
  const algorithm = chooseAlgorithm(leaf, request.algorithm);
  const key = readKey(request);
  if (!leaf.checkPrivateKey(key)) {
    throw new SignerError('KEY_MISMATCH', 'The private key does not belong to the signing certificate.');
  }
  const { hash, options } = signatureOptions(algorithm);
  return {
    algorithm,
    chain: der,
    sign: async (bytes) =>
      new Promise((resolve, reject) => {
        // With a callback it runs off the event loop: an RSA signature takes milliseconds.
        sign(hash, bytes, { key, ...options }, (error, signature) => {
          if (error === null) resolve(new Uint8Array(signature));
          else reject(error);
        });
      }),
  };
}

function readKey({ keyPem, passphrase }: PemSignerOptions): KeyObject {
  if (!PRIVATE_KEY.test(keyPem)) throw new SignerError('KEY_UNREADABLE', 'There is no private key in PEM form.');
  const isEncrypted = ENCRYPTED.test(keyPem);
  if (isEncrypted && passphrase === '') {
    throw new SignerError('KEY_PASSPHRASE', 'The private key is encrypted and needs a passphrase.');
  }
  try {
    return createPrivateKey({ key: keyPem, format: 'pem', ...(isEncrypted ? { passphrase } : {}) });
  } catch (cause) {
    // One wrong passphrase in 256 seems right until the key inside turns out to be noise.
    if (isEncrypted)
      throw new SignerError('KEY_PASSPHRASE', 'The passphrase does not open the private key.', { cause });
    throw new SignerError('KEY_UNREADABLE', 'The private key cannot be read.', { cause });
  }
}
