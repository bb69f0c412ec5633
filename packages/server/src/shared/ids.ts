import { randomBytes } from 'node:crypto';

/** Every kind of object that has a public identifier, with the prefix that tells its kind at a glance. */
export const ID_PREFIXES = {
  account: 'usr',
  session: 'ses',
  organization: 'org',
  apiKey: 'key',
  webhook: 'whk',
  event: 'evt',
  job: 'job',
  credential: 'cred',
  order: 'ord',
  transaction: 'txn',
  subscription: 'sub',
  statement: 'stm',
  invoice: 'inv',
  refund: 'rfd',
  subscriptionPeriod: 'per',
  providerAccount: 'pac',
  providerPayment: 'pay',
  reconcileRun: 'rec',
  audit: 'aud',
  request: 'req',
  invitation: 'ivt',
  token: 'tok',
  mail: 'mail',
  incident: 'inc',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 62^22 > 2^130: an identifier cannot be guessed, and holding an anonymous job's identifier is the right to read it. */
const BODY_LENGTH = 22;

/** The largest multiple of 62 in a byte; larger bytes are drawn again, or the first letters would be likelier. */
const UNBIASED_BYTES = 256 - (256 % ALPHABET.length);

/** A new identifier: `<prefix>_` and 22 base62 characters from the system's random source. */
export function newId(kind: IdKind): string {
  return `${ID_PREFIXES[kind]}_${randomBase62(BODY_LENGTH)}`;
}

/** Whether the text has the exact form of an identifier of this kind. Says nothing about whether the object exists. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = `${ID_PREFIXES[kind]}_`;
  return text.startsWith(prefix) && /^[0-9A-Za-z]{22}$/.test(text.slice(prefix.length));
}

/** Unbiased random base62 text of the given length, for identifiers and key secrets. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < UNBIASED_BYTES) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}
