/** Extended key usages by name: what a certificate's key is for (RFC 5280 §4.2.1.12, C2PA 2.x §14.5.1). */
export const KEY_PURPOSE = {
  any: '2.5.29.37.0',
  /** Claim signing, which certificates under the C2PA trust list must have. */
  claimSigning: '1.3.6.1.4.1.62558.2.1',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  documentSigning: '1.3.6.1.5.5.7.3.36',
  /** What Microsoft's certificates for C2PA have instead. */
  microsoftClaimSigning: '1.3.6.1.4.1.311.76.59.1.9',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const;

/**
 * A certificate needs one of these purposes to sign claims at all: those of the C2PA certificate policy, of the interim
 * list's configuration and of the signers on it. Each list decides which of them it accepts.
 */
export const SIGNER_PURPOSES: readonly string[] = [
  KEY_PURPOSE.emailProtection,
  KEY_PURPOSE.documentSigning,
  KEY_PURPOSE.microsoftClaimSigning,
  KEY_PURPOSE.claimSigning,
];
