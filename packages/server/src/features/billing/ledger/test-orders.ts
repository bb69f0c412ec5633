import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { fen, type Fen } from '../../../shared/fen.ts';
import { newId, randomBase62 } from '../../../shared/ids.ts';
import { postTransaction, type NewTransaction } from './index.ts';

/** Orders as the tables want them, for tests of what the database holds; nothing here is how an order is really made. */

export const randomNumber = () => randomBase62(24).toUpperCase();

export async function newOrganization(db: Db): Promise<string> {
  const id = newId('organization');
  await db.insertInto('organization').values({ id, name: 'Test', kind: 'team' }).execute();
  return id;
}

export async function newProviderAccount(db: Db): Promise<string> {
  const id = newId('providerAccount');
  const secret_ref = randomNumber();
  await db
    .insertInto('provider_account')
    .values({ id, pid: '1001', protocol: 'v2_rsa', api_base: 'https://pay.example/', secret_ref })
    .execute();
  return id;
}

export interface TestOrder {
  id: string;
  organizationId: string;
  providerAccountId: string;
  amount: Fen;
}

/** A pending recharge. */
export async function newOrder(db: Db, amount: Fen = fen(1000n)): Promise<TestOrder> {
  const order = {
    id: newId('order'),
    organizationId: await newOrganization(db),
    providerAccountId: await newProviderAccount(db),
    amount,
  };
  await db
    .insertInto('payment_order')
    .values({
      id: order.id,
      order_no: randomNumber(),
      organization_id: order.organizationId,
      created_by: 'system',
      purpose: 'balance_recharge',
      amount_fen: amount,
      channel: 'alipay',
      provider_account_id: order.providerAccountId,
      expires_at: sql<Date>`now() + interval '1 hour'`,
    })
    .execute();
  return order;
}

/** Books a transaction that must be new. Answers its id. */
export async function book(db: Db, given: NewTransaction): Promise<string> {
  const posted = await db.transaction().execute((trx) => postTransaction(trx, given));
  if (posted.kind !== 'posted') throw new Error(`${given.kind} was not posted: ${posted.kind}`);
  return posted.id;
}

/** The money of an order has come: one transaction of the database, as it should be. */
export async function pay(db: Db, order: TestOrder): Promise<{ paymentId: string; transactionId: string }> {
  return db.transaction().execute(async (trx) => {
    const { id, organizationId, amount } = order;
    const paymentId = newId('providerPayment');
    const post = async (given: Pick<NewTransaction, 'kind' | 'entries'>) => {
      const posted = await postTransaction(trx, { ...given, sourceId: id, organizationId });
      if (posted.kind !== 'posted') throw new Error(posted.kind);
      return posted.id;
    };
    const received = await post({
      kind: 'payment_received',
      entries: [
        { debit: 'cash_epay', amount },
        { credit: 'payment_clearing', amount },
      ],
    });
    await trx
      .insertInto('provider_payment')
      .values({
        id: paymentId,
        provider_account_id: order.providerAccountId,
        trade_no: randomNumber(),
        out_trade_no: id,
        amount_fen: amount,
        order_id: id,
        state: 'applied',
        transaction_id: received,
      })
      .execute();
    const change = trx.updateTable('payment_order').where('id', '=', id);
    await change.set({ status: 'paid', paid_at: sql<Date>`now()` }).execute();
    const fulfilled = await post({
      kind: 'fulfil',
      entries: [
        { debit: 'payment_clearing', amount },
        { credit: 'wallet', amount },
      ],
    });
    await trx.insertInto('fulfillment').values({ order_id: id, kind: 'balance', transaction_id: fulfilled }).execute();
    await change.set({ status: 'fulfilled', fulfilled_at: sql<Date>`now()`, fulfillment_kind: 'balance' }).execute();
    return { paymentId, transactionId: received };
  });
}
