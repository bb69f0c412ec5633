interface AlgorithmDetails {
  /** COSE algorithm identifier (IANA COSE registry). */
  coseId: number;
  /** The C2PA engine's name. */
  engineName: string;
  /** As `node:crypto` names it; null when the algorithm does its own hashing. */
  hash: 'sha256' | 'sha384' | 'sha512' | null;
  /** The key it takes: `crypto.KeyObject.asymmetricKeyType` and, for a curve, its name. */
  keyType: 'ec' | 'rsa' | 'ed25519';
  curve: 'prime256v1' | 'secp384r1' | 'secp521r1' | null;
}

/** Signature algorithms of C2PA 2.x §13.2.1 that a signing key may use, by their COSE names. EdDSA with Ed25519 only. */
const ALGORITHMS = {
  ES256: { coseId: -7, engineName: 'es256', hash: 'sha256', keyType: 'ec', curve: 'prime256v1' },
  ES384: { coseId: -35, engineName: 'es384', hash: 'sha384', keyType: 'ec', curve: 'secp384r1' },
  ES512: { coseId: -36, engineName: 'es512', hash: 'sha512', keyType: 'ec', curve: 'secp521r1' },
  PS256: { coseId: -37, engineName: 'ps256', hash: 'sha256', keyType: 'rsa', curve: null },
  PS384: { coseId: -38, engineName: 'ps384', hash: 'sha384', keyType: 'rsa', curve: null },
  PS512: { coseId: -39, engineName: 'ps512', hash: 'sha512', keyType: 'rsa', curve: null },
  EdDSA: { coseId: -8, engineName: 'ed25519', hash: null, keyType: 'ed25519', curve: null },
} as const satisfies Record<string, AlgorithmDetails>;

export type SignatureAlgorithm = keyof typeof ALGORITHMS;

export const SIGNATURE_ALGORITHMS = Object.keys(ALGORITHMS).filter(isSignatureAlgorithm);

function isSignatureAlgorithm(name: string): name is SignatureAlgorithm {
  return Object.hasOwn(ALGORITHMS, name);
}

export function algorithmDetails(algorithm: SignatureAlgorithm): AlgorithmDetails {
  return ALGORITHMS[algorithm];
}
