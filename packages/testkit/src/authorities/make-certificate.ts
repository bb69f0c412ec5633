import { randomBytes, sign, type KeyObject } from 'node:crypto';
import type { Bytes, Part } from '../bytes.ts';
import { der, oid } from '../der.ts';
import { signatureAlgorithms, type KeyPair, type SignatureAlgorithm } from './signature-algorithms.ts';

/** A certificate with its key. */
export interface KeyedCertificate {
  /** As requested (RFC 4514). */
  subject: string;
  keys: KeyPair;
  der: Bytes;
  pem: string;
}

/** What a certificate says, in any combination, also such as no authority would issue. */
export interface CertificateContent {
  /** Distinguished name in the form of RFC 4514, with ", " between its parts. */
  subject: string;
  publicKey: KeyObject;
  issuer: Pick<KeyedCertificate, 'subject' | 'keys'>;
  /** As the functions of `certificate-extensions.ts` make them. */
  extensions: readonly Bytes[];
  /** Default 3. */
  version?: 1 | 3;
  notBefore: Date;
  notAfter: Date;
  /** What the issuer signs with. Default ES256; the last one is ECDSA with SHA-1. */
  signedWith?: SignatureAlgorithm | 'ecdsaWithSha1';
  /** Adds issuerUniqueID and subjectUniqueID. */
  uniqueIdentifiers?: boolean;
}

const ECDSA_WITH_SHA1 = { hash: 'sha1', options: {}, identifier: der(0x30, oid('1.2.840.10045.4.1')) };
const SERIAL_BYTES = 16;

/** Builds and signs a certificate (RFC 5280 §4.1), DER. */
export function signCertificate(content: CertificateContent): Bytes {
  const { issuer, publicKey, extensions, signedWith = 'ES256' } = content;
  const { hash, options, identifier } =
    signedWith === 'ecdsaWithSha1' ? ECDSA_WITH_SHA1 : signatureAlgorithms[signedWith];
  const unique = content.uniqueIdentifiers === true ? [der(0x81, [0, 0, 1]), der(0x82, [0, 0, 2])] : [];
  const toBeSigned = der(
    0x30,
    content.version === 1 ? [] : der(0xa0, der(0x02, [2])),
    // A leading byte from 0x40 to 0x7f keeps the number positive and its length fixed.
    der(0x02, [0x40 | ((randomBytes(1)[0] ?? 0) >> 2)], randomBytes(SERIAL_BYTES - 1)),
    identifier,
    distinguishedName(issuer.subject),
    der(0x30, time(content.notBefore), time(content.notAfter)),
    distinguishedName(content.subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...unique,
    extensions.length === 0 ? [] : der(0xa3, der(0x30, ...extensions)),
  );
  const signature = sign(hash, toBeSigned, { key: issuer.keys.privateKey, ...options });
  return der(0x30, toBeSigned, identifier, der(0x03, [0], signature));
}

/** A certificate of these keys in DER and PEM form; issues itself when no issuer is named. */
export function makeCertificate(
  content: Omit<CertificateContent, 'publicKey' | 'issuer'> & { keys: KeyPair; issuer?: KeyedCertificate | undefined },
): KeyedCertificate {
  const { subject, keys, issuer = { subject, keys } } = content;
  const bytes = signCertificate({ ...content, publicKey: keys.publicKey, issuer });
  return { subject, keys, der: bytes, pem: certificatePem(bytes) };
}

export function certificatePem(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

const ATTRIBUTE_TYPES: Readonly<Record<string, string>> = {
  CN: '2.5.4.3',
  C: '2.5.4.6',
  L: '2.5.4.7',
  ST: '2.5.4.8',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  E: '1.2.840.113549.1.9.1',
};
const TAG = { utf8: 0x0c, printable: 0x13, ia5: 0x16, utc: 0x17, generalized: 0x18 } as const;

function distinguishedName(text: string): Bytes {
  const parts = text.split(/(?<!\\), /).map((part) => part.split(/(?<!\\)\+/).map(attribute));
  return der(0x30, ...parts.map((attributes) => der(0x31, ...attributes)));
}

function attribute(text: string): Bytes {
  const [, type = '', escaped = ''] = /^(\w+)=(.*)$/su.exec(text) ?? [];
  const typeOid = ATTRIBUTE_TYPES[type];
  if (typeOid === undefined) throw new RangeError(`not an attribute of a name: ${text}`);
  const value = escaped.replaceAll(/\\(.)/g, '$1');
  const printable = /^[A-Za-z0-9 '()+,\-./:=?]*$/.test(value) ? TAG.printable : TAG.utf8;
  return der(0x30, oid(typeOid), der(type === 'E' ? TAG.ia5 : printable, value));
}

/** Two digits of the year until 2049, four afterwards (RFC 5280 §4.1.2.5). */
function time(date: Date): Part {
  const digits = `${date.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`;
  return date.getUTCFullYear() < 2050 ? der(TAG.utc, digits.slice(2)) : der(TAG.generalized, digits);
}
