import type { DbTransaction } from '../../../platform/database.ts';
import { undoneUnless } from '../../../platform/savepoint.ts';
import { fen, type Fen } from '../../../shared/fen.ts';
import { spendableOf, type NewTransaction } from '../ledger/index.ts';
import { bookGoods, prepareGoods } from './deliver.ts';
import { tellOfOrder } from './events.ts';
import type { Order } from './order.ts';
import { moveOrder } from './queries/orders.ts';

/** What came of paying: the order is fulfilled; or nothing was written. */
export type BalancePayment =
  | 'fulfilled'
  | { insufficient: { required: Fen; available: Fen } }
  /** What was offered can no longer be had. */
  | { impossible: string };

/** Pays a pending order of a plan from the balance, gifts first, and delivers it. The order is new, or locked. */
export async function payFromBalance(trx: DbTransaction, order: Order): Promise<BalancePayment> {
  const { organizationId, amount } = order;
  const { paid, bonus } = await spendableOf(trx, organizationId);
  if (paid + bonus < amount) return { insufficient: { required: amount, available: fen(paid + bonus) } };
  const result = await undoneUnless(trx, isFulfilled, () => spend(trx, order, bonus));
  if (isFulfilled(result)) {
    await tellOfOrder(trx, 'payment.succeeded', result);
    return 'fulfilled';
  }
  if (result !== 'insufficient') return result;
  // Somebody else spent it since it was looked at.
  const left = await spendableOf(trx, organizationId);
  return { insufficient: { required: amount, available: fen(left.paid + left.bonus) } };
}

type Spent = Order | 'insufficient' | { impossible: string };

async function spend(trx: DbTransaction, order: Order, bonus: Fen): Promise<Spent> {
  const current = await moveOrder(trx, order.id, { status: 'paid', paidAt: 'now' });
  const goods = await prepareGoods(trx, current, { isLate: false });
  if (goods.kind === 'balance') return { impossible: 'the order is a recharge' };
  if (goods.kind === 'late_to_balance') return { impossible: goods.why };
  return bookGoods(trx, current, { goods, from: sidesOf(order.amount, bonus) });
}

function isFulfilled(result: Spent): result is Order {
  return typeof result === 'object' && 'id' in result;
}

function sidesOf(amount: Fen, bonus: Fen): NewTransaction['entries'] {
  const gift = bonus < amount ? bonus : amount;
  const own = fen(amount - gift);
  return [
    ...(gift > 0n ? [{ debit: 'wallet_bonus', amount: gift } as const] : []),
    ...(own > 0n ? [{ debit: 'wallet', amount: own } as const] : []),
  ];
}
