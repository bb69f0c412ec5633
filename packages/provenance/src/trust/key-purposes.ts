/** Extended key usages by name: what a certificate's key is for (RFC 5280 §4.2.1.12, C2PA 2.x §14.5.1). */
export const KEY_PURPOSE = {
  any: '2.5.29.37.0',
  /** Claim signing, which certificates below the C2PA trust list must have. */
  claimSigning: '1.3.6.1.4.1.62558.2.1',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  documentSigning: '1.3.6.1.5.5.7.3.36',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const;
