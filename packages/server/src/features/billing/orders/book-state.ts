import type { NotificationSource } from '../../../shared/billing-words.ts';
import type { EpayOrderState } from '../epay/index.ts';
import { applyPayment, type PaymentOutcome } from './apply-payment.ts';
import { insertNotification } from './queries/payments.ts';
import type { OrderServices, PaymentGateway } from './services.ts';

/**
 * Books what the gateway answered, to a question of ours, that it received. Undefined: it is too much to be believed.
 *
 * @throws {UnavailableError} as {@link applyPayment}
 */
export async function bookState(
  { db, log }: Pick<OrderServices, 'db' | 'log'>,
  gateway: PaymentGateway,
  { tradeNo, outTradeNo, money }: Pick<EpayOrderState, 'tradeNo' | 'outTradeNo' | 'money'>,
  source: Extract<NotificationSource, 'query' | 'reconcile'>,
): Promise<PaymentOutcome | undefined> {
  if (gateway.account.keys.protocol === 'v1' && money >= gateway.config.confirmFrom) {
    // Nothing signs the answers of V1, so of much money they are a reason to look and none to book.
    log.error({ order_no: outTradeNo }, 'the gateway says that a large order is paid, and nothing signs what it says');
    return undefined;
  }
  const notificationId = await insertNotification(db, {
    source,
    raw: Buffer.from(`${tradeNo} ${outTradeNo} ${money}`),
    pid: gateway.account.pid,
    out_trade_no: outTradeNo,
    trade_no: tradeNo,
    amount_text: String(money),
    verdict: 'received',
  });
  const payment = { source, providerAccountId: gateway.accountId, tradeNo, outTradeNo, amount: money, notificationId };
  return applyPayment({ db, log }, payment);
}
