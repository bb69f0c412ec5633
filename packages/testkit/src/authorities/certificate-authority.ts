import { sign as signBytes } from 'node:crypto';
import type { Bytes } from '../bytes.ts';
import {
  authorityKeyIdentifier,
  basicConstraints,
  extendedKeyUsage,
  extension,
  keyUsage,
  ocspResponder,
  subjectKeyIdentifier,
} from './certificate-extensions.ts';
import { makeCertificate, type KeyedCertificate } from './make-certificate.ts';
import { signatureAlgorithms, type KeyPair, type SignatureAlgorithm } from './signature-algorithms.ts';
import { signerProfiles, type ExtendedKeyUsage, type SignerProfile } from './signer-profiles.ts';

export const EXTENDED_KEY_USAGE_OIDS: Readonly<Record<ExtendedKeyUsage, string>> = {
  c2pa: '1.3.6.1.4.1.62558.2.1',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  documentSigning: '1.3.6.1.5.5.7.3.36',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  microsoftC2pa: '1.3.6.1.4.1.311.76.59.1.9',
  microsoftDocuments: '1.3.6.1.4.1.311.10.3.12',
  adobeDocuments: '1.2.840.113583.1.1.5',
  any: '2.5.29.37.0',
};

/** What a certificate must be made for, one of these, to sign claims: C2PA's own purpose and those of the interim list. */
export const CLAIM_SIGNER_PURPOSES: readonly string[] = (
  ['c2pa', 'emailProtection', 'documentSigning', 'microsoftC2pa'] as const
).map((usage) => EXTENDED_KEY_USAGE_OIDS[usage]);

export interface Validity {
  notBefore: Date;
  notAfter: Date;
}

/** Fixed, so that the same test makes the same dates every day. */
export const DEFAULT_VALIDITY: Validity = { notBefore: new Date('2024-01-01Z'), notAfter: new Date('2049-01-01Z') };
export const EXPIRED_VALIDITY: Validity = { notBefore: new Date('2024-01-01Z'), notAfter: new Date('2024-06-01Z') };
export const FUTURE_VALIDITY: Validity = { notBefore: new Date('2048-01-01Z'), notAfter: new Date('2049-01-01Z') };

export interface AuthorityOptions {
  /** The leaf's algorithm. Default ES256. */
  algorithm?: SignatureAlgorithm;
  /** Size of the leaf's key when the algorithm is RSA. Default 2048. */
  rsaBits?: 2048 | 3072 | 4096;
  /** As whom the leaf is certified: its subject and usages, unless they are given. Default `conforming`. */
  profile?: SignerProfile;
  /** Distinguished name of the leaf (RFC 4514). */
  subject?: string;
  /** Prefix of the common names of root and intermediate. Default `Revera Test`. */
  authorityName?: string;
  /** The leaf's validity. Default {@link DEFAULT_VALIDITY}. */
  validity?: Validity;
  /** Validity of root and intermediate. */
  authorityValidity?: Validity;
  /** The leaf's key usages. By default those of the profile; an empty list omits the extension. */
  extendedKeyUsages?: readonly ExtendedKeyUsage[];
  /** Marks the extended key usages as critical, as RFC 3161 §2.3 wants it of time stamping. Default not. */
  extendedKeyUsagesCritical?: boolean;
  /** Address of the OCSP responder that the leaf names. Default none. */
  ocspUrl?: string;
  /** Further extensions of the leaf, not critical; `value` is DER. */
  extensions?: readonly { oid: string; value: Uint8Array }[];
  /** Writes a CA certificate where a leaf belongs. */
  leafIsCa?: boolean;
  /** The leaf issues itself; there is no other certificate. */
  selfSigned?: boolean;
  /** Between root and leaf; the one below the root is the issuer of the other. Default 1. */
  intermediates?: 0 | 1 | 2;
  /** The signer presents its own certificate only. */
  omitIntermediate?: boolean;
  /** The signer presents the root too. */
  presentRoot?: boolean;
  /** Issues the leaf under the root and intermediate of an authority made before. */
  issuedBy?: Authority;
}

/** A signer with the chain it presents. */
export interface Authority {
  algorithm: SignatureAlgorithm;
  /** The same object as `leaf` when self-signed. */
  root: KeyedCertificate;
  /** Issued the leaf: the root where there is none between them, the leaf itself when self-signed. */
  intermediate: KeyedCertificate;
  /** All between root and leaf, that which issued the leaf first. */
  between: readonly KeyedCertificate[];
  leaf: KeyedCertificate;
  /** What the signer presents: leaf first, without the root unless told so (the leaf itself when self-signed). */
  chainDer: Bytes[];
  /** The trust anchor to configure. */
  rootPem: string;
  /** Signs with the leaf's key; ECDSA in IEEE P1363 form, RSA-PSS with a salt as long as the hash. */
  sign(bytes: Uint8Array): Promise<Bytes>;
}

