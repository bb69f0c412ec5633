import { createDecipheriv, createHash } from 'node:crypto';
import { DecodeError } from '../../bytes/decode-error.ts';
import { emptyPasswordKey } from './file-key.ts';
import { rc4 } from './rc4.ts';
import { entryOf, nameOf, wholeNumber, type PdfDictionary, type PdfValue } from './values.ts';

type Method = 'none' | 'rc4' | 'aes128' | 'aes256';
type Resolve = (value: PdfValue) => PdfValue;

/** Methods of crypt filters (ISO 32000-2 §7.6.6, table 25). */
const METHODS: Record<string, Method> = { None: 'none', V2: 'rc4', AESV2: 'aes128', AESV3: 'aes256' };

/** How strings and streams of an encrypted file are read. */
export interface PdfDecryption {
  encryptsMetadata: boolean;
  string: Decrypt;
  stream: Decrypt;
}

type Decrypt = (bytes: Uint8Array, number: number, generation: number) => Uint8Array;

/** What can be said about an encryption that this reader has no key for. */
export interface Locked {
  reason: 'PDF encryption of an unknown kind' | 'PDF with a password';
  encryptsMetadata: boolean;
}

/** The decryption for an empty user password, as viewers try it before they ask. */
export function openEncryption(
  dictionary: PdfDictionary,
  fileId: Uint8Array,
  resolve: Resolve,
): PdfDecryption | Locked {
  const entry = (name: string): PdfValue => resolve(entryOf(dictionary, name));
  const metadata = entry('EncryptMetadata');
  const encryptsMetadata = !(metadata.kind === 'boolean' && !metadata.value);
  const methods = methodsOf(dictionary, resolve);
  const revision = wholeNumber(entry('R')) ?? 0;
  if (nameOf(entry('Filter')) !== 'Standard' || methods === null || revision < 2 || revision > 6) {
    return { reason: 'PDF encryption of an unknown kind', encryptsMetadata };
  }
  const permissions = entry('P');
  const key = emptyPasswordKey({
    revision,
    keyBytes: methods.keyBytes,
    ownerHash: bytesOf(entry('O')),
    userHash: bytesOf(entry('U')),
    userKey: bytesOf(entry('UE')),
    permissions: permissions.kind === 'number' ? permissions.value : 0,
    fileId,
    encryptsMetadata,
  });
  if (key === null) return { reason: 'PDF with a password', encryptsMetadata };
  return { encryptsMetadata, string: decryptor(methods.string, key), stream: decryptor(methods.stream, key) };
}

function methodsOf(
  dictionary: PdfDictionary,
  resolve: Resolve,
): { string: Method; stream: Method; keyBytes: number } | null {
  const version = wholeNumber(resolve(entryOf(dictionary, 'V'))) ?? 0;
  const bits = wholeNumber(resolve(entryOf(dictionary, 'Length'))) ?? 40;
  if (version === 1) return { string: 'rc4', stream: 'rc4', keyBytes: 5 };
  if (version === 2 || version === 3) {
    const isPossible = bits >= 40 && bits <= 128 && bits % 8 === 0;
    return isPossible ? { string: 'rc4', stream: 'rc4', keyBytes: bits / 8 } : null;
  }
  if (version !== 4 && version !== 5) return null;
  const filters = resolve(entryOf(dictionary, 'CF'));
  const methodOf = (use: string): Method | null => {
    const name = nameOf(resolve(entryOf(dictionary, use))) ?? 'Identity';
    if (name === 'Identity') return 'none';
    const filter = filters.kind === 'dictionary' ? resolve(entryOf(filters, name)) : filters;
    const method = filter.kind === 'dictionary' ? nameOf(resolve(entryOf(filter, 'CFM'))) : null;
    return method === null ? null : (METHODS[method] ?? null);
  };
  const [string, stream] = [methodOf('StrF'), methodOf('StmF')];
  if (string === null || stream === null) return null;
  // Version 4 always has 16 bytes in practice; what writers put into its /Length differs in unit and meaning.
  return { string, stream, keyBytes: version === 4 ? 16 : 32 };
}

function bytesOf(value: PdfValue): Uint8Array {
  return value.kind === 'string' ? value.bytes : new Uint8Array(0);
}

function decryptor(method: Method, key: Uint8Array): Decrypt {
  switch (method) {
    case 'none':
      return (bytes) => bytes;
    case 'rc4':
      return (bytes, number, generation) => rc4(objectKey(key, number, generation, []), bytes);
    case 'aes128':
      return (bytes, number, generation) =>
        aesCbc('aes-128-cbc', objectKey(key, number, generation, [0x73, 0x41, 0x6c, 0x54]), bytes);
    case 'aes256':
      return (bytes) => aesCbc('aes-256-cbc', key, bytes);
  }
}

/** Algorithm 1 (§7.6.3.2): each object has a key of its own; AES adds `sAlT`. */
function objectKey(key: Uint8Array, number: number, generation: number, salt: number[]): Uint8Array {
  const low = [number & 0xff, (number >> 8) & 0xff, (number >> 16) & 0xff, generation & 0xff, (generation >> 8) & 0xff];
  const hash = createHash('md5')
    .update(key)
    .update(Uint8Array.from([...low, ...salt]))
    .digest();
  return hash.subarray(0, Math.min(16, key.length + 5));
}

/** The data begins with its initialization vector and ends with 1 to 16 bytes that say how many they are. */
function aesCbc(name: 'aes-128-cbc' | 'aes-256-cbc', key: Uint8Array, data: Uint8Array): Uint8Array {
  const keyBytes = name === 'aes-128-cbc' ? 16 : 32;
  if (data.length === 0) return data;
  if (data.length < 32 || data.length % 16 !== 0 || key.length !== keyBytes)
    throw new DecodeError('PDF encrypted data', 0);
  const plain = createDecipheriv(name, key, data.subarray(0, 16)).setAutoPadding(false).update(data.subarray(16));
  const padding = plain.at(-1) ?? 0;
  if (padding < 1 || padding > 16) throw new DecodeError('PDF encrypted data', 0);
  return plain.subarray(0, plain.length - padding);
}
