import type { webcrypto } from 'node:crypto';

/** Signature algorithms of C2PA 2.x §13.2 that Node's webcrypto offers. */
export type SignatureAlgorithm = 'ES256' | 'ES384' | 'ES512' | 'PS256' | 'PS384' | 'PS512' | 'Ed25519';

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
  PS256: rsaPss(-37, 'ps256', 256),
  PS384: rsaPss(-38, 'ps384', 384),
  PS512: rsaPss(-39, 'ps512', 512),
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

/** The salt is as long as the hash. */
function rsaPss(coseId: number, engineName: string, hashBits: number): AlgorithmDetails {
  return {
    coseId,
    engineName,
    key: {
      name: 'RSA-PSS',
      modulusLength: 2048,
      publicExponent: RSA_EXPONENT_65537,
      hash: `SHA-${hashBits}`,
    },
    params: { name: 'RSA-PSS', saltLength: hashBits / 8 },
  };
}
