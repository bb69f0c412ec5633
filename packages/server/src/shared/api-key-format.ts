import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62 } from './ids.ts';

/** `test` keys work in the sandbox, `live` keys in production. */
export type KeyMode = 'live' | 'test';

/** A key with a valid shape and checksum; it need not exist. */
export interface ParsedApiKey {
  readonly mode: KeyMode;
  /** Lower-case hexadecimal SHA-256 of the whole key: what is stored and looked up. */
  readonly sha256: string;
  /** The part that may be shown again after creation, for example `rv_live_3fK9`. */
  readonly prefix: string;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_CHARACTERS = 32;
/** 62^6 is above 2^32, so six characters hold every CRC-32. */
const CHECKSUM_CHARACTERS = 6;
const SHOWN_SECRET_CHARACTERS = 4;
const KEY = /^(rv_(live|test)_)([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

function checksum(text: string): string {
  let value = crc32(text);
  let digits = '';
  for (let position = 0; position < CHECKSUM_CHARACTERS; position += 1) {
    digits = BASE62.charAt(value % BASE62.length) + digits;
    value = Math.floor(value / BASE62.length);
  }
  return digits;
}

/** Lower-case hexadecimal SHA-256 of a key's text. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}

/** A new secret key of 190 random bits: `rv_<mode>_`, 32 base62 characters, the base62 CRC-32 of all before. */
export function newApiKey(mode: KeyMode): { readonly key: string } & ParsedApiKey {
  const body = `rv_${mode}_${randomBase62(SECRET_CHARACTERS)}`;
  const key = body + checksum(body);
  return { key, mode, sha256: hashApiKey(key), prefix: displayPrefix(key) };
}

/** Reads a presented key; undefined, without a look into the database, when the form or the checksum is wrong. */
export function parseApiKey(text: string): ParsedApiKey | undefined {
  const match = KEY.exec(text);
  if (match === null) return undefined;
  const [, prefix = '', mode, secret = '', sum] = match;
  if (checksum(prefix + secret) !== sum) return undefined;
  return { mode: mode === 'live' ? 'live' : 'test', sha256: hashApiKey(text), prefix: displayPrefix(text) };
}

/** SHA-256 of a bearer token, for comparison in constant time. */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token, 'utf8').digest();
}

function displayPrefix(key: string): string {
  return key.slice(0, 'rv_live_'.length + SHOWN_SECRET_CHARACTERS);
}
