import { createHash, type KeyObject } from 'node:crypto';
import { concat, type Bytes } from '../bytes.ts';
import { contentAt, der, elementAt, oid } from '../der.ts';

/** An extension of a certificate (RFC 5280 §4.1); `value` is DER. */
export function extension(extensionOid: string, value: Uint8Array, isCritical = false): Bytes {
  return der(0x30, oid(extensionOid), isCritical ? der(0x01, [0xff]) : [], der(0x04, value));
}

export function basicConstraints(isCa: boolean, pathLength?: number): Bytes {
  const length = pathLength === undefined ? [] : der(0x02, [pathLength]);
  return extension('2.5.29.19', der(0x30, isCa ? der(0x01, [0xff]) : [], length), true);
}

/** Numbers of bits as in RFC 5280 §4.2.1.3: 0 digitalSignature, 1 nonRepudiation, 5 keyCertSign, 6 cRLSign. */
export function keyUsage(...bits: number[]): Bytes {
  const byte = bits.reduce((sum, bit) => sum | (0x80 >> bit), 0);
  return extension('2.5.29.15', der(0x03, [7 - Math.max(...bits), byte]), true);
}

export function extendedKeyUsage(usages: readonly string[], isCritical = false): Bytes {
  return extension('2.5.29.37', der(0x30, ...usages.map(oid)), isCritical);
}

/** Names an OCSP responder (authority information access). */
export function ocspResponder(url: string): Bytes {
  return extension('1.3.6.1.5.5.7.1.1', der(0x30, der(0x30, oid('1.3.6.1.5.5.7.48.1'), der(0x86, url))));
}

export function subjectKeyIdentifier(key: KeyObject): Bytes {
  return extension('2.5.29.14', der(0x04, keyIdentifier(key)));
}

export function authorityKeyIdentifier(key: KeyObject): Bytes {
  return extension('2.5.29.35', der(0x30, der(0x80, keyIdentifier(key))));
}

/** The SHA-1 of the public key without its algorithm (RFC 5280 §4.2.1.2, first method). */
function keyIdentifier(key: KeyObject): Uint8Array {
  const info = contentAt(key.export({ type: 'spki', format: 'der' }), 0);
  const bits = contentAt(info, elementAt(info, 0).length);
  return createHash('sha1')
    .update(concat(bits.subarray(1)))
    .digest();
}
