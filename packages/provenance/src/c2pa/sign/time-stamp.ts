import { Integer, Null, OctetString } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq } from 'pkijs';
import { DecodeError } from '../../bytes/decode-error.ts';
import { LIMITS } from '../../limits.ts';
import { subjectOf } from '../../trust/certificate.ts';
import { integerOf, rawOf, readDer, sequenceOf } from './der.ts';
import { isSameBytes } from './pki-certificate.ts';
import { checkTokenSigner } from './time-stamp-signer.ts';
import { orMalformed, TimeStampError } from './time-stamp-error.ts';
import { readTimeStampToken, type TimeStampInfo, type TimeStampToken } from './time-stamp-token.ts';

/** A valid time stamp, leaving open whether its authority is trusted. */
export interface TimeStamp {
  /** DER of the TimeStampToken (a ContentInfo), exactly as it was received. */
  token: Uint8Array;
  time: Date;
  /** Subject of the signing certificate, `CN=…, O=…`; null when it has none. Untrusted text. */
  authority: string | null;
}

export interface ExpectedTimeStamp {
  /** SHA-256 of the bytes that are stamped. */
  imprint: Uint8Array;
  /** Big-endian; the same as in the request. */
  nonce: Uint8Array;
  /** When the response was received. */
  at: Date;
}

const SHA256 = '2.16.840.1.101.3.4.2.1';
const SHA256_BYTES = 32;
/**
 * How far the authority's time may be from ours. Well-kept clocks drift by seconds and a request takes seconds too; a stamp
 * that is hours off was made for something else or by a useless clock.
 */
const TOLERANCE_MS = 5 * 60 * 1000;

/**
 * A TimeStampReq (RFC 3161 §2.4.1) for SHA-256 that requests the authority's certificates, because the signature that
 * carries the token must be verifiable without the network. The nonce is big-endian, of any length.
 *
 * @throws {RangeError} when the imprint is not 32 bytes long.
 */
export function encodeTimeStampRequest({ imprint, nonce }: Pick<ExpectedTimeStamp, 'imprint' | 'nonce'>): Uint8Array {
  if (imprint.length !== SHA256_BYTES) throw new RangeError('the imprint is not a SHA-256 digest');
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      // With NULL parameters, as RFC 5754 §2 accepts and as the widest used clients write it.
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: imprint }),
    }),
    nonce: Integer.fromBigInt(numberOf(nonce)),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

/**
 * Checks a TimeStampResp (RFC 3161 §2.4.2) against its request: granted, for these bytes and this nonce, at a time near
 * ours, signed by the one certificate that it names, which is included, is valid at that time and is for time stamping only.
 * Whether the certificate leads to a trusted root is not decided here: the operator chose the authority, and readers judge
 * the token by their own trust lists.
 *
 * @throws {TimeStampError}
 */
export async function decodeTimeStampResponse(response: Uint8Array, expected: ExpectedTimeStamp): Promise<TimeStamp> {
  if (response.length > LIMITS.timeStampTokenBytes) {
    throw new TimeStampError('TOO_LARGE', `a time-stamp response has at most ${LIMITS.timeStampTokenBytes} bytes`);
  }
  const token = orMalformed(() => readGranted(response));
  const parts = orMalformed(() => readTimeStampToken(token));
  checkInfo(parts.info, expected);
  const signer = await checkTokenSigner(parts);
  checkTime(parts, expected.at);
  return { token, time: parts.info.time, authority: subjectOf(signer.x509) || null };
}

/** The bytes of the token, when the response grants one. PKIStatus (RFC 4210): 0 granted, 1 granted with changes. */
function readGranted(response: Uint8Array): Uint8Array {
  const what = 'TimeStampResp';
  const [statusInfo, token, ...more] = sequenceOf(readDer(response, what), what);
  const status = integerOf(sequenceOf(statusInfo, what)[0], what);
  if (status !== 0n && status !== 1n) {
    throw new TimeStampError('NOT_GRANTED', `the authority refused with status ${String(status).slice(0, 8)}`);
  }
  if (token === undefined || more.length > 0) throw new DecodeError(what, 0);
  return rawOf(token).slice();
}

function checkInfo(info: TimeStampInfo, { imprint, nonce }: ExpectedTimeStamp): void {
  if (info.imprintOid !== SHA256 || !isSameBytes(info.imprint, imprint)) {
    throw new TimeStampError('IMPRINT_MISMATCH', 'the time stamp is for other bytes');
  }
  if (info.nonce !== numberOf(nonce)) {
    throw new TimeStampError('NONCE_MISMATCH', 'the time stamp answers another request');
  }
}

function checkTime({ info }: TimeStampToken, at: Date): void {
  const distanceMs = Math.abs(info.time.getTime() - at.getTime());
  if (distanceMs > TOLERANCE_MS) {
    const seconds = Math.round(distanceMs / 1000);
    throw new TimeStampError('TIME_IMPLAUSIBLE', `the time stamp is ${seconds} seconds away from this clock`);
  }
}

function numberOf(bigEndian: Uint8Array): bigint {
  return BigInt(`0x0${Buffer.from(bigEndian).toString('hex')}`);
}
