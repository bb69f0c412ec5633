import { sign } from 'node:crypto';
import { fromHex, type Bytes } from '../bytes.ts';
import type { Authority } from '../authorities/certificate-authority.ts';
import type { KeyedCertificate } from '../authorities/make-certificate.ts';
import { contentAt, der, elementAt } from '../der.ts';
import { privateKeyPem } from '../authorities/openssl.ts';

/** The type of the answer; the answer itself follows as an OCTET STRING. */
const BASIC = fromHex('06092b0601050507300101');
const ECDSA_SHA256 = fromHex('300a06082a8648ce3d040302');
/** A GeneralizedTime; nothing else in a ResponseData looks like one. */
const TIME = /\d{14}Z/g;

/**
 * Moves all times of an OCSPResponse and signs it again, as the authority's intermediate or as the responder that it named:
 * openssl answers by the machine's clock alone.
 */
export async function redateOcspResponse(
  response: Uint8Array,
  issuedBy: Authority,
  ms: number,
  responder?: KeyedCertificate,
): Promise<Bytes> {
  const oid = Buffer.from(response).indexOf(BASIC);
  const basic = contentAt(contentAt(response, oid + BASIC.length), 0);
  const data = Buffer.from(elementAt(basic, 0)).toString('latin1');
  const moved = Buffer.from(
    data.replaceAll(TIME, (time) => movedBy(time, ms)),
    'latin1',
  );
  const signature = sign('sha256', moved, privateKeyPem(responder ?? issuedBy.intermediate));
  const certificates = responder === undefined ? [] : der(0xa0, der(0x30, responder.der));
  const signed = der(0x30, moved, ECDSA_SHA256, der(0x03, [0], signature), certificates);
  return der(0x30, der(0x0a, [0]), der(0xa0, der(0x30, BASIC, der(0x04, signed))));
}

function movedBy(time: string, ms: number): string {
  const iso = time.replace(/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z');
  return `${new Date(Date.parse(iso) + ms).toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`;
}
