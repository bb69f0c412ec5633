import { DecodeError } from '../../bytes/decode-error.ts';
import { LIMITS } from '../../limits.ts';
import {
  bitsOf,
  findTagged,
  hasCriticalExtension,
  hasTag,
  integerOf,
  octetsOf,
  oidOf,
  rawOf,
  readDer,
  sequenceOf,
  taggedOf,
  timeOf,
  type Der,
} from './der.ts';
import { OcspError } from './ocsp-error.ts';

export type OcspStatus = 'good' | 'revoked' | 'unknown';

/** A BasicOCSPResponse (RFC 6960 §4.2.1), not yet verified. */
export interface BasicResponse {
  /** DER of the ResponseData: what is signed. */
  signedBytes: Uint8Array;
  algorithm: Der;
  signature: Uint8Array;
  /** DER, in the order of the response. */
  certificates: Uint8Array[];
  /** Which name identifies the responder's certificate; the hash is SHA-1 of its public key. */
  responder: { name: Uint8Array } | { keyHash: Uint8Array };
  producedAt: Date;
  answers: SingleAnswer[];
}

/** What the response says about one certificate. */
export interface SingleAnswer {
  hashOid: string;
  issuerNameHash: Uint8Array;
  issuerKeyHash: Uint8Array;
  serial: bigint;
  status: OcspStatus;
  /** Null when the certificate is not revoked. */
  revokedAt: Date | null;
  thisUpdate: Date;
  nextUpdate: Date | null;
}

const BASIC = '1.3.6.1.5.5.7.48.1.1';
const RESPONDER_BY_NAME = 1;
const RESPONDER_BY_KEY = 2;
const EXTENSIONS_TAG = 1;
/** RevokedInfo: the time of the revocation, and a reason (RFC 6960 §4.2.1). */
const REVOKED_TAG = 1;
const STATUSES: readonly OcspStatus[] = ['good', 'revoked', 'unknown'];

/** Decodes an OCSPResponse. Fails with DecodeError, and with OcspError when the responder gave no answer. */
export function readOcspResponse(response: Uint8Array): BasicResponse {
  const what = 'OCSPResponse';
  const [status, wrapped] = sequenceOf(readDer(response, what), what);
  const code = integerOf(status, what);
  if (code !== 0n) throw new OcspError('UNSUCCESSFUL', `the responder refused with status ${String(code).slice(0, 8)}`);
  if (!hasTag(wrapped, 0)) throw new DecodeError(what, 0);
  const [type, octets] = sequenceOf(taggedOf(wrapped, what)[0], what);
  if (oidOf(type, what) !== BASIC) throw new DecodeError('type of the OCSP response', 0);
  return readBasic(octetsOf(octets, what));
}

function readBasic(der: Uint8Array): BasicResponse {
  const what = 'BasicOCSPResponse';
  const members = sequenceOf(readDer(der, what), what);
  const [data, algorithm, signature] = members;
  if (data === undefined || algorithm === undefined) throw new DecodeError(what, 0);
  const wrapped = findTagged(members, 0, what);
  const certificates = wrapped === null ? [] : sequenceOf(wrapped[0], what);
  if (certificates.length > LIMITS.chainCertificates) throw new DecodeError('certificates of the OCSP response', 0);
  return {
    signedBytes: rawOf(data),
    algorithm,
    signature: bitsOf(signature, what),
    certificates: certificates.map(rawOf),
    ...readData(data),
  };
}

function readData(data: Der): Pick<BasicResponse, 'responder' | 'producedAt' | 'answers'> {
  const what = 'ResponseData';
  const members = sequenceOf(data, what);
  const [responder, producedAt, answers, ...rest] = hasTag(members[0], 0) ? members.slice(1) : members;
  refuseCriticalExtension(rest);
  return {
    responder: readResponder(responder),
    producedAt: timeOf(producedAt, what),
    answers: sequenceOf(answers, what).map(readAnswer),
  };
}

function readResponder(block: Der | undefined): BasicResponse['responder'] {
  const what = 'ResponderID';
  if (hasTag(block, RESPONDER_BY_KEY)) return { keyHash: octetsOf(taggedOf(block, what)[0], what) };
  const name = hasTag(block, RESPONDER_BY_NAME) ? taggedOf(block, what)[0] : undefined;
  if (name === undefined) throw new DecodeError(what, 0);
  return { name: rawOf(name) };
}

function readAnswer(block: Der): SingleAnswer {
  const what = 'SingleResponse';
  const [id, status, thisUpdate, ...rest] = sequenceOf(block, what);
  const [algorithm, nameHash, keyHash, serial] = sequenceOf(id, what);
  const nextUpdate = findTagged(rest, 0, what);
  refuseCriticalExtension(rest);
  return {
    hashOid: oidOf(sequenceOf(algorithm, what)[0], what),
    issuerNameHash: octetsOf(nameHash, what),
    issuerKeyHash: octetsOf(keyHash, what),
    serial: integerOf(serial, what),
    status: readStatus(status),
    revokedAt: hasTag(status, REVOKED_TAG) ? timeOf(taggedOf(status, what)[0], what) : null,
    thisUpdate: timeOf(thisUpdate, what),
    nextUpdate: nextUpdate === null ? null : timeOf(nextUpdate[0], what),
  };
}

function readStatus(block: Der | undefined): OcspStatus {
  const status = STATUSES.find((_, tag) => hasTag(block, tag));
  if (status === undefined) throw new DecodeError('CertStatus', 0);
  return status;
}

function refuseCriticalExtension(members: readonly Der[]): void {
  const what = 'extensions of the OCSP response';
  const wrapped = findTagged(members, EXTENSIONS_TAG, what);
  if (wrapped !== null && hasCriticalExtension(sequenceOf(wrapped[0], what), what)) throw new DecodeError(what, 0);
}
