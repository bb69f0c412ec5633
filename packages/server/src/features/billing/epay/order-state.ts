import type { Fen } from '../../../shared/fen.ts';
import { moneyOf } from './answer.ts';

/** An order as the gateway has it. */
export interface EpayOrderState {
  tradeNo: string;
  outTradeNo: string;
  money: Fen;
  /** `refunded` also after a part; `preauthorized` is not paid. */
  status: EpayStatus;
  /** Null: not said, as in V1. */
  refundedMoney: Fen | null;
  type: string | null;
  /** When the gateway stored it; null: not said. */
  addedAt: Date | null;
}

export type EpayStatus = 'unpaid' | 'paid' | 'refunded' | 'frozen' | 'preauthorized';

const STATUSES: Readonly<Record<string, EpayStatus>> = {
  0: 'unpaid',
  1: 'paid',
  2: 'refunded',
  3: 'frozen',
  4: 'preauthorized',
};

const TRADE_NO = /^[A-Za-z0-9._|-]{1,64}$/;
const OUT_TRADE_NO = /^[A-Za-z0-9._|-]{1,150}$/;
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/;

/** Reads an order from an answer or from a row of a list; null: it is none. */
export function readOrderState(fields: ReadonlyMap<string, string>): EpayOrderState | null {
  const [tradeNo, outTradeNo] = [fields.get('trade_no') ?? '', fields.get('out_trade_no') ?? ''];
  const [money, statusText] = [moneyOf(fields, 'money'), fields.get('status') ?? ''];
  const status = Object.hasOwn(STATUSES, statusText) ? STATUSES[statusText] : undefined;
  if (!TRADE_NO.test(tradeNo) || !OUT_TRADE_NO.test(outTradeNo) || money === null || status === undefined) return null;
  const type = fields.get('type') ?? '';
  return {
    tradeNo,
    outTradeNo,
    money,
    status,
    refundedMoney: moneyOf(fields, 'refundmoney'),
    type: /^[A-Za-z0-9_]{1,32}$/.test(type) ? type : null,
    addedAt: shanghaiTime(fields.get('addtime') ?? ''),
  };
}

/** What an order of ours is held against. */
export interface ExpectedPayment {
  outTradeNo: string;
  money: Fen;
  /** Of the notification that is to be confirmed; null: there was none. */
  tradeNo: string | null;
}

/** In what an order at the gateway differs from a payment in full of ours; empty: it confirms it. */
export function differencesOf(
  state: EpayOrderState,
  expected: ExpectedPayment,
): ('order' | 'trade' | 'money' | 'status')[] {
  return [
    ...(state.outTradeNo === expected.outTradeNo ? [] : (['order'] as const)),
    ...(expected.tradeNo === null || state.tradeNo === expected.tradeNo ? [] : (['trade'] as const)),
    ...(state.money === expected.money ? [] : (['money'] as const)),
    ...(state.status === 'paid' ? [] : (['status'] as const)),
  ];
}

/** Gateways write times of Asia/Shanghai, which has no summer time, without saying so. */
function shanghaiTime(text: string): Date | null {
  const match = LOCAL_TIME.exec(text);
  if (match === null) return null;
  const at = new Date(`${match[1]}T${match[2]}+08:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}
