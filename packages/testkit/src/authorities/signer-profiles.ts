/** Extended key usages a test may request. `c2pa` is C2PA claim signing. */
export type ExtendedKeyUsage =
  | 'c2pa'
  | 'emailProtection'
  | 'documentSigning'
  | 'timeStamping'
  | 'ocspSigning'
  | 'clientAuth'
  | 'microsoftC2pa'
  | 'microsoftDocuments'
  | 'adobeDocuments'
  | 'any';

interface Profile {
  /** Distinguished name (RFC 4514). */
  subject: string;
  /** An empty list: the certificate has no such extension. */
  extendedKeyUsages: readonly ExtendedKeyUsage[];
}

const COMPANY = 'CN=Revera Test Signer, O=Revera Test, C=CN';

/**
 * How real issuers certify those who sign: by the C2PA certificate policy, or as those are certified whom the interim list
 * allows. What it has most of is certificates for mail that serve as client certificates too.
 */
export const signerProfiles = {
  /** C2PA certificate policy: an organization, without an address. */
  conforming: { subject: COMPANY, extendedKeyUsages: ['c2pa', 'documentSigning'] },
  /** The other purpose that the policy accepts beside claim signing. */
  conformingWithMail: { subject: COMPANY, extendedKeyUsages: ['c2pa', 'emailProtection'] },
  /** S/MIME of public authorities. */
  mailAndClient: {
    subject: 'CN=signer@revera.test, E=signer@revera.test, O=Revera Test, C=CN',
    extendedKeyUsages: ['clientAuth', 'emailProtection'],
  },
  mail: { subject: 'CN=signer@revera.test, O=Revera Test, C=CN', extendedKeyUsages: ['emailProtection'] },
  /** Makers of phones and cameras. */
  documents: { subject: COMPANY, extendedKeyUsages: ['documentSigning'] },
  /** Authorities of Adobe's approved list. */
  approvedDocuments: {
    subject: COMPANY,
    extendedKeyUsages: ['adobeDocuments', 'documentSigning', 'microsoftDocuments'],
  },
  /** Microsoft's own purpose and nothing else. */
  microsoft: { subject: COMPANY, extendedKeyUsages: ['microsoftC2pa'] },
  /** Outside every policy. */
  claimsOnly: { subject: COMPANY, extendedKeyUsages: ['c2pa'] },
  anything: { subject: COMPANY, extendedKeyUsages: ['any'] },
  nothing: { subject: COMPANY, extendedKeyUsages: [] },
} as const satisfies Readonly<Record<string, Profile>>;

export type SignerProfile = keyof typeof signerProfiles;

export function isSignerProfile(name: string): name is SignerProfile {
  return Object.hasOwn(signerProfiles, name);
}
