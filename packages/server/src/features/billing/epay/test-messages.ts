import { generateKeyPairSync } from 'node:crypto';
import type { EpayAccount } from './account.ts';
import { parametersOf } from './canonical.ts';
import type { EpayMessage } from './parameters.ts';
import { signV1, signV2 } from './signature.ts';

/** Keys and messages for tests of the verifier. */

export const NOW = new Date('2026-11-20T10:00:00Z');
export const V1_KEY = 'kH3nq8Zt5vW1xY7bC9dF2gJ4';
const GATEWAY_PAIR = generateKeyPairSync('rsa', { modulusLength: 2048 });
const MERCHANT_PAIR = generateKeyPairSync('rsa', { modulusLength: 2048 });

export const V1_ACCOUNT: EpayAccount = {
  pid: '1001',
  gatewayUrl: 'https://pay.example',
  keys: { protocol: 'v1', key: V1_KEY, previous: null },
};
export const V2_ACCOUNT: EpayAccount = {
  ...V1_ACCOUNT,
  keys: {
    protocol: 'v2',
    privateKey: MERCHANT_PAIR.privateKey,
    platformKey: GATEWAY_PAIR.publicKey,
    previous: null,
  },
};

type Fields = Readonly<Record<string, string>>;

const PAID: Fields = {
  pid: '1001',
  trade_no: '2026112018000012345',
  out_trade_no: 'PO20261120A1B2C3D4',
  type: 'alipay',
  name: 'product',
  money: '100',
  trade_status: 'TRADE_SUCCESS',
};

/** The time of `NOW`, moved by seconds, as V2 messages carry it. */
export function timestampAt(seconds: number): string {
  return String(NOW.getTime() / 1000 + seconds);
}

/** A notification of 100 CNY paid, signed with MD5; a changed field is signed too. */
export function v1Fields(change: Fields = {}, key = V1_KEY): Fields {
  const fields = { ...PAID, ...change };
  return { ...fields, sign: signV1(parametersOf(fields), key), sign_type: 'MD5' };
}

/** The same, signed with RSA. */
export function v2Fields(change: Fields = {}, key = GATEWAY_PAIR.privateKey): Fields {
  const fields = { ...PAID, timestamp: timestampAt(0), ...change };
  return { ...fields, sign: signV2(parametersOf(fields), key), sign_type: 'RSA' };
}

export function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

export function byGet(fields: Fields | string): EpayMessage {
  const query = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  return { method: 'GET', query, body: Buffer.alloc(0), contentType: '' };
}

export function byPost(fields: Fields | string, query = ''): EpayMessage {
  const body = Buffer.from(typeof fields === 'string' ? fields : new URLSearchParams(fields).toString());
  return { method: 'POST', query, body, contentType: 'application/x-www-form-urlencoded; charset=utf-8' };
}
