import { addressSubject, type RateLimitStore } from '../../../http/rate-limit.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { NotificationVerdict } from '../../../shared/billing-words.ts';
import type { ServerLimits } from '../../../shared/limits.ts';
import { ValidationFailure } from '../../../shared/validation-failure.ts';
import {
  differencesOf,
  peekMessage,
  verifyNotify,
  verifyReturn,
  type EpayMessage,
  type EpayNotice,
  type MessageVerdict,
} from '../epay/index.ts';
import { applyPayment, type PaymentOutcome } from './apply-payment.ts';
import { ORDER_LIMITS } from './limits.ts';
import type { Order } from './order.ts';
import { findByNumber } from './queries/orders.ts';
import { insertNotification, settleNotification, type NewNotification } from './queries/payments.ts';
import { pollNow } from './queries/polls.ts';
import { gatewayOf, type OrderServices, type PaymentGateway } from './services.ts';

/** A message with where it came from. */
export interface ReceivedMessage extends EpayMessage {
  address: string;
  source: 'notify' | 'return';
}

export interface NoticeServices extends OrderServices {
  rateLimits: RateLimitStore;
  limits: Pick<ServerLimits, 'idempotencyMs' | 'refusedNoticesPerMinute'>;
}

const SECONDS_PER_MINUTE = 60;

/** What a message proved to be, against the order that it names. */
interface Judged {
  verdict: MessageVerdict;
  /** The order that it names, whether or not it is believed. */
  order: Order | undefined;
}

/**
 * Receives a notification: verifies it, writes it down, and books what it tells of. When it returns, nobody need send it again.
 *
 * @throws {AppError} PAYMENT_SIGNATURE_INVALID; PAYMENT_ORDER_NOT_FOUND and PAYMENT_AMOUNT_MISMATCH, with the money in suspense;
 *   PAYMENT_PROVIDER_UNAVAILABLE, SERVICE_UNAVAILABLE, RATE_LIMITED
 * @throws {ValidationFailure} it cannot be read
 */
export async function receiveNotice(services: NoticeServices, message: ReceivedMessage): Promise<void> {
  const gateway = gatewayOf(services);
  const { verdict, order } = await judge(services, gateway, message);
  if (verdict.kind !== 'verified') throw await refusalOf(services, message, verdict, order);
  const { notice } = verdict;
  if (!notice.isPaid) {
    await insertNotification(services.db, rowOf(message, notice, 'not_success'));
    return;
  }
  const notificationId = await insertNotification(services.db, rowOf(message, notice, 'received'));
  if (!(await isConfirmed(services, gateway, notice))) {
    await settleNotification(services.db, notificationId, { verdict: 'error', orderId: null });
    if (order !== undefined) await pollNow(services.db, order.id);
    throw new AppError('SERVICE_UNAVAILABLE');
  }
  const { tradeNo, outTradeNo, money: amount } = notice;
  const payment = { source: 'notify', providerAccountId: gateway.accountId, tradeNo, outTradeNo, amount } as const;
  refuseSuspended(await applyPayment(services, { ...payment, notificationId }));
}

/**
 * Receives a buyer who comes back: moves no money, and has the gateway asked. Answers the order.
 *
 * @throws as {@link receiveNotice}
 */
export async function receiveReturn(services: NoticeServices, message: ReceivedMessage): Promise<Order> {
  const gateway = gatewayOf(services);
  const { verdict, order } = await judge(services, gateway, message);
  if (verdict.kind !== 'verified') throw await refusalOf(services, message, verdict, order);
  if (order === undefined) throw new AppError('PAYMENT_ORDER_NOT_FOUND');
  if (order.status === 'pending') await pollNow(services.db, order.id);
  return order;
}

async function judge(services: OrderServices, gateway: PaymentGateway, message: ReceivedMessage): Promise<Judged> {
  const named = peekMessage(message);
  const order = named === null ? undefined : await findByNumber(services.db, named.outTradeNo);
  const verify = message.source === 'notify' ? verifyNotify : verifyReturn;
  const verdict = verify(gateway.account, message, services.clock.now());
  // Money for an order counts only through the account that the order was made for, however well another one signs.
  const isForeign = order !== undefined && order.providerAccountId !== gateway.accountId;
  if (verdict.kind === 'verified' && isForeign) {
    services.log.error(
      { order_no: order.orderNo },
      'a payment was told of by another account than the order was made for',
    );
    return { verdict: { kind: 'refused', reason: 'PID', outTradeNo: order.orderNo }, order };
  }
  return { verdict, order };
}

