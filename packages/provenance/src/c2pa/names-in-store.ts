import { latin1Text } from '../bytes/latin1-text.ts';
import { hasAscii } from '../bytes/match.ts';
import { LIMITS } from '../limits.ts';
import { decodedOrNull } from './decoded-or-null.ts';
import { decodeManifestStore, type ContentBox, type SuperBox } from './jumbf.ts';
import { hasPlainStrings } from './plain-cbor.ts';

/** The end of `06 03 55 04`: an object identifier of X.520, without the last byte that says which attribute it is. */
const ATTRIBUTE = Buffer.from([0x03, 0x55, 0x04]);
const CONSTRUCTED = 0x20;
const LONG_LENGTH = 0x80;

/**
 * The parts of all distinguished names that stand anywhere in a manifest store, whatever it is that holds them: certificates of
 * claims, of identities, of time stamps, of revocation answers. See `attributesIn`. Null when names could be hidden in it: in
 * compressed manifests, in byte strings that are not in one piece, in bytes written as text.
 */
export function namesInStore(bytes: Uint8Array): ReadonlySet<string> | null {
  const store = decodedOrNull(() => decodeManifestStore(bytes));
  return store === null || !isPlain(store) ? null : attributesIn(bytes);
}

/**
 * Every attribute value of X.520 that stands in these bytes, with the byte that names its type, found without decoding what is
 * around it: a certificate that is decoded and encoded again keeps them. Null when one is in pieces, or there are too many.
 */
export function attributesIn(bytes: Uint8Array): ReadonlySet<string> | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const found = new Set<string>();
  for (let at = buffer.indexOf(ATTRIBUTE); at !== -1; at = buffer.indexOf(ATTRIBUTE, at + 1)) {
    const type = at + ATTRIBUTE.length;
    const [tag = 0, first = 0] = buffer.subarray(type + 1);
    const lengthBytes = first < LONG_LENGTH ? 0 : first - LONG_LENGTH;
    const start = type + 3 + lengthBytes;
    const isWhole = (tag & CONSTRUCTED) === 0 && lengthBytes <= 2;
    if (!isWhole || found.size >= LIMITS.storeNames) return null;
    const length = lengthBytes === 0 ? first : start <= buffer.length ? buffer.readUIntBE(type + 3, lengthBytes) : 0;
    found.add(latin1Text(buffer.subarray(type, type + 1)) + latin1Text(buffer.subarray(start, start + length)));
  }
  return found;
}

/** Assertions that carry certificates, and that the engine may also accept as JSON, where bytes are numbers or Base64. */
const CARRIERS = /^(?:cawg\.|c2pa\.(?:time-stamp|certificate-status))/;
/** A Brotli box (C2PA 2.x, compressed manifests). */
const COMPRESSED = 'brob';
/** Pictures with their description, and salts: no certificates are read from them. */
const OPAQUE = new Set(['bfdb', 'bidb', 'c2sh']);

function isPlain({ label, superboxes, contents }: SuperBox): boolean {
  const isCarrier = label !== null && CARRIERS.test(label);
  return contents.every((content) => isPlainContent(content, isCarrier)) && superboxes.every(isPlain);
}

/** Anything unknown must be plain CBOR too, so that it does not matter by which mark the engine takes it for that. */
function isPlainContent({ type, bytes }: ContentBox, isCarrier: boolean): boolean {
  if (OPAQUE.has(type)) return true;
  if (type === 'json' && (hasAscii(bytes, 0, '{') || hasAscii(bytes, 0, '['))) return !isCarrier;
  return type !== COMPRESSED && hasPlainStrings(bytes);
}
