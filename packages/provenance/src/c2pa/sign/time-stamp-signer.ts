import { parseCertificate, type ParseCertificate } from '../../trust/certificate.ts';
import { KEY_PURPOSE } from '../../trust/key-purposes.ts';
import { EXTENSION } from './certificate-fields.ts';
import { octetsOf, oidOf, readDer, sequenceOf, type Der } from './der.ts';
import {
  extendedKeyUsagesOf,
  hashOf,
  isSameBytes,
  isValidAt,
  readPkiCertificates,
  type PkiCertificate,
} from './pki-certificate.ts';
import { digestOf, isSignedBy, type Digest } from './pki-signature.ts';
import { orMalformed, TimeStampError } from './time-stamp-error.ts';
import { TST_INFO, type TimeStampToken, type TokenSigner } from './time-stamp-token.ts';

const ATTRIBUTE = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  /** With SHA-1 (RFC 2634 §5.4). */
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  /** With any digest (RFC 5035 §3, RFC 5816). */
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;
const OCTET_STRING_TAG = 4;
const WHAT = 'signing certificate of the time stamp';

/**
 * Returns the certificate that signed the token, once everything that binds the two is verified: the signed attributes name
 * this content and this certificate, its key made the signature, and it may sign time stamps at that time.
 *
 * @throws {TimeStampError}
 */
export async function checkTokenSigner(
  token: TimeStampToken,
  parse: ParseCertificate = parseCertificate,
): Promise<PkiCertificate> {
  const { signer, content } = token;
  const certificate = orMalformed(() => {
    const found = findCertificate(token, parse);
    checkContentAttributes(signer, content);
    checkCertificateAttributes(signer, found);
    return found;
  });
  const { algorithm, digest, signature, signedBytes } = signer;
  if (!(await isSignedBy(certificate.x509, { bytes: signedBytes, signature, algorithm, digest }))) {
    throw new TimeStampError('SIGNATURE_INVALID', 'the signature of the time stamp does not hold');
  }
  checkUse(certificate, token.info.time);
  return certificate;
}

/** Tokens bring the whole chain, and reading a certificate costs as much as the rest of the token: the signer's comes first. */
function findCertificate({ certificates, signer: { id } }: TimeStampToken, parse: ParseCertificate): PkiCertificate {
  for (const der of certificates) {
    const [certificate] = readPkiCertificates([der], WHAT, parse);
    if (certificate !== undefined && isNamed(certificate, id)) return certificate;
  }
  throw new TimeStampError('CERTIFICATE_INVALID', 'the signing certificate is not included');
}

function isNamed(certificate: PkiCertificate, id: TokenSigner['id']): boolean {
  return 'keyId' in id
    ? isSameBytes(keyIdOf(certificate), id.keyId)
    : certificate.serial === id.serial && isSameBytes(certificate.issuer, id.issuer);
}

function keyIdOf({ extensions }: PkiCertificate): Uint8Array {
  const extension = extensions.get(EXTENSION.subjectKeyIdentifier);
  return extension === undefined ? new Uint8Array() : octetsOf(readDer(extension.value, WHAT), WHAT);
}

/** Without these two the signature would not cover the content (RFC 5652 §11.1, §11.2). */
function checkContentAttributes({ attributes, digest }: TokenSigner, content: Uint8Array): void {
  const contentType = oidOf(attributes.get(ATTRIBUTE.contentType), 'content-type attribute');
  const messageDigest = octetsOf(attributes.get(ATTRIBUTE.messageDigest), 'message-digest attribute');
  if (contentType !== TST_INFO || !isSameBytes(messageDigest, hashOf(digest, content))) {
    throw new TimeStampError('SIGNATURE_INVALID', 'the signature of the time stamp covers other content');
  }
}

/**
 * The attribute keeps anyone from replacing this certificate with another that has the same key (RFC 3161 §2.4.2, RFC 5816
 * §2.2.1). Its first entry is the signing certificate; its hash covers issuer and serial number.
 */
function checkCertificateAttributes({ attributes }: TokenSigner, { der }: PkiCertificate): void {
  const [v1, v2] = [attributes.get(ATTRIBUTE.signingCertificate), attributes.get(ATTRIBUTE.signingCertificateV2)];
  const isBound =
    (v1 !== undefined || v2 !== undefined) &&
    (v1 === undefined || isSameBytes(octetsOf(firstIdOf(v1)[0], WHAT), hashOf('sha1', der))) &&
    (v2 === undefined || namesCertificate(firstIdOf(v2), der));
  if (!isBound) throw new TimeStampError('CERTIFICATE_INVALID', 'the time stamp names another signing certificate');
}

/** ESSCertIDv2: the digest's algorithm comes first and is omitted when it is SHA-256. */
function namesCertificate([first, second]: readonly Der[], der: Uint8Array): boolean {
  const isDefault = first?.idBlock.tagNumber === OCTET_STRING_TAG;
  const digest: Digest | null = isDefault ? 'sha256' : digestOf(oidOf(sequenceOf(first, WHAT)[0], WHAT));
  return digest !== null && isSameBytes(octetsOf(isDefault ? first : second, WHAT), hashOf(digest, der));
}

function firstIdOf(attribute: Der): Der[] {
  const [ids] = sequenceOf(attribute, WHAT);
  return sequenceOf(sequenceOf(ids, WHAT)[0], WHAT);
}

/** RFC 3161 §2.3: the key signs time stamps and nothing else, and no reader may ignore that. */
function checkUse(certificate: PkiCertificate, time: Date): void {
  const usage = extendedKeyUsagesOf(certificate);
  if (usage === null || !usage.critical || usage.usages.length !== 1 || usage.usages[0] !== KEY_PURPOSE.timeStamping) {
    throw new TimeStampError('CERTIFICATE_INVALID', 'the signing certificate is not for time stamping alone');
  }
  if (!isValidAt(certificate, time)) {
    throw new TimeStampError('CERTIFICATE_INVALID', 'the signing certificate is not valid at the time it states');
  }
}
