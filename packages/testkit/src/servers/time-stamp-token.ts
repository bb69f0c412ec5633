import { createHash } from 'node:crypto';
import { fromHex, type Bytes } from '../bytes.ts';
import type { Authority } from '../authorities/certificate-authority.ts';
import { contentAt, der, elementAt } from '../der.ts';
import { timeStampInfo } from './forged-time-stamp.ts';

export interface TimeStampTokenOptions {
  /** SHA-256 that is stamped. */
  imprint: Uint8Array;
  /** The time of the stamp (genTime). */
  time: Date;
  /** What the signature on the stamp names as its own time (signingTime). Default the time of the stamp. */
  signingTime?: Date;
  /** An ES256 signer, as `createTimeStampSigner` makes it. */
  signer: Authority;
}

const SHA256 = der(0x30, fromHex('0609608648016503040201'));
const ECDSA_SHA256 = fromHex('300a06082a8648ce3d040302');
const SIGNED_DATA = fromHex('06092a864886f70d010702');
const TST_INFO = fromHex('060b2a864886f70d0109100104');
const CONTENT_TYPE = fromHex('06092a864886f70d010903');
const MESSAGE_DIGEST = fromHex('06092a864886f70d010904');
const SIGNING_TIME = fromHex('06092a864886f70d010905');
const SIGNING_CERTIFICATE_V2 = fromHex('060b2a864886f70d010910022f');

/** A TimeStampResp (RFC 3161 §2.4.2) that grants the token: claims of version 1 carry it whole. */
export function grantedTimeStamp(token: Uint8Array): Bytes {
  return der(0x30, der(0x30, der(0x02, [0])), token);
}

/**
 * A token (RFC 3161 §2.4.2, a CMS SignedData of RFC 5652) of whatever time: what openssl signs, it signs at the time of this
 * machine.
 */
export async function buildTimeStampToken(options: TimeStampTokenOptions): Promise<Bytes> {
  const { imprint, time, signingTime = time, signer } = options;
  const content = timeStampInfo({ imprint, time, nonce: null });
  const attributes = [
    attribute(CONTENT_TYPE, TST_INFO),
    attribute(SIGNING_TIME, utcTime(signingTime)),
    attribute(MESSAGE_DIGEST, der(0x04, sha256(content))),
    // ESSCertIDv2 with the default digest, SHA-256.
    attribute(SIGNING_CERTIFICATE_V2, der(0x30, der(0x30, der(0x30, der(0x04, sha256(signer.leaf.der)))))),
  ].toSorted((a, b) => Buffer.compare(a, b));
  const signature = derSignature(await signer.sign(der(0x31, ...attributes)));
  const signerInfo = der(
    0x30,
    der(0x02, [1]),
    issuerAndSerial(signer),
    SHA256,
    der(0xa0, ...attributes),
    ECDSA_SHA256,
    der(0x04, signature),
  );
  const certificates = der(0xa0, signer.leaf.der, ...signer.between.map((certificate) => certificate.der));
  const encapsulated = der(0x30, TST_INFO, der(0xa0, der(0x04, content)));
  const signedData = der(0x30, der(0x02, [3]), der(0x31, SHA256), encapsulated, certificates, der(0x31, signerInfo));
  return der(0x30, SIGNED_DATA, der(0xa0, signedData));
}

function attribute(type: Uint8Array, value: Uint8Array): Bytes {
  return der(0x30, type, der(0x31, value));
}

/** As they are encoded in the certificate (RFC 5280 §4.1): after the version stand serial number, algorithm and issuer. */
function issuerAndSerial({ leaf }: Authority): Bytes {
  const toBeSigned = contentAt(contentAt(leaf.der, 0), 0);
  let at = elementAt(toBeSigned, 0).length;
  const [serial, , issuer] = Array.from({ length: 3 }, () => {
    const element = elementAt(toBeSigned, at);
    at += element.length;
    return element;
  });
  return der(0x30, issuer ?? [], serial ?? []);
}

function utcTime(time: Date): Bytes {
  return der(0x17, `${time.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`);
}

/** r and s one after another, as an ECDSA-Sig-Value. */
function derSignature(signature: Uint8Array): Bytes {
  const half = signature.length / 2;
  return der(0x30, integer(signature.subarray(0, half)), integer(signature.subarray(half)));
}

function integer(bytes: Uint8Array): Bytes {
  const from = bytes.findIndex((byte) => byte !== 0);
  const digits = bytes.subarray(from);
  return der(0x02, (digits[0] ?? 0) >= 0x80 ? [0] : [], digits);
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}
