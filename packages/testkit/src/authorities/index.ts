export * from './certificate-authority.ts';
export * from './certificate-extensions.ts';
export * from './make-certificate.ts';
export * from './signer-profiles.ts';
export type { SignatureAlgorithm } from './signature-algorithms.ts';
export { hasOpenssl, privateKeyPem, runOpenssl } from './openssl.ts';
