import { DecodeError } from '../../bytes/decode-error.ts';
import { LIMITS } from '../../limits.ts';
import {
  contentOf,
  findTagged,
  hasCriticalExtension,
  hasTag,
  integerOf,
  isInteger,
  octetsOf,
  oidOf,
  rawOf,
  readDer,
  sequenceOf,
  setOf,
  taggedOf,
  timeOf,
  type Der,
} from './der.ts';
import { digestOf, type Digest } from './pki-signature.ts';

/** What a time-stamp token says (RFC 3161 §2.4.2), not yet verified. */
export interface TimeStampToken {
  /** DER of the TSTInfo, which the signature covers by its digest. */
  content: Uint8Array;
  info: TimeStampInfo;
  /** DER, in the order of the token. */
  certificates: Uint8Array[];
  signer: TokenSigner;
}

export interface TimeStampInfo {
  imprintOid: string;
  imprint: Uint8Array;
  time: Date;
  /** Null when the authority repeated none. */
  nonce: bigint | null;
}

export interface TokenSigner {
  /** Which name identifies the certificate (RFC 5652 §5.3). */
  id: { issuer: Uint8Array; serial: bigint } | { keyId: Uint8Array };
  digest: Digest;
  /** Values by the attribute's object identifier; each attribute occurs once and has one value. */
  attributes: ReadonlyMap<string, Der>;
  /** The attributes in the form that is signed: as a SET, not with the tag that they have in the token. */
  signedBytes: Uint8Array;
  algorithm: Der;
  signature: Uint8Array;
}

const SIGNED_DATA = '1.2.840.113549.1.7.2';
/** Content type of a time stamp (RFC 3161 §2.4.2). */
export const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const SET_TAG = 0x31;
const KEY_ID_TAG = 0;
const WHAT = 'time-stamp token';

/** Decodes a TimeStampToken: a ContentInfo with SignedData around a TSTInfo. Fails with DecodeError. */
export function readTimeStampToken(der: Uint8Array): TimeStampToken {
  return readTokenBlock(readDer(der, WHAT));
}

/** The same for a token that is decoded already. */
export function readTokenBlock(block: Der): TimeStampToken {
  const [contentType, wrapped] = sequenceOf(block, WHAT);
  if (oidOf(contentType, WHAT) !== SIGNED_DATA || !hasTag(wrapped, 0)) throw new DecodeError(WHAT, 0);
  const members = sequenceOf(taggedOf(wrapped, WHAT)[0], WHAT);
  const content = readContent(members[2]);
  const signers = setOf(members.at(-1), WHAT);
  const [signer] = signers;
  // RFC 3161 §2.4.2: "MUST NOT contain any signatures other than the signature of the TSA".
  if (signer === undefined || signers.length !== 1) throw new DecodeError('signature of the time-stamp token', 0);
  const certificates = findTagged(members, 0, WHAT) ?? [];
  if (certificates.length > LIMITS.chainCertificates) throw new DecodeError('certificates of the time-stamp token', 0);
  return { content, info: readInfo(content), certificates: certificates.map(rawOf), signer: readSigner(signer) };
}

function readContent(block: Der | undefined): Uint8Array {
  const [type, wrapped] = sequenceOf(block, WHAT);
  if (oidOf(type, WHAT) !== TST_INFO) throw new DecodeError('content type of the time-stamp token', 0);
  if (!hasTag(wrapped, 0)) throw new DecodeError('content of the time-stamp token', 0);
  return octetsOf(taggedOf(wrapped, WHAT)[0], WHAT);
}

/** The optional members follow one another without names: accuracy, ordering, nonce, [0] tsa, [1] extensions. */
function readInfo(content: Uint8Array): TimeStampInfo {
  const what = 'TSTInfo';
  const [version, policy, imprint, serial, time, ...rest] = sequenceOf(readDer(content, what), what);
  const isFirstVersion = integerOf(version, what) === 1n;
  oidOf(policy, what);
  integerOf(serial, what);
  const [algorithm, hashed] = sequenceOf(imprint, what);
  const nonce = rest.find(isInteger);
  if (!isFirstVersion || hasCriticalExtension(findTagged(rest, 1, what) ?? [], what)) throw new DecodeError(what, 0);
  return {
    imprintOid: oidOf(sequenceOf(algorithm, what)[0], what),
    imprint: octetsOf(hashed, what),
    time: timeOf(time, what),
    nonce: nonce === undefined ? null : integerOf(nonce, what),
  };
}

function readSigner(block: Der): TokenSigner {
  const what = 'SignerInfo';
  const [version, id, digestAlgorithm, attributes, algorithm, signature] = sequenceOf(block, what);
  integerOf(version, what);
  const digest = digestOf(oidOf(sequenceOf(digestAlgorithm, what)[0], what));
  // The attributes are optional in CMS; a time stamp has them, because its content is not id-data (RFC 5652 §5.3).
  if (digest === null || !hasTag(attributes, 0) || algorithm === undefined) throw new DecodeError(what, 0);
  return {
    id: readSignerId(id),
    digest,
    attributes: readAttributes(taggedOf(attributes, what)),
    signedBytes: Uint8Array.of(SET_TAG, ...rawOf(attributes).subarray(1)),
    algorithm,
    signature: octetsOf(signature, what),
  };
}

function readSignerId(block: Der | undefined): TokenSigner['id'] {
  const what = 'signer identifier';
  if (hasTag(block, KEY_ID_TAG)) return { keyId: contentOf(block) };
  const [issuer, serial] = sequenceOf(block, what);
  if (issuer === undefined) throw new DecodeError(what, 0);
  return { issuer: rawOf(issuer), serial: integerOf(serial, what) };
}

/** A duplicate attribute counts as a fault: readers would differ in which one they take. */
function readAttributes(blocks: readonly Der[]): ReadonlyMap<string, Der> {
  const what = 'signed attribute';
  const attributes = new Map<string, Der>();
  for (const block of blocks) {
    const [type, values] = sequenceOf(block, what);
    const [value, ...more] = setOf(values, what);
    const name = oidOf(type, what);
    if (value === undefined || more.length > 0 || attributes.has(name)) throw new DecodeError(what, 0);
    attributes.set(name, value);
  }
  return attributes;
}
