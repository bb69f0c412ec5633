import { md5Signature, rsaSignature } from './signing.ts';
import type { FakeEpayOptions } from './options.ts';
import { floatMoney, type GatewayOrder, type NotifyAttempt } from './orders.ts';

const MINUTE_MS = 60_000;
/** After payment, for the second and each later attempt; there is none after the last. */
const RETRY_MINUTES = [1, 3, 19, 55];
const ANSWER_MS = 5_000;
const RETURN_MS = 5 * MINUTE_MS;
/** The body counts, not the status: `{"success":false}` and "unsuccessful" acknowledge too. */
const ACKNOWLEDGED = /success|SUCCESS|Success/;
const LOOPBACK = /^http:\/\/(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?\//;
/** What gateways claim to be. */
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';

/** What the gateway says of a paid order, signed by the protocol that it was made with. */
function noticeOf(order: GatewayOrder, options: FakeEpayOptions): Record<string, string> {
  const fields = {
    pid: options.pid,
    trade_no: order.tradeNo,
    out_trade_no: order.outTradeNo,
    type: order.type === '' ? 'alipay' : order.type,
    name: options.productName ?? order.name,
    money: floatMoney(order.money),
    trade_status: 'TRADE_SUCCESS',
    ...(order.param === '' ? {} : { param: order.param }),
  };
  if (order.protocol === 'v1') return { ...fields, sign: md5Signature(fields, options.key), sign_type: 'MD5' };
  const dated = {
    ...fields,
    api_trade_no: `8${order.tradeNo}`,
    timestamp: String(Math.floor(options.now().getTime() / 1000)),
  };
  return { ...dated, sign: rsaSignature(dated, options.platformKeys.privateKey), sign_type: 'RSA' };
}

/** Sends one notification, and plans the next where the upstream told us of the payment and this one failed. */
export async function notify(order: GatewayOrder, options: FakeEpayOptions, isRetried: boolean): Promise<void> {
  const attempt = await send(order, options);
  order.attempts.push(attempt);
  const minutes = RETRY_MINUTES[order.attempts.length - 1];
  const paidAt = order.paidAt?.getTime() ?? 0;
  order.nextAttemptAt =
    attempt.isAcknowledged || !isRetried || minutes === undefined ? null : new Date(paidAt + minutes * MINUTE_MS);
}

async function send(order: GatewayOrder, options: FakeEpayOptions): Promise<NotifyAttempt> {
  const text = new URLSearchParams(noticeOf(order, options)).toString();
  const isGet = options.notifyMethod === 'GET';
  const url = isGet ? withQuery(order.notifyUrl, text) : order.notifyUrl;
  const sent = { method: options.notifyMethod, url, form: isGet ? '' : text };
  // No test and no developer's machine sends anything beyond itself.
  if (!LOOPBACK.test(url)) return { ...sent, status: null, body: '', isAcknowledged: false };
  try {
    const response = await fetch(url, {
      method: sent.method,
      headers: { 'user-agent': USER_AGENT, accept: '*/*' },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(isGet ? {} : { body: new URLSearchParams(text) }),
    });
    const body = await response.text();
    const isRedirect = response.status >= 300 && response.status < 400;
    return { ...sent, status: response.status, body, isAcknowledged: !isRedirect && ACKNOWLEDGED.test(body) };
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof DOMException)) throw error;
    return { ...sent, status: null, body: '', isAcknowledged: false };
  }
}

/** Where the buyer is sent after paying; null: too late, they stay at the gateway. */
export function returnAddress(order: GatewayOrder, options: FakeEpayOptions): string | null {
  if (order.paidAt === null || order.returnUrl === '') return null;
  if (options.now().getTime() - order.paidAt.getTime() > RETURN_MS) return null;
  return withQuery(order.returnUrl, new URLSearchParams(noticeOf(order, options)).toString());
}

function withQuery(url: string, query: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
