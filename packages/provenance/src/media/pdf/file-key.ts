import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { rc4 } from './rc4.ts';

/** What the encryption dictionary of the standard handler says (ISO 32000-2 §7.6.4). */
export interface StandardSecurity {
  revision: number;
  keyBytes: number;
  /** /O, /U and, from revision 5 on, /UE. */
  ownerHash: Uint8Array;
  userHash: Uint8Array;
  userKey: Uint8Array;
  permissions: number;
  /** The first string of the trailer's /ID. */
  fileId: Uint8Array;
  encryptsMetadata: boolean;
}

/** Replaces a password, or the missing part of one (§7.6.4.3.2, step a). */
const PADDING = Uint8Array.from(Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex'));
const ZERO_IV = new Uint8Array(16);

/** The file's key for an empty user password. Null when the file requires a password. */
export function emptyPasswordKey(security: StandardSecurity): Uint8Array | null {
  return security.revision >= 5 ? aes256Key(security) : md5Key(security);
}

/** Revisions 2 to 4 (§7.6.4.3.2, algorithms 2, 4 and 5). */
function md5Key(security: StandardSecurity): Uint8Array | null {
  const { revision, keyBytes, ownerHash, userHash, permissions, fileId, encryptsMetadata } = security;
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions | 0);
  const metadataFlag = revision >= 4 && !encryptsMetadata ? [Buffer.from([0xff, 0xff, 0xff, 0xff])] : [];
  let key = md5(PADDING, ownerHash.subarray(0, 32), flags, fileId, ...metadataFlag).subarray(0, keyBytes);
  if (revision === 2) return isEqual(rc4(key, PADDING), userHash.subarray(0, 32)) ? key : null;
  for (let round = 0; round < 50; round += 1) key = md5(key).subarray(0, keyBytes);
  let check = rc4(key, md5(PADDING, fileId));
  for (let round = 1; round <= 19; round += 1) {
    const turned = key.map((byte) => byte ^ round);
    check = rc4(turned, check);
  }
  return isEqual(check, userHash.subarray(0, 16)) ? key : null;
}

/** Revisions 5 and 6 (§7.6.4.3.3, algorithm 2.A): 32 bytes of hash, 8 of salt for it, 8 of salt for the key. */
function aes256Key({ revision, userHash, userKey }: StandardSecurity): Uint8Array | null {
  if (userHash.length < 48 || userKey.length < 32) return null;
  const hash = revision === 5 ? (salt: Uint8Array) => sha(256, salt) : hardenedHash;
  if (!isEqual(hash(userHash.subarray(32, 40)), userHash.subarray(0, 32))) return null;
  const cipher = createDecipheriv('aes-256-cbc', hash(userHash.subarray(40, 48)), ZERO_IV).setAutoPadding(false);
  return cipher.update(userKey.subarray(0, 32));
}

/**
 * Algorithm 2.B for an empty password. Ends after 64 rounds or more, by the last byte of each; a byte cannot keep it
 * running past round 287.
 */
function hardenedHash(salt: Uint8Array): Uint8Array {
  let key = sha(256, salt);
  for (let round = 1; ; round += 1) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const encrypted = cipher.update(repeated);
    // The first 16 bytes as a number modulo 3, which is the sum of the bytes modulo 3, as 256 is 1 more than 255.
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(remainder === 0 ? 256 : remainder === 1 ? 384 : 512, encrypted);
    if (round >= 64 && (encrypted.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32);
  }
}

function md5(...parts: Uint8Array[]): Uint8Array {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function sha(bits: 256 | 384 | 512, bytes: Uint8Array): Uint8Array {
  return createHash(`sha${bits}`).update(bytes).digest();
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
