import { Null, OctetString, Integer } from 'asn1js';
import { AlgorithmIdentifier, CertID, OCSPRequest, Request, TBSRequest } from 'pkijs';
import { LIMITS } from '../../limits.ts';
import { isIssuedBy, type ParseCertificate } from '../../trust/certificate.ts';
import { KEY_PURPOSE } from '../../trust/key-purposes.ts';
import { EXTENSION } from './certificate-fields.ts';
import { contentOf, hasTag, oidOf, readDer, sequenceOf } from './der.ts';
import { OcspError, orMalformed } from './ocsp-error.ts';
import { readOcspResponse, type BasicResponse, type OcspStatus, type SingleAnswer } from './ocsp-response.ts';
import {
  extendedKeyUsagesOf,
  hashOf,
  isSameBytes,
  isValidAt,
  readPkiCertificate,
  readPkiCertificates,
  type PkiCertificate,
} from './pki-certificate.ts';
import { isSignedBy } from './pki-signature.ts';

/** A valid answer for the requested certificate. */
export interface OcspAnswer {
  status: OcspStatus;
  /** Null when it is not revoked. */
  revokedAt: Date | null;
  /** When the responder knew this to be so. */
  thisUpdate: Date;
  /** Null when the responder always has something newer. */
  nextUpdate: Date | null;
  producedAt: Date;
  /** Last instant at which the answer may be relied on: `nextUpdate`, or 24 hours after `producedAt`. */
  validUntil: Date;
  /** The OCSPResponse exactly as it was received. */
  response: Uint8Array;
}

export interface ExpectedOcspAnswer {
  /** DER. */
  leaf: Uint8Array;
  /** DER. */
  issuer: Uint8Array;
  at: Date;
  /** Default: without a memory. */
  parse?: ParseCertificate;
}

const OCSP_ACCESS = '1.3.6.1.5.5.7.48.1';
const URI_TAG = 6;
const SHA1 = '1.3.14.3.2.26';
/** Responders use their own clocks; one that is a little fast must not make every fresh answer useless. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;
/** How long an answer without `nextUpdate` is good for; without a limit it could be presented forever (RFC 6960 §2.4). */
const DEFAULT_VALIDITY_MS = 24 * 60 * 60 * 1000;

/**
 * The first http or https address that the certificate (DER) gives for its status (RFC 5280 §4.2.2.1). Null when it names
 * none. The host of the address is not checked.
 *
 * @throws {OcspError} MALFORMED, when the certificate cannot be read.
 */
export function ocspResponderUrl(leaf: Uint8Array): string | null {
  const what = 'authority information access';
  return orMalformed(() => {
    const extension = readPkiCertificate(leaf, 'certificate').extensions.get(EXTENSION.authorityInformationAccess);
    const descriptions = extension === undefined ? [] : sequenceOf(readDer(extension.value, what), what);
    const urls = descriptions.flatMap((description) => {
      const [method, location] = sequenceOf(description, what);
      if (oidOf(method, what) !== OCSP_ACCESS || !hasTag(location, URI_TAG)) return [];
      return [Buffer.from(contentOf(location)).toString('latin1')];
    });
    return urls.find((url) => /^https?:\/\//i.test(url) && URL.canParse(url)) ?? null;
  });
}

/**
 * An OCSPRequest (RFC 6960 §4.1) for one certificate. Its issuer is named by SHA-1, the only hash that every responder
 * answers to (RFC 5019 §2.1.1), and there is no nonce: responders answer from what they have signed in advance.
 *
 * @throws {OcspError} MALFORMED, when a certificate cannot be read.
 */
export function encodeOcspRequest(leaf: Uint8Array, issuer: Uint8Array): Uint8Array {
  const id = orMalformed(() => certificateId(readPkiCertificate(leaf, 'certificate'), readIssuer(issuer)));
  const reqCert = new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA1, algorithmParams: new Null() }),
    issuerNameHash: new OctetString({ valueHex: id.issuerNameHash }),
    issuerKeyHash: new OctetString({ valueHex: id.issuerKeyHash }),
    serialNumber: Integer.fromBigInt(id.serial),
  });
  const request = new OCSPRequest({ tbsRequest: new TBSRequest({ requestList: [new Request({ reqCert })] }) });
  return new Uint8Array(request.toSchema(true).toBER());
}

/**
 * Checks an OCSPResponse (RFC 6960 §3.2): it is about this very certificate, signed by its issuer or by a responder to which
 * the issuer itself gave that task, and in force at that time. Whether the delegated responder's own certificate was revoked
 * is not checked; issuers give those short lives (RFC 6960 §4.2.2.2.1).
 *
 * @throws {OcspError}
 */
