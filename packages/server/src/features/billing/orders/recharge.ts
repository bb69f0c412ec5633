import type { DbTransaction } from '../../../platform/database.ts';
import type { Answer } from '../../../platform/stored-answer.ts';
import type { PaymentChannel } from '../../../shared/billing-words.ts';
import { fenFromJson, fenToJson, fen, type Fen } from '../../../shared/fen.ts';
import { ValidationFailure } from '../../../shared/validation-failure.ts';
import { nameOfActor, type AuditedBy } from '../../audit/index.ts';
import { ORDER_LIMITS } from './limits.ts';
import { placeOrder } from './place-order.ts';
import { presentOrder } from './present.ts';
import { findSameRecharge, lockOrdersOf, sumOfRecharges } from './queries/orders.ts';

export interface RechargeRequest {
  organizationId: string;
  amount_minor: number;
  channel: PaymentChannel;
  providerAccountId: string;
  by: AuditedBy;
  /** Whether a key says which requests are the same. */
  hasKey: boolean;
}

/** Orders a recharge. Without a key, the same one again within seconds is the same click: the pending order is answered. */
export async function orderRecharge(trx: DbTransaction, request: RechargeRequest): Promise<Answer> {
  const { organizationId, channel, providerAccountId, by, hasKey } = request;
  const amount = fenFromJson(request.amount_minor);
  await lockOrdersOf(trx, organizationId);
  const terms = { organizationId, amount, channel };
  const same = hasKey ? undefined : await findSameRecharge(trx, { ...terms, createdBy: nameOfActor(by) });
  if (same !== undefined) return { status: 200, body: presentOrder(same, null) };
  await refuseTooMuch(trx, organizationId, amount);
  const purpose = 'balance_recharge';
  const order = await placeOrder(trx, { ...terms, purpose, providerAccountId, snapshot: null }, by);
  return { status: 201, body: presentOrder(order, null) };
}

async function refuseTooMuch(trx: DbTransaction, organizationId: string, amount: Fen): Promise<void> {
  const left = ORDER_LIMITS.rechargeDailyFen - (await sumOfRecharges(trx, organizationId));
  if (amount <= left) return;
  const ctx = { le: fenToJson(fen(left < 0n ? 0n : left)) };
  throw new ValidationFailure([{ loc: ['body', 'amount_minor'], type: 'less_than_equal', ctx }]);
}
