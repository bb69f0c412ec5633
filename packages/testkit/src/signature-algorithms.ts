import type { webcrypto } from 'node:crypto';

/** Signature algorithms of C2PA 2.x §13.2 that Node's webcrypto offers. */
export type SignatureAlgorithm = 'ES256' | 'ES384' | 'ES512' | 'PS256' | 'Ed25519';

interface AlgorithmDetails {
  /** COSE algorithm identifier (IANA). */
  coseId: number;
  /** The engine's name. */
  engineName: string;
  key: webcrypto.EcKeyGenParams | webcrypto.RsaHashedKeyGenParams;
  params: webcrypto.EcdsaParams | webcrypto.RsaPssParams | webcrypto.Algorithm;
}

const RSA_EXPONENT_65537 = Uint8Array.of(1, 0, 1);

export const signatureAlgorithms: Readonly<Record<SignatureAlgorithm, AlgorithmDetails>> = {
  ES256: ecdsa(-7, 'es256', 'P-256', 'SHA-256'),
  ES384: ecdsa(-35, 'es384', 'P-384', 'SHA-384'),
  ES512: ecdsa(-36, 'es512', 'P-521', 'SHA-512'),
  PS256: {
    coseId: -37,
    engineName: 'ps256',
    key: { name: 'RSA-PSS', modulusLength: 2048, publicExponent: RSA_EXPONENT_65537, hash: 'SHA-256' },
    params: { name: 'RSA-PSS', saltLength: 32 },
  },
  Ed25519: {
    coseId: -8,
    engineName: 'ed25519',
    key: { name: 'Ed25519', namedCurve: 'Ed25519' },
    params: { name: 'Ed25519' },
  },
};

function ecdsa(coseId: number, engineName: string, namedCurve: string, hash: string): AlgorithmDetails {
  return { coseId, engineName, key: { name: 'ECDSA', namedCurve }, params: { name: 'ECDSA', hash } };
}
