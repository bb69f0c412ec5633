import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../../platform/database.ts';
import type { Table } from '../../../../platform/schema/column.ts';
import type {
  fulfillment,
  payment_notification,
  provider_account,
  provider_payment,
} from '../../../../platform/schema/payments.ts';
import type { NotificationVerdict } from '../../../../shared/billing-words.ts';
import type { Fen } from '../../../../shared/fen.ts';

/** How long the statements of this transaction wait for a lock, each. */
export async function boundLockWaits(trx: Db, milliseconds: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(milliseconds)}, true)`.execute(trx);
}

export type NewNotification = Insertable<Table<typeof payment_notification>>;

/** Writes down what came, before anything is done with it. */
export async function insertNotification(db: Db, row: NewNotification): Promise<number> {
  const { id } = await db.insertInto('payment_notification').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** What became of a notification that was `received`. */
export async function settleNotification(
  trx: Db,
  id: number,
  { verdict, orderId }: { verdict: NotificationVerdict; orderId: string | null },
): Promise<void> {
  await trx
    .updateTable('payment_notification')
    .set({ verdict, order_id: orderId })
    .where('id', '=', id)
    .where('verdict', '=', 'received')
    .execute();
}

/** Until the transaction ends nobody else books money under this number of the gateway, for whatever order. */
export async function lockTrade(trx: Db, providerAccountId: string, tradeNo: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${providerAccountId}:${tradeNo}`}, 1))`.execute(trx);
}

export type ProviderPayment = Pick<
  Selectable<Table<typeof provider_payment>>,
  'id' | 'order_id' | 'state' | 'reason' | 'out_trade_no'
>;

export async function findPayment(
  db: Db,
  { providerAccountId, tradeNo }: { providerAccountId: string; tradeNo: string },
): Promise<ProviderPayment | undefined> {
  return db
    .selectFrom('provider_payment')
    .select(['id', 'order_id', 'state', 'reason', 'out_trade_no'])
    .where('provider_account_id', '=', providerAccountId)
    .where('trade_no', '=', tradeNo)
    .executeTakeFirst();
}

export interface NewPayment {
  id: string;
  providerAccountId: string;
  tradeNo: string;
  outTradeNo: string;
  amount: Fen;
  orderId: string | null;
  reason: ProviderPayment['reason'];
  transactionId: string;
}

export async function insertPayment(trx: Db, given: NewPayment): Promise<void> {
  await trx
    .insertInto('provider_payment')
    .values({
      id: given.id,
      provider_account_id: given.providerAccountId,
      trade_no: given.tradeNo,
      out_trade_no: given.outTradeNo,
      amount_fen: given.amount,
      order_id: given.orderId,
      state: given.reason === null ? 'applied' : 'unapplied',
      reason: given.reason,
      transaction_id: given.transactionId,
    })
    .execute();
}

export async function insertFulfillment(trx: Db, row: Insertable<Table<typeof fulfillment>>): Promise<void> {
  await trx.insertInto('fulfillment').values(row).execute();
}

type NewAccount = Pick<
  Insertable<Table<typeof provider_account>>,
  'id' | 'pid' | 'protocol' | 'api_base' | 'secret_ref'
>;

/** The account that new orders are made for; all others only receive what was ordered before. */
export async function useAccount(trx: Db, account: NewAccount): Promise<string> {
  const { id } = await trx
    .insertInto('provider_account')
    .values(account)
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'api_base', 'pid', 'protocol', 'secret_ref'])
        .doUpdateSet({ enabled_for_new: true }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('provider_account')
    .set({ enabled_for_new: false })
    .where('id', '<>', id)
    .where('enabled_for_new', '=', true)
    .execute();
  return id;
}
