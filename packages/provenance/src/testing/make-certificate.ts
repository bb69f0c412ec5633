import { Boolean as AsnBoolean, BitString, Integer, OctetString, Utf8String } from 'asn1js';
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CryptoEngine,
  Extension,
  ExtKeyUsage,
  Time,
} from 'pkijs';

/** A certificate that a test made, well-formed in whatever it got wrong. */
export interface MadeCertificate {
  der: Uint8Array;
  pem: string;
  commonName: string;
  keys: CryptoKeyPair;
}

export interface MakeOptions {
  commonName: string;
  /** Default: issues itself. */
  issuer?: MadeCertificate;
  extensions: readonly Extension[];
  keyAlgorithm?: EcKeyGenParams | RsaHashedKeyGenParams;
  /** Default 3. */
  version?: 1 | 3;
  notBefore?: Date;
  notAfter?: Date;
  /** That the issuer signs with. Default SHA-256. */
  hash?: 'SHA-1' | 'SHA-256';
  /** Adds issuerUniqueID and subjectUniqueID. */
  uniqueIdentifiers?: boolean;
}

const ENGINE = new CryptoEngine({ name: 'node', crypto: crypto });
const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const COMMON_NAME = '2.5.4.3';

/** Makes what no authority would: every part of a certificate can be chosen, left out or wrong. */
export async function makeCertificate(options: MakeOptions): Promise<MadeCertificate> {
  const keys = await crypto.subtle.generateKey(options.keyAlgorithm ?? P256, true, ['sign', 'verify']);
  const certificate = new Certificate();
  certificate.version = (options.version ?? 3) - 1;
  certificate.serialNumber = new Integer({ value: 1 });
  certificate.subject.typesAndValues.push(nameOf(options.commonName));
  certificate.issuer.typesAndValues.push(nameOf(options.issuer?.commonName ?? options.commonName));
  certificate.notBefore = new Time({ value: options.notBefore ?? new Date('2026-01-01Z') });
  certificate.notAfter = new Time({ value: options.notAfter ?? new Date('2036-01-01Z') });
  if (options.extensions.length > 0) certificate.extensions = [...options.extensions];
  if (options.uniqueIdentifiers === true) {
    certificate.issuerUniqueID = Uint8Array.of(0, 1).buffer;
    certificate.subjectUniqueID = Uint8Array.of(0, 2).buffer;
  }
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey, ENGINE);
  await certificate.sign((options.issuer?.keys ?? keys).privateKey, options.hash ?? 'SHA-256', ENGINE);
  const der = new Uint8Array(certificate.toSchema(true).toBER());
  const base64 = Buffer.from(der).toString('base64');
  const pem = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
  return { der, pem, commonName: options.commonName, keys };
}

function nameOf(commonName: string): AttributeTypeAndValue {
  return new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: commonName }) });
}

/** Numbers of bits as in RFC 5280 §4.2.1.3: 0 digitalSignature, 5 keyCertSign. */
export function keyUsage(...bits: number[]): Extension {
  const byte = bits.reduce((sum, bit) => sum | (0x80 >> bit), 0);
  return extension('2.5.29.15', new BitString({ valueHex: Uint8Array.of(byte).buffer }).toBER(), true);
}

export function extendedKeyUsage(...usages: string[]): Extension {
  return extension('2.5.29.37', new ExtKeyUsage({ keyPurposes: usages }).toSchema().toBER(), false);
}

export function basicConstraints(isCa: boolean, pathLength?: number): Extension {
  const value = new BasicConstraints({
    cA: isCa,
    ...(pathLength === undefined ? {} : { pathLenConstraint: pathLength }),
  });
  return extension('2.5.29.19', value.toSchema().toBER(), true);
}

export function subjectKeyIdentifier(): Extension {
  return extension('2.5.29.14', new OctetString({ valueHex: Uint8Array.of(1, 2, 3, 4).buffer }).toBER(), false);
}

/** The key identifier alone: SEQUENCE { [0] 01020304 }. */
export function authorityKeyIdentifier(): Extension {
  return extension('2.5.29.35', Uint8Array.of(0x30, 6, 0x80, 4, 1, 2, 3, 4).buffer, false);
}

/** An extension that no validator knows. */
export function unknownExtension(critical: boolean): Extension {
  return extension('1.3.6.1.4.1.55555.1', new AsnBoolean({ value: true }).toBER(), critical);
}

function extension(extnID: string, extnValue: ArrayBuffer, critical: boolean): Extension {
  return new Extension({ extnID, critical, extnValue });
}
