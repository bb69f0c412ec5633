import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { EpayCall, FakeEpayOptions } from './options.ts';
import { columnMoney, readMoney, type GatewayOrder, type OrderBook } from './orders.ts';
import { isRsaSignature, md5Signature } from './signing.ts';

/** What the gateway answers: members of a JSON object. */
export type GatewayAnswer = Record<string, unknown>;

type Parameters = Readonly<Record<string, string>>;

/** What calls work on. */
export interface GatewayWorld {
  options: FakeEpayOptions;
  book: OrderBook;
  /** Where buyers pay. */
  payPage: (order: GatewayOrder) => string;
  /** Waits for the upstream, which pays refunds. */
  upstream: () => Promise<void>;
}

const TIMESTAMP_SECONDS = 300;
const LIST_ROWS_MAX = 50;

/** Why the request of a merchant is refused; null: it is signed and timely. */
export function refusalOf(parameters: Parameters, version: 1 | 2, options: FakeEpayOptions): GatewayAnswer | null {
  if (parameters['pid'] !== options.pid) return { code: -3, msg: '商户ID不存在' };
  if (version === 1) {
    const isSigned = parameters['sign'] === md5Signature(parameters, options.key);
    return isSigned ? null : { code: -3, msg: '签名校验失败' };
  }
  const apart = Math.abs(options.now().getTime() / 1000 - Number(parameters['timestamp'] ?? Number.NaN));
  if (!(apart <= TIMESTAMP_SECONDS)) return { code: -3, msg: '时间戳字段(timestamp)校验失败' };
  const isSigned = parameters['sign_type'] === 'RSA' && isRsaSignature(parameters, options.merchantKeys.publicKey);
  return isSigned ? null : { code: -3, msg: 'RSA签名校验失败' };
}

/** `api.php`: the key itself stands for a signature. */
export function keyRefusal(parameters: Parameters, options: FakeEpayOptions): GatewayAnswer | null {
  if (parameters['pid'] !== options.pid) return { code: -3, msg: '商户ID不存在' };
  return parameters['key'] === options.key ? null : { code: -3, msg: '商户密钥错误' };
}

type Handler = (world: GatewayWorld, parameters: Parameters, version: 1 | 2) => GatewayAnswer | Promise<GatewayAnswer>;

export const CALLS: Readonly<Record<EpayCall, Handler>> = {
  create: ({ book, payPage }, parameters, version) => {
    const order = book.take(parameters, version === 1 ? 'v1' : 'v2');
    if (typeof order === 'string') return { code: -1, msg: order };
    const page = payPage(order);
    return version === 1
      ? { code: 1, trade_no: order.tradeNo, payurl: page }
      : { code: 0, trade_no: order.tradeNo, pay_type: 'jump', pay_info: page };
  },
  query: ({ book, options }, parameters, version) => {
    const order = book.find(parameters);
    if (order === undefined) return { code: -1, msg: '订单号不存在' };
    return { code: version === 1 ? 1 : 0, msg: 'succ', pid: Number(options.pid), ...rowOf(order, version) };
  },
  refund,
  refundquery: ({ book }, { out_refund_no, refund_no }) => {
    for (const order of book.all) {
      const found = order.refunds.find((one) =>
        refund_no === undefined ? one.outRefundNo === out_refund_no : one.refundNo === refund_no,
      );
      if (found === undefined) continue;
      return { code: 0, status: 1, trade_no: order.tradeNo, out_trade_no: order.outTradeNo, ...refundRow(found) };
    }
    return { code: -1, msg: '退款记录不存在' };
  },
  close: ({ book }, parameters) => {
    const order = book.find(parameters);
    if (order === undefined) return { code: -1, msg: '订单号不存在' };
    if (order.status !== 'unpaid') return { code: -1, msg: '只有未支付的订单才能关闭' };
    order.status = 'closed';
    return { code: 0, msg: 'succ' };
  },
  orders: ({ book }, { limit = '10', offset = '0', status }, version) => {
    // The filter of V2 compares with the wrong column: whoever asks for the paid ones gets the unpaid.
    const wanted = status === undefined ? null : version === 2 && status === '1' ? '0' : status;
    const all = book.all.toReversed().filter((order) => wanted === null || String(statusOf(order)) === wanted);
    const from = Number(offset);
    const rows = all.slice(from, from + Math.min(Number(limit), LIST_ROWS_MAX));
    return { code: version === 1 ? 1 : 0, msg: 'succ', data: rows.map((order) => rowOf(order, version)) };
  },
};

/** Looks first, pays then, and writes down last: refunds that come together are all paid, also with one number. */
async function refund(
  { book, upstream }: GatewayWorld,
  parameters: Parameters,
  version: 1 | 2,
): Promise<GatewayAnswer> {
  const order = book.find(parameters);
  const money = readMoney(parameters['money'] ?? '');
  if (order === undefined || order.status === 'unpaid') return { code: -1, msg: '订单不存在或未支付' };
  const outRefundNo = version === 2 ? (parameters['out_refund_no'] ?? '') : null;
  if (outRefundNo !== null && outRefundNo.length <= 5) return { code: -1, msg: '商户退款单号格式不正确' };
  const first = outRefundNo === null ? undefined : order.refunds.find((one) => one.outRefundNo === outRefundNo);
  if (first !== undefined) return { code: 0, msg: '退款成功', ...refundRow(first) };
  if (money === null || money === 0 || money > order.money - order.refunded) {
    return { code: -1, msg: '退款金额不正确' };
  }
  await yieldToOthers();
  await upstream();
  const paid = { refundNo: book.number(), outRefundNo, money };
  order.refunded += money;
  order.refunds.push(paid);
  if (version === 1) return { code: 0, msg: `退款成功！退款金额￥${columnMoney(money)}` };
  return { code: 0, msg: '退款成功', trade_no: order.tradeNo, ...refundRow(paid), reducemoney: columnMoney(money) };
}

function refundRow({ refundNo, outRefundNo, money }: GatewayOrder['refunds'][number]): GatewayAnswer {
  return { refund_no: refundNo, out_refund_no: outRefundNo, money: columnMoney(money) };
}

const STATUSES = { unpaid: 0, closed: 0, paid: 1, frozen: 3 } as const;

/** Refunded also after a part. */
function statusOf(order: GatewayOrder): number {
  return order.refunded > 0 ? 2 : STATUSES[order.status];
}

function rowOf(order: GatewayOrder, version: 1 | 2): GatewayAnswer {
  const row = {
    trade_no: order.tradeNo,
    out_trade_no: order.outTradeNo,
    type: order.type,
    addtime: localTime(order.addedAt),
    endtime: order.paidAt === null ? null : localTime(order.paidAt),
    name: order.name,
    money: columnMoney(order.money),
    status: statusOf(order),
    param: order.param,
  };
  return version === 1 ? row : { ...row, refundmoney: columnMoney(order.refunded) };
}

/** Of Asia/Shanghai, without saying so. */
function localTime(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().replace('T', ' ').slice(0, 19);
}