/** The forger of a thousand messages gets a thousand refusals, and a few rows in the log. */
async function refusalOf(
  { db, rateLimits, limits: { refusedNoticesPerMinute: burst } }: NoticeServices,
  message: ReceivedMessage,
  verdict: Refused,
  order: Order | undefined,
): Promise<AppError | ValidationFailure> {
  const size = { burst, perSecond: burst / SECONDS_PER_MINUTE };
  const { allowed } = await rateLimits.take(`refused_notice:${addressSubject(message.address)}`, size);
  if (!allowed) return new AppError('RATE_LIMITED');
  await insertNotification(db, rowOf(message, null, refusalVerdict(verdict)));
  if (verdict.kind === 'malformed') {
    const ctx = { error: `cannot be read: ${verdict.reason.toLowerCase()}` };
    return new ValidationFailure([{ loc: ['body'], type: 'value_error', ctx }]);
  }
  // Its signature held; perhaps one of the clocks is wrong, and then our own question finds the payment.
  if (verdict.reason === 'TIMESTAMP' && order !== undefined) await pollNow(db, order.id);
  return new AppError('PAYMENT_SIGNATURE_INVALID');
}

type Refused = Exclude<MessageVerdict, { kind: 'verified' }>;

function refusalVerdict(verdict: Refused): NotificationVerdict {
  if (verdict.kind === 'malformed') return 'malformed';
  if (verdict.reason === 'TIMESTAMP') return 'stale_timestamp';
  return verdict.reason === 'PID' ? 'pid_mismatch' : 'bad_signature';
}

/** Much money counts only when the gateway says the same to our own question: a stolen key signs anything. */
async function isConfirmed(
  { log }: OrderServices,
  { client: { query }, config: { confirmFrom } }: PaymentGateway,
  { tradeNo, outTradeNo, money }: EpayNotice,
): Promise<boolean> {
  if (money < confirmFrom) return true;
  const answer = await query({ tradeNo });
  const differences = answer.kind === 'success' ? differencesOf(answer.value, { tradeNo, outTradeNo, money }) : [];
  if (answer.kind === 'success' && differences.length === 0) return true;
  if (answer.kind !== 'unknown') {
    log.error({ order_no: outTradeNo, answer: answer.kind, differences }, 'the gateway does not confirm what it told');
  }
  return false;
}

function rowOf(message: ReceivedMessage, notice: EpayNotice | null, verdict: NotificationVerdict): NewNotification {
  const { query, body, method, contentType, address, source } = message;
  const raw = Buffer.concat([Buffer.from(query, 'latin1'), Buffer.from('\n'), body]).subarray(
    0,
    ORDER_LIMITS.loggedBytes,
  );
  return {
    source,
    method,
    remote_ip: address,
    content_type: contentType === '' ? null : contentType.slice(0, 200),
    raw,
    pid: notice?.pid ?? null,
    out_trade_no: notice?.outTradeNo ?? null,
    trade_no: notice?.tradeNo ?? null,
    amount_text: notice === null ? null : String(notice.money),
    trade_status: notice?.tradeStatus ?? null,
    verdict,
  };
}

/** What is in suspense is refused, although it is booked, so that the gateway goes on showing that there is a problem. */
function refuseSuspended(outcome: PaymentOutcome): void {
  if (outcome.kind !== 'suspended') return;
  switch (outcome.reason) {
    case 'second_payment':
      return;
    case 'unknown_order':
      throw new AppError('PAYMENT_ORDER_NOT_FOUND');
    case 'amount_mismatch':
      throw new AppError('PAYMENT_AMOUNT_MISMATCH');
    case 'pid_mismatch':
      throw new AppError('PAYMENT_SIGNATURE_INVALID');
  }
}
