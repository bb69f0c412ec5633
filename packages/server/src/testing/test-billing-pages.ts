import { allowEarlierEntries, bookEntry, pastMonths } from './test-entries.ts';
import { notice, type PaymentServer } from './test-payments.ts';
import type { TestAccount } from './test-accounts.ts';

/** What tests of the pages about money begin with. */

/** A recharge that was paid at the gateway: its order. */
export async function paidOrder(server: PaymentServer, account: TestAccount, amount = 10_000): Promise<string> {
  const order = await server.recharge(account, amount);
  const answer = await server.notify(notice(order));
  if (answer !== '200 success') throw new Error(answer);
  return order.id;
}

/** The month before this one, in which ¥10 came and ¥3 went. */
export async function bookLastMonth({ services }: PaymentServer, organizationId: string): Promise<string> {
  const { database } = services;
  await allowEarlierEntries(database);
  const [last] = await pastMonths(database, 1);
  if (last === undefined) throw new Error('a month was asked for');
  await database.pool.query(`update organization set created_at = $2 where id = $1`, [organizationId, last.start]);
  await bookEntry(database, { organizationId, amount: 1000, at: last.start });
  await bookEntry(database, { organizationId, amount: -300, at: last.start.replace(':00:00', ':59:59') });
  await database.pool.query('alter table ledger_transaction enable trigger ledger_transaction_before');
  return last.month;
}
