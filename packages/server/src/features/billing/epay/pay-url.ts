import { formatYuan, type Fen } from '../../../shared/fen.ts';
import type { EpayAccount } from './account.ts';
import { parametersOf } from './canonical.ts';
import { EPAY_LIMITS } from './limits.ts';
import { SIGN_TYPES, signV1, signV2 } from './signature.ts';

/** An order as a gateway is told of it. */
export interface EpayOrder {
  outTradeNo: string;
  /** At least one fen. */
  money: Fen;
  /** Shown to the buyer: ASCII, `order` or the code of a plan. Gateways alter anything else. */
  name: string;
  /** Null: the buyer chooses at the gateway. */
  type: 'alipay' | 'wxpay' | 'qqpay' | 'bank' | null;
  /** Both without a query, which gateways mix with their own parameters. */
  notifyUrl: string;
  returnUrl: string;
}

const PAGES = { v1: '/submit.php', v2: '/api/pay/submit' } as const;

/** Letters, digits and what is no separator anywhere. */
const NAME = /^[A-Za-z0-9 ._-]+$/;

/**
 * The address of the gateway where the buyer pays, signed here and without a call. That of V2 is good for 300 seconds and is
 * made again each time it is shown; that of V1 never ends.
 *
 * @throws {TypeError} for an order that the protocol cannot carry
 */
export function payUrl(account: EpayAccount, order: EpayOrder, now: Date): string {
  const query = new URLSearchParams(signedFields(account, orderFields(order), now));
  return `${account.gatewayUrl}${PAGES[account.keys.protocol]}?${query.toString()}`;
}

/** @throws {TypeError} for an order that the protocol cannot carry */
export function orderFields(order: EpayOrder): Record<string, string> {
  if (!NAME.test(order.name) || Buffer.byteLength(order.name) > EPAY_LIMITS.nameBytes) {
    throw new TypeError('the name of an order at the gateway is ASCII of usual length');
  }
  if (/[?#&]/.test(order.notifyUrl + order.returnUrl)) {
    throw new TypeError('the addresses of an order at the gateway have no query');
  }
  if (order.money < 1n) throw new TypeError('an order at the gateway costs at least one fen');
  return {
    ...(order.type === null ? {} : { type: order.type }),
    out_trade_no: order.outTradeNo,
    notify_url: order.notifyUrl,
    return_url: order.returnUrl,
    name: order.name,
    money: formatYuan(order.money),
  };
}

/** Fields with the merchant's number, the time where the protocol has one, and the signature. */
export function signedFields(
  { pid, keys }: EpayAccount,
  fields: Readonly<Record<string, string>>,
  now: Date,
): Record<string, string> {
  if (keys.protocol === 'v1') {
    const all = { pid, ...fields };
    return { ...all, sign: signV1(parametersOf(all), keys.key), sign_type: SIGN_TYPES.v1 };
  }
  const all = { pid, ...fields, timestamp: String(Math.floor(now.getTime() / 1000)) };
  return { ...all, sign: signV2(parametersOf(all), keys.privateKey), sign_type: SIGN_TYPES.v2 };
}
