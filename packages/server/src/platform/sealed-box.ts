import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts what the database must not hold in the clear: links in waiting mails, secrets of one-time codes. */
export interface SealedBox {
  seal(plain: Uint8Array): Promise<Buffer>;
  /** @throws {SealedValueError} */
  open(sealed: Uint8Array): Promise<Buffer>;
}

/** The value was changed, or sealed with an unknown key. */
export class SealedValueError extends Error {
  override readonly name = 'SealedValueError';
}

/** One key, and the name by which sealed values and people refer to it; the name reveals nothing of the key. */
export interface SecretKey {
  id: string;
  bytes: Uint8Array;
}

export const SECRET_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Before the key's id: the kind and version of the value. */
export const SEALED_MARK = Buffer.from('RVS\u0001', 'latin1');
export const KEY_ID_BYTES = 8;
const HEADER_BYTES = SEALED_MARK.length + KEY_ID_BYTES;

/** @throws {RangeError} for a key of another length */
export function secretKey(bytes: Uint8Array): SecretKey {
  if (bytes.length !== SECRET_KEY_BYTES) throw new RangeError(`a key of ${bytes.length} bytes`);
  const digest = createHash('sha256').update('revera secret key\n').update(bytes).digest();
  return { id: digest.subarray(0, KEY_ID_BYTES).toString('hex'), bytes };
}

/** The beginning of every value that is sealed with the key. */
export function sealedHeader({ id }: SecretKey): Buffer {
  return Buffer.concat([SEALED_MARK, Buffer.from(id, 'hex')]);
}

/**
 * AES-256-GCM. A sealed value is the mark, the key's id, a nonce, the cipher text and its tag; the first two are authenticated.
 * One that was sealed before there were ids has neither, and any known key may be its own.
 * @param keys read each time, so that a new one counts at once: the first seals, all open
 */
export function sealedBoxWith(keys: () => Promise<readonly SecretKey[]>): SealedBox {
  return {
    seal: async (plain) => {
      const [current] = await keys();
      if (current === undefined) throw new RangeError('no key');
      const header = sealedHeader(current);
      return Buffer.concat([header, encrypt(current, header, plain)]);
    },
    open: async (sealed) => {
      const known = await keys();
      const header = sealed.subarray(0, HEADER_BYTES);
      const named = known.find((key) => sealedHeader(key).equals(header));
      const plain =
        named === undefined
          ? firstOf(known, (key) => decrypt(key, Buffer.alloc(0), sealed))
          : decrypt(named, header, sealed.subarray(HEADER_BYTES));
      if (plain === undefined) throw new SealedValueError('changed, or sealed with a key that is not known');
      return plain;
    },
  };
}

/** A box with keys that never change. */
export function sealedBox(...keys: readonly Uint8Array[]): SealedBox {
  const known = keys.map(secretKey);
  return sealedBoxWith(() => Promise.resolve(known));
}

function encrypt({ bytes }: SecretKey, header: Uint8Array, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(header);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined when it was changed, or sealed with another key. */
function decrypt({ bytes }: SecretKey, header: Uint8Array, sealed: Uint8Array): Buffer | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', bytes, sealed.subarray(0, NONCE_BYTES)).setAAD(header);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    // The tag does not match: the only way the last step can fail.
    return undefined;
  }
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
