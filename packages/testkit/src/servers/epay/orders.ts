import type { FakeEpayOptions } from './options.ts';

/** An order as the gateway keeps it. */
export interface GatewayOrder {
  tradeNo: string;
  outTradeNo: string;
  /** Of the endpoint where it was made: notifications follow it. */
  protocol: 'v1' | 'v2';
  /** In fen. */
  money: number;
  name: string;
  param: string;
  type: string;
  notifyUrl: string;
  returnUrl: string;
  addedAt: Date;
  paidAt: Date | null;
  status: 'unpaid' | 'paid' | 'frozen' | 'closed';
  /** In fen; more than `money` when refunds came together. */
  refunded: number;
  refunds: GatewayRefund[];
  attempts: NotifyAttempt[];
  /** When the next attempt is due; null: none will be made. */
  nextAttemptAt: Date | null;
}

export interface GatewayRefund {
  refundNo: string;
  /** The merchant's number; V1 has none. */
  outRefundNo: string | null;
  /** In fen. */
  money: number;
}

/** A notification that was sent. */
export interface NotifyAttempt {
  method: 'GET' | 'POST';
  url: string;
  /** The form of a POST; else empty. */
  form: string;
  /** Null: there was no answer. */
  status: number | null;
  body: string;
  isAcknowledged: boolean;
}

const DAY_MS = 86_400_000;
const UNPAID_KEPT_MS = DAY_MS;
/** After this long the same number of the merchant is taken for a new order, whatever became of the first. */
const SAME_ORDER_MS = 10 * DAY_MS;
const MONEY = /^([0-9]+)(?:\.([0-9]+))?$/;

/** In fen, of any number of decimals, the third rounded half up; null: refused, as exponents and signs are. */
export function readMoney(text: string): number | null {
  const match = MONEY.exec(text);
  if (match === null) return null;
  const decimals = (match[2] ?? '').padEnd(3, '0');
  const fen = Number(match[1]) * 100 + Number(decimals.slice(0, 2)) + (Number(decimals[2]) >= 5 ? 1 : 0);
  return fen <= 9_999_999_999 ? fen : null;
}

/** As notifications write it: a number without zeros at the end. */
export function floatMoney(fen: number): string {
  return String(fen / 100);
}

/** As answers to queries write it: two decimals. */
export function columnMoney(fen: number): string {
  return `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}

/** What becomes of text on its way into the database: slashes, HTML, three-byte characters only, and a length. */
function storedText(text: string, characters: number): string {
  const slashed = text.replaceAll(/['"\\]/g, String.raw`\$&`);
  const escaped = slashed
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  return Array.from(escaped)
    .map((character) => ((character.codePointAt(0) ?? 0) > 0xffff ? '?' : character))
    .slice(0, characters)
    .join('');
}

/** The orders of one merchant. */
export class OrderBook {
  readonly all: GatewayOrder[] = [];
  #numbers = 0;
  readonly #options: FakeEpayOptions;

  constructor(options: FakeEpayOptions) {
    this.#options = options;
  }

  number(): string {
    this.#numbers += 1;
    const digits = this.#options.now().toISOString().replaceAll(/\D/g, '').slice(0, 14);
    return `${digits}${String(this.#numbers).padStart(5, '0')}`;
  }

  find(parameters: Readonly<Record<string, string>>): GatewayOrder | undefined {
    const { trade_no, out_trade_no } = parameters;
    return this.all.findLast((order) =>
      trade_no === undefined ? order.outTradeNo === out_trade_no : order.tradeNo === trade_no,
    );
  }

  /** Takes an order, finds the same one again, or says why not. */
  take(parameters: Readonly<Record<string, string>>, protocol: 'v1' | 'v2'): GatewayOrder | string {
    const { out_trade_no: outTradeNo = '', money: moneyText = '', name: givenName = '' } = parameters;
    const { notify_url: notifyUrl = '', return_url: returnUrl = '' } = parameters;
    if (!/^[a-zA-Z0-9._|-]+$/.test(outTradeNo)) return '订单号(out_trade_no)格式不正确';
    const money = readMoney(moneyText);
    if (money === null || notifyUrl === '' || givenName === '') return '参数不完整';
    const now = this.#options.now();
    const known = this.all.findLast(
      (order) => order.outTradeNo === outTradeNo && now.getTime() - order.addedAt.getTime() < SAME_ORDER_MS,
    );
    const name = storedText(givenName, 64);
    if (known !== undefined) {
      if (known.status !== 'unpaid') return '该订单已支付，请勿重复支付';
      const isSame = known.money === money && known.name === name && known.notifyUrl === storedText(notifyUrl, 255);
      return isSame ? known : '该订单参数与首次提交不一致';
    }
    const order: GatewayOrder = {
      tradeNo: this.number(),
      outTradeNo,
      protocol,
      money,
      name,
      param: storedText(parameters['param'] ?? '', 255),
      type: parameters['type'] ?? '',
      notifyUrl: storedText(notifyUrl, 255),
      returnUrl: storedText(returnUrl, 255),
      addedAt: now,
      paidAt: null,
      status: 'unpaid',
      refunded: 0,
      refunds: [],
      attempts: [],
      nextAttemptAt: null,
    };
    this.all.push(order);
    return order;
  }

  /** The daily work: unpaid orders of more than a day are deleted. */
  sweep(): void {
    const now = this.#options.now().getTime();
    const kept = this.all.filter(
      ({ status, addedAt }) => status !== 'unpaid' || now - addedAt.getTime() < UNPAID_KEPT_MS,
    );
    this.all.splice(0, this.all.length, ...kept);
  }
}
