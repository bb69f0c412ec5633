import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { Constructed, GeneralizedTime, Integer, Sequence, UTCTime } from 'asn1js';
import { DEVELOPMENT_ORGANIZATION } from '../signer/key-purposes.ts';
import { parseName } from '../x509/distinguished-name.ts';
import { basicConstraints, issuingUsages, keyIdentifiers, signingUsages } from '../x509/extensions.ts';
import { algorithmIdentifier, publicKeyInfo, signStructure } from '../x509/signed-structure.ts';

/** A certificate with its key. */
export interface Issued {
  certificate: X509Certificate;
  privateKey: KeyObject;
}

/** A certificate to issue. */
export interface IssueRequest {
  kind: 'authority' | 'signing';
  commonName: string;
  now: Date;
  notAfter: Date;
  /** Undefined for a root, which issues itself. */
  issuer: Issued | undefined;
}

const SERIAL_BYTES = 16;
/** RFC 5280 §4.1.2.5: dates from this year on are written with four digits. */
const FIRST_GENERALIZED_YEAR = 2050;

/** Makes a key and its certificate in the C2PA certificate profile (C2PA 2.2 §14.5.1), ECDSA P-256. */
export function issueCertificate({ kind, commonName, now, notAfter, issuer }: IssueRequest): Issued {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuerKey = issuer?.privateKey ?? privateKey;
  const subject = `C=CN, O=${DEVELOPMENT_ORGANIZATION}, CN=${commonName}`;
  const extensions = [
    basicConstraints(kind === 'authority'),
    ...(kind === 'authority' ? issuingUsages() : signingUsages()),
    ...keyIdentifiers(publicKey, createPublicKey(issuerKey)),
  ];
  const content = new Sequence({
    value: [
      new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [new Integer({ value: 2 })] }),
      serialNumber(),
      algorithmIdentifier('ES256'),
      nameOf(issuer?.certificate.subject ?? subject),
      new Sequence({ value: [timeOf(now), timeOf(notAfter)] }),
      nameOf(subject),
      publicKeyInfo(publicKey),
      new Constructed({ idBlock: { tagClass: 3, tagNumber: 3 }, value: [new Sequence({ value: extensions })] }),
    ],
  });
  return { certificate: new X509Certificate(signStructure(content, 'ES256', issuerKey)), privateKey };
}

/** A random positive number of fixed length. */
function serialNumber(): Integer {
  const bytes = Uint8Array.from(randomBytes(SERIAL_BYTES));
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f);
  return new Integer({ valueHex: bytes });
}

/** `node:crypto` writes each part of a name on its own line. */
function nameOf(subject: string): Sequence {
  const name = parseName(subject.replaceAll('\n', ', '));
  if (name === null) throw new RangeError(`not a distinguished name: ${subject}`);
  return name.der;
}

function timeOf(date: Date): UTCTime | GeneralizedTime {
  const valueDate = new Date(Math.floor(date.getTime() / 1000) * 1000);
  return date.getUTCFullYear() < FIRST_GENERALIZED_YEAR
    ? new UTCTime({ valueDate })
    : new GeneralizedTime({ valueDate });
}

/** An issuer that was stored as PEM texts. */
export function importIssuer(pem: string, keyPem: string): Issued {
  return { certificate: new X509Certificate(pem), privateKey: createPrivateKey(keyPem) };
}

/** The private key in PKCS#8. */
export function privateKeyPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