/** Makes root, intermediate and leaf in the certificate profile of C2PA 2.x §14.5.1. Keys are fresh on every call. */
export async function createAuthority(options: AuthorityOptions = {}): Promise<Authority> {
  const algorithm = options.algorithm ?? 'ES256';
  const { hash, options: signing, makeKeys } = signatureAlgorithms[algorithm];
  const leafKeys = await makeKeys(options.rsaBits);
  const profile = signerProfiles[options.profile ?? 'conforming'];
  const leafRequest = {
    subject: options.subject ?? profile.subject,
    validity: options.validity ?? DEFAULT_VALIDITY,
    isCa: options.leafIsCa ?? false,
    extendedKeyUsages: options.extendedKeyUsages ?? profile.extendedKeyUsages,
    extendedKeyUsagesCritical: options.extendedKeyUsagesCritical ?? false,
    ocspUrl: options.ocspUrl,
    extensions: options.extensions ?? [],
    keys: leafKeys,
  };
  const sign = async (bytes: Uint8Array): Promise<Bytes> =>
    Uint8Array.from(signBytes(hash, bytes, { key: leafKeys.privateKey, dsaEncoding: 'ieee-p1363', ...signing }));

  if (options.selfSigned === true) {
    const leaf = issue({ ...leafRequest, signedWith: algorithm });
    return {
      algorithm,
      root: leaf,
      between: [],
      intermediate: leaf,
      leaf,
      chainDer: [leaf.der],
      rootPem: leaf.pem,
      sign,
    };
  }
  const { root, between } = options.issuedBy ?? (await createIssuers(options));
  const intermediate = between[0] ?? root;
  const leaf = issue({ ...leafRequest, issuer: intermediate });
  const presented = [
    ...(options.omitIntermediate === true ? [] : between),
    ...(options.presentRoot === true ? [root] : []),
  ];
  const chainDer = [leaf, ...presented].map(({ der }) => der);
  return { algorithm, root, between, intermediate, leaf, chainDer, rootPem: root.pem, sign };
}

async function createIssuers(options: AuthorityOptions): Promise<Pick<Authority, 'root' | 'between'>> {
  const name = options.authorityName ?? 'Revera Test';
  const { makeKeys } = signatureAlgorithms.ES256;
  const issueAuthority = async (place: string, issuer?: KeyedCertificate) =>
    issue({
      subject: `CN=${name} ${place}, O=${name}, C=CN`,
      validity: options.authorityValidity ?? DEFAULT_VALIDITY,
      isCa: true,
      extendedKeyUsages: [],
      keys: await makeKeys(),
      issuer,
    });
  const root = await issueAuthority('Root');
  const between: KeyedCertificate[] = [];
  for (const place of ['Intermediate', 'Issuing'].slice(0, options.intermediates ?? 1)) {
    between.unshift(await issueAuthority(place, between[0] ?? root));
  }
  return { root, between };
}

interface IssueRequest {
  subject: string;
  validity: Validity;
  isCa: boolean;
  extendedKeyUsages: readonly ExtendedKeyUsage[];
  extendedKeyUsagesCritical?: boolean;
  ocspUrl?: string | undefined;
  extensions?: AuthorityOptions['extensions'];
  keys: KeyPair;
  /** Default: issues itself. */
  issuer?: KeyedCertificate | undefined;
  /** Default ES256. */
  signedWith?: SignatureAlgorithm;
}

function issue(request: IssueRequest): KeyedCertificate {
  const { keys, issuer, isCa, ocspUrl, validity } = request;
  const usages = request.extendedKeyUsages.map((usage) => EXTENDED_KEY_USAGE_OIDS[usage]);
  const extensions = [
    basicConstraints(isCa),
    isCa ? keyUsage(5, 6) : keyUsage(0, 1),
    ...(usages.length > 0 ? [extendedKeyUsage(usages, request.extendedKeyUsagesCritical)] : []),
    ...(ocspUrl === undefined ? [] : [ocspResponder(ocspUrl)]),
    ...(request.extensions ?? []).map(({ oid, value }) => extension(oid, value)),
    subjectKeyIdentifier(keys.publicKey),
    authorityKeyIdentifier((issuer?.keys ?? keys).publicKey),
  ];
  return makeCertificate({ ...request, ...validity, extensions });
}
