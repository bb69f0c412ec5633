import { constants, generateKeyPair, type KeyObject, type SigningOptions } from 'node:crypto';
import { promisify } from 'node:util';
import type { Bytes } from '../bytes.ts';
import { der, oid } from '../der.ts';

/** Signature algorithms of C2PA 2.x §13.2. */
export type SignatureAlgorithm = 'ES256' | 'ES384' | 'ES512' | 'PS256' | 'PS384' | 'PS512' | 'Ed25519';

export interface KeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

interface AlgorithmDetails {
  /** COSE algorithm identifier (IANA). */
  coseId: number;
  /** The engine's name. */
  engineName: string;
  /** Null when the algorithm hashes by itself. */
  hash: string | null;
  options: SigningOptions;
  /** AlgorithmIdentifier of such signatures on certificates, DER. */
  identifier: Bytes;
  makeKeys: (rsaBits?: number) => Promise<KeyPair>;
}

const generate = promisify(generateKeyPair);

export const signatureAlgorithms: Readonly<Record<SignatureAlgorithm, AlgorithmDetails>> = {
  ES256: ecdsa(-7, 'P-256', 256, '1.2.840.10045.4.3.2'),
  ES384: ecdsa(-35, 'P-384', 384, '1.2.840.10045.4.3.3'),
  ES512: ecdsa(-36, 'P-521', 512, '1.2.840.10045.4.3.4'),
  PS256: rsaPss(-37, 256, '2.16.840.1.101.3.4.2.1'),
  PS384: rsaPss(-38, 384, '2.16.840.1.101.3.4.2.2'),
  PS512: rsaPss(-39, 512, '2.16.840.1.101.3.4.2.3'),
  Ed25519: {
    coseId: -8,
    engineName: 'ed25519',
    hash: null,
    options: {},
    identifier: der(0x30, oid('1.3.101.112')),
    makeKeys: async () => generate('ed25519'),
  },
};

function ecdsa(coseId: number, namedCurve: string, hashBits: number, signatureOid: string): AlgorithmDetails {
  return {
    coseId,
    engineName: `es${hashBits}`,
    hash: `sha${hashBits}`,
    options: {},
    identifier: der(0x30, oid(signatureOid)),
    makeKeys: async () => generate('ec', { namedCurve }),
  };
}

/** The salt is as long as the hash, and MGF1 uses the same hash (RFC 4055 §3.1). */
function rsaPss(coseId: number, hashBits: number, hashOid: string): AlgorithmDetails {
  const hash = der(0x30, oid(hashOid));
  const mask = der(0x30, oid('1.2.840.113549.1.1.8'), hash);
  const salt = der(0x02, [hashBits / 8]);
  return {
    coseId,
    engineName: `ps${hashBits}`,
    hash: `sha${hashBits}`,
    options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
    identifier: der(0x30, oid('1.2.840.113549.1.1.10'), der(0x30, der(0xa0, hash), der(0xa1, mask), der(0xa2, salt))),
    makeKeys: async (rsaBits = 2048) => generate('rsa', { modulusLength: rsaBits }),
  };
}
