import type { Database } from '../platform/database.ts';
import { fen } from '../shared/fen.ts';
import { newId } from '../shared/ids.ts';
import { postTransaction } from '../features/billing/ledger/index.ts';
import { payFromBalance, placeOrder, type NewOrder } from '../features/billing/orders/index.ts';
import { ensurePlans } from '../features/billing/plans/index.ts';
import { quotePlan } from '../features/billing/subscriptions/index.ts';

/** Organizations that buy plans from their balance, for tests. */

type Data = Pick<Database, 'db' | 'pool'>;

export async function newPayer({ db, pool }: Data, balance: bigint): Promise<string> {
  await ensurePlans(db);
  const id = newId('organization');
  await pool.query(`insert into organization (id, name, kind) values ($1, 'Test', 'team')`, [id]);
  await giveBalance({ db, pool }, id, balance);
  return id;
}

export async function giveBalance({ db }: Data, organizationId: string, amount: bigint): Promise<void> {
  if (amount === 0n) return;
  await db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'adjust',
      sourceId: newId('order'),
      organizationId,
      entries: [
        { debit: 'adjustment_expense', amount: fen(amount) },
        { credit: 'wallet', amount: fen(amount) },
      ],
    }),
  );
}

/** Buys what was offered from the balance, as an order. Fails with the reason when it cannot be had. */
export async function buyOffered(
  { db }: Data,
  organizationId: string,
  { purpose, amount, snapshot }: Pick<NewOrder, 'purpose' | 'amount' | 'snapshot'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const terms = { organizationId, purpose, amount, snapshot, channel: 'balance', providerAccountId: null } as const;
    const order = await placeOrder(trx, terms, { actor: { kind: 'system', id: null } });
    const paid = await payFromBalance(trx, order);
    if (paid !== 'fulfilled') throw new Error('impossible' in paid ? paid.impossible : 'the balance is too low');
  });
}

/** What a plan costs now; fails when it cannot be bought. */
export async function quoted({ db }: Data, organizationId: string, plan: string, periods = 1) {
  const quote = await db.transaction().execute((trx) => quotePlan(trx, organizationId, plan, { periods }));
  if (quote.unavailable !== undefined) throw new Error(quote.unavailable);
  return quote;
}

export async function buyPlan(data: Data, organizationId: string, plan: string, periods = 1): Promise<void> {
  await buyOffered(data, organizationId, await quoted(data, organizationId, plan, periods));
}

/** As if everything of the subscription had happened so much earlier. */
export async function moveBack({ pool }: Data, organizationId: string, interval: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `update subscription set anchor_at = anchor_at - $2::interval, current_period_start = current_period_start - $2::interval,
         current_period_end = current_period_end - $2::interval, grace_until = grace_until - $2::interval,
         created_at = created_at - $2::interval where organization_id = $1`,
      [organizationId, interval],
    );
    await client.query(
      `update subscription_period set starts_at = starts_at - $2::interval, ends_at = ends_at - $2::interval,
         ended_early_at = ended_early_at - $2::interval, anchor_at = anchor_at - $2::interval,
         recognised_until = recognised_until - $2::interval, created_at = created_at - $2::interval where organization_id = $1`,
      [organizationId, interval],
    );
    for (const table of ['auto_renew_attempt', 'subscription_notice']) {
      await client.query(
        `update ${table} a set period_end = period_end - $2::interval, at = at - $2::interval
         from subscription s where s.id = a.subscription_id and s.organization_id = $1`,
        [organizationId, interval],
      );
    }
    await client.query('commit');
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** What an organization has earned us by its plans, as the ledger says. */
export async function earnedOf({ pool }: Pick<Data, 'pool'>, organizationId: string): Promise<bigint> {
  const { rows } = await pool.query<{ earned: string }>(
    `select coalesce(-sum(e.amount_fen), 0)::text as earned
     from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
     where a.code = 'revenue_plan' and t.organization_id = $1`,
    [organizationId],
  );
  return BigInt(rows[0]?.earned ?? 0);
}
