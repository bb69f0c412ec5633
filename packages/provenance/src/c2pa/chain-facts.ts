import {
  fingerprintOf,
  isIssuedBy,
  issuerOf,
  parseCertificate,
  subjectOf,
  validityOf,
  type ParseCertificate,
} from '../trust/certificate.ts';
import { SIGNER_PURPOSES } from '../trust/key-purposes.ts';
import type { ChainFacts } from './facts.ts';

/**
 * What a certificate chain (DER, leaf first) says, without judging it. Null when it is empty or one of its certificates
 * cannot be read. Validity and trust are not examined here.
 */
export function readChainFacts(
  chainDer: readonly Uint8Array[],
  parse: ParseCertificate = parseCertificate,
): ChainFacts | null {
  const chain = chainDer.flatMap((der) => parse(der) ?? []);
  const [leaf] = chain;
  if (leaf === undefined || chain.length !== chainDer.length) return null;
  return {
    certificates: chain.map((certificate) => ({
      subject: subjectOf(certificate),
      issuer: issuerOf(certificate),
      fingerprint_sha256: fingerprintOf(certificate),
      ...validityOf(certificate),
      // Node calls the extended key usages `keyUsage`; without any it is undefined, despite its type.
      extended_key_usages: [...(certificate.keyUsage ?? [])],
    })),
    self_signed: isIssuedBy(leaf, leaf),
    may_sign_claims: (leaf.keyUsage ?? []).some((usage) => SIGNER_PURPOSES.includes(usage)),
    links_valid: chain.every((certificate, index) => {
      const issuer = chain[index + 1];
      return issuer === undefined || isIssuedBy(certificate, issuer);
    }),
  };
}