export async function decodeOcspResponse(response: Uint8Array, expected: ExpectedOcspAnswer): Promise<OcspAnswer> {
  if (response.length > LIMITS.ocspResponseBytes) {
    throw new OcspError('MALFORMED', `an OCSP response has at most ${LIMITS.ocspResponseBytes} bytes`);
  }
  const { parse } = expected;
  const { basic, leaf, issuer } = orMalformed(() => ({
    basic: readOcspResponse(response),
    leaf: readPkiCertificate(expected.leaf, 'certificate', parse),
    issuer: readIssuer(expected.issuer, parse),
  }));
  const answer = findAnswer(basic, leaf, issuer);
  await checkResponder(basic, issuer, expected);
  const { status, revokedAt, thisUpdate, nextUpdate } = answer;
  const { producedAt } = basic;
  const validUntil = nextUpdate ?? new Date(producedAt.getTime() + DEFAULT_VALIDITY_MS);
  checkTimes([thisUpdate, producedAt], validUntil, expected.at);
  return { status, revokedAt, thisUpdate, nextUpdate, producedAt, validUntil, response: response.slice() };
}

function readIssuer(der: Uint8Array, parse?: ParseCertificate): PkiCertificate {
  return readPkiCertificate(der, 'issuer certificate', parse);
}

/** RFC 6960 §4.1.1: the issuer's name as the certificate has it, and the issuer's key without its algorithm. */
function certificateId(
  leaf: PkiCertificate,
  issuer: PkiCertificate,
): Pick<SingleAnswer, 'hashOid' | 'issuerNameHash' | 'issuerKeyHash' | 'serial'> {
  return {
    hashOid: SHA1,
    issuerNameHash: hashOf('sha1', leaf.issuer),
    issuerKeyHash: hashOf('sha1', issuer.publicKey),
    serial: leaf.serial,
  };
}

function findAnswer({ answers }: BasicResponse, leaf: PkiCertificate, issuer: PkiCertificate): SingleAnswer {
  const id = certificateId(leaf, issuer);
  const [answer, ...more] = answers.filter(
    ({ hashOid, serial, issuerNameHash, issuerKeyHash }) =>
      hashOid === id.hashOid &&
      serial === id.serial &&
      isSameBytes(issuerNameHash, id.issuerNameHash) &&
      isSameBytes(issuerKeyHash, id.issuerKeyHash),
  );
  if (answer === undefined) throw new OcspError('OTHER_CERTIFICATE', 'the response is not about this certificate');
  // Two answers could contradict each other, and readers would differ in which one they take.
  if (more.length > 0) throw new OcspError('MALFORMED', 'the response answers twice');
  return answer;
}

async function checkResponder(
  basic: BasicResponse,
  issuer: PkiCertificate,
  { at, parse }: Pick<ExpectedOcspAnswer, 'at' | 'parse'>,
): Promise<void> {
  const signed = { bytes: basic.signedBytes, signature: basic.signature, algorithm: basic.algorithm };
  const responder = isResponder(basic, issuer) ? issuer : findResponder(basic, parse);
  if (!(await isSignedBy(responder.x509, signed))) {
    throw new OcspError('SIGNATURE_INVALID', 'the signature of the OCSP response does not hold');
  }
  if (responder === issuer) return;
  // RFC 6960 §4.2.2.2: issued directly by the issuer of the certificate in question, for this purpose.
  const isDelegated =
    isIssuedBy(responder.x509, issuer.x509) &&
    isValidAt(responder, at) &&
    (extendedKeyUsagesOf(responder)?.usages.includes(KEY_PURPOSE.ocspSigning) ?? false);
  if (!isDelegated) throw new OcspError('RESPONDER_UNAUTHORISED', 'the issuer gave the responder no such task');
}

function isResponder({ responder }: BasicResponse, certificate: PkiCertificate): boolean {
  return 'name' in responder
    ? isSameBytes(responder.name, certificate.subject)
    : isSameBytes(responder.keyHash, hashOf('sha1', certificate.publicKey));
}

function findResponder(basic: BasicResponse, parse?: ParseCertificate): PkiCertificate {
  const found = readPkiCertificates(basic.certificates, 'responder certificate', parse).find((certificate) =>
    isResponder(basic, certificate),
  );
  if (found === undefined) throw new OcspError('RESPONDER_UNAUTHORISED', 'the responder shows no certificate');
  return found;
}

function checkTimes(begins: readonly Date[], validUntil: Date, at: Date): void {
  const now = at.getTime();
  if (begins.some((begin) => begin.getTime() > now + CLOCK_TOLERANCE_MS)) {
    throw new OcspError('OUTSIDE_VALIDITY', 'the OCSP response is of the future');
  }
  if (validUntil.getTime() < now) throw new OcspError('OUTSIDE_VALIDITY', 'the OCSP response is no longer in force');
}
