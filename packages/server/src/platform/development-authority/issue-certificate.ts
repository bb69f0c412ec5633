import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  type Extension,
  type PublicKeyType,
} from '@peculiar/x509';
import { DEVELOPMENT_ORGANIZATION, KEY_PURPOSE } from '../signer/key-purposes.ts';

/** A certificate with its key. */
export interface Issued {
  certificate: X509Certificate;
  privateKey: CryptoKey;
}

/** What is to be issued. */
export interface IssueRequest {
  kind: 'authority' | 'signing';
  commonName: string;
  now: Date;
  notAfter: Date;
  /** Undefined: it issues itself and is a root. */
  issuer: Issued | undefined;
}

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Makes a key and its certificate in the C2PA certificate profile (C2PA 2.2 §14.5.1), ECDSA P-256. */
export async function issueCertificate({ kind, commonName, now, notAfter, issuer }: IssueRequest): Promise<Issued> {
  const keys = await crypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const subject = `C=CN, O=${DEVELOPMENT_ORGANIZATION}, CN=${commonName}`;
  const certificate = await X509CertificateGenerator.create(
    {
      subject,
      issuer: issuer?.certificate.subject ?? subject,
      notBefore: now,
      notAfter,
      publicKey: keys.publicKey,
      signingKey: issuer?.privateKey ?? keys.privateKey,
      signingAlgorithm: EC,
      extensions: await extensions(
        kind === 'authority',
        keys.publicKey,
        issuer?.certificate.publicKey ?? keys.publicKey,
      ),
    },
    crypto,
  );
  return { certificate, privateKey: keys.privateKey };
}

async function extensions(isCa: boolean, own: PublicKeyType, issuer: PublicKeyType): Promise<Extension[]> {
  const usage = isCa
    ? KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign
    : KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation;
  return [
    new BasicConstraintsExtension(isCa, undefined, true),
    new KeyUsagesExtension(usage, true),
    ...(isCa ? [] : [new ExtendedKeyUsageExtension([KEY_PURPOSE.claimSigning, KEY_PURPOSE.emailProtection], false)]),
    await SubjectKeyIdentifierExtension.create(own, false, crypto),
    await AuthorityKeyIdentifierExtension.create(issuer, false, crypto),
  ];
}

export function certificatePem(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`;
}

/** The private key in PKCS#8. */
export async function privateKeyPem(key: CryptoKey): Promise<string> {
  const der = await crypto.subtle.exportKey('pkcs8', key);
  return `${PemConverter.encode(der, 'PRIVATE KEY')}\n`;
}

/** An issuer that was kept as PEM texts. */
export async function importIssuer(pem: string, keyPem: string): Promise<Issued> {
  const certificate = new X509Certificate(pem);
  const [der = new ArrayBuffer(0)] = PemConverter.decode(keyPem);
  const privateKey = await crypto.subtle.importKey('pkcs8', der, EC, false, ['sign']);
  return { certificate, privateKey };
}
