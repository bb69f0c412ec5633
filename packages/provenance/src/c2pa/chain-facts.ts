import { fingerprintOf, isIssuedBy, issuerOf, parseCertificate, subjectOf, validityOf } from '../trust/certificate.ts';
import { SIGNER_PURPOSES } from '../trust/key-purposes.ts';
import type { ChainFacts } from './facts.ts';

/**
 * What a certificate chain (DER, leaf first) says, without judging it. Null: it is empty, or a certificate of it cannot
 * be read. Whether the certificates are valid now and trusted is not looked at here.
 */
export function readChainFacts(chainDer: readonly Uint8Array[]): ChainFacts | null {
  const chain = chainDer.flatMap((der) => parseCertificate(der) ?? []);
  const [leaf] = chain;
  if (leaf === undefined || chain.length !== chainDer.length) return null;
  return {
    certificates: chain.map((certificate) => ({
      subject: subjectOf(certificate),
      issuer: issuerOf(certificate),
      fingerprint_sha256: fingerprintOf(certificate),
      ...validityOf(certificate),
      // Node names the extended key usages `keyUsage`, and has none at all as undefined against its types.
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
