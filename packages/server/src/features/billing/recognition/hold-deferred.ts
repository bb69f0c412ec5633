import type { DbTransaction } from '../../../platform/database.ts';
import { fen, NO_FEN, type Fen } from '../../../shared/fen.ts';
import { amountsOf, type Side } from '../ledger/index.ts';
import { changeRecognised, readDeferred } from './queries.ts';

/**
 * From where the money of a plan is taken that is held for a refund: what is deferred is reversed and never earned, and what was
 * booked as earned before is taken back. The order and its subscription are locked.
 */
export async function sidesOfHold(trx: DbTransaction, orderId: string, amount: Fen): Promise<Side[]> {
  const deferred = await readDeferred(trx, orderId);
  const reversed = amount < deferred ? amount : deferred;
  const takenBack = fen(amount - reversed);
  if (takenBack > 0n) await changeRecognised(trx, orderId, fen(0n - takenBack));
  return [
    ...(reversed > 0n ? [{ debit: 'deferred_revenue', amount: reversed } as const] : []),
    ...(takenBack > 0n ? [{ debit: 'revenue_plan', amount: takenBack } as const] : []),
  ];
}

/** Where money goes back to that was held for a refund which failed: to where it was taken from, of a plan or of a balance. */
export async function undoHold(
  trx: DbTransaction,
  { orderId, holdTransactionId }: { orderId: string; holdTransactionId: string },
): Promise<Side[]> {
  const held = await amountsOf(trx, holdTransactionId);
  const takenBack = held.get('revenue_plan') ?? NO_FEN;
  if (takenBack > 0n) await changeRecognised(trx, orderId, takenBack);
  return [...held].flatMap(([credit, amount]) => (amount > 0n ? [{ credit, amount }] : []));
}
