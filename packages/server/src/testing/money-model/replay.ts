import type { SeededRandom } from '@revera/testkit';
import { quotePlan } from '../../features/billing/subscriptions/index.ts';
import type { Database } from '../../platform/database.ts';
import { fen } from '../../shared/fen.ts';
import { newId } from '../../shared/ids.ts';
import { randomNumber } from '../test-orders.ts';
import { messageOf, tell } from './operations.ts';
import { openMoneyWorld, type KnownOrder, type MoneyWorld } from './world.ts';

/** Orders and everything that the gateway says of them; the same in every database that they are put into. */
export interface Scenario {
  organizations: string[];
  orders: (KnownOrder & { isPlan: boolean; isCancelled: boolean })[];
  messages: string[];
}

/** For each organization a plan and two recharges, of which one was cancelled. */
export function newScenario(organizationCount: number): Scenario {
  const organizations = Array.from({ length: organizationCount }, () => newId('organization'));
  const orders = organizations.flatMap((organizationId, at) =>
    [0, 1, 2].map((which) => ({
      id: newId('order'),
      orderNo: randomNumber(),
      organizationId,
      amount: fen(which === 0 ? 9_900n : BigInt(100 * (at + which))),
      isPlan: which === 0,
      isCancelled: which === 1 || (which === 0 && at === 0),
    })),
  );
  const messages = orders.flatMap((order, at) => [
    messageOf(order, `T${at}A`),
    ...(at % 3 === 0 ? [messageOf(order, `T${at}B`)] : []),
    ...(at % 4 === 0 ? [messageOf({ ...order, amount: fen(order.amount + 7n) }, `T${at}C`)] : []),
  ]);
  const unknown = { orderNo: randomNumber(), amount: fen(500n) };
  return { organizations, orders, messages: [...messages, messageOf(unknown, 'T0X')] };
}

/** An installation in which all of it was ordered and nothing was paid. */
export async function openScenario(database: Database, scenario: Scenario): Promise<MoneyWorld> {
  const world = await openMoneyWorld(database, { organizations: 0 });
  const { pool } = database;
  for (const id of scenario.organizations) {
    await pool.query(`insert into organization (id, name, kind) values ($1, 'Model', 'team')`, [id]);
  }
  for (const { id, orderNo, organizationId, amount, isPlan, isCancelled } of scenario.orders) {
    const offer = isPlan
      ? await database.db.transaction().execute((trx) => quotePlan(trx, organizationId, 'starter'))
      : null;
    if (offer?.unavailable !== undefined) throw new Error(offer.unavailable);
    await pool.query(
      `insert into payment_order (id, order_no, organization_id, created_by, purpose, amount_fen, channel, provider_account_id,
         plan_snapshot, expires_at)
       values ($1, $2, $3, 'system', $4, $5, 'alipay', $6, $7, now() + interval '1 hour')`,
      [
        id,
        orderNo,
        organizationId,
        isPlan ? 'plan_purchase' : 'balance_recharge',
        amount,
        world.gateway.accountId,
        offer === null ? null : JSON.stringify(offer.snapshot),
      ],
    );
    if (isCancelled)
      await pool.query(`update payment_order set status = 'cancelled', closed_at = now() where id = $1`, [id]);
  }
  return world;
}

/** Tells messages by several senders at once, in about the given order. */
export async function tellAll(world: MoneyWorld, messages: readonly string[], senders: number): Promise<void> {
  const left = messages.values();
  const sender = async (): Promise<void> => {
    for (const message of left) await tell(world, message, null);
  };
  await Promise.all(Array.from({ length: senders }, sender));
}

/** Every message once at least, and some again, in any order. */
export function shuffled(random: SeededRandom, messages: readonly string[]): string[] {
  const all = [...messages, ...messages.filter(() => random.below(2) === 0)];
  const result: string[] = [];
  while (all.length > 0) result.push(...all.splice(random.below(all.length), 1));
  return result;
}

/** What the gateway told, in the order of the log, as it was received. */
export async function loggedMessages({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ raw: Buffer }>(`select raw from payment_notification order by id`);
  return rows.map(({ raw }) => raw.toString('latin1').split('\n')[0] ?? '');
}

/** All that must be the same, whichever of two payments of an order was called the second. */
export async function endState({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select code || ' ' || coalesce(organization_id, '') || ' ' || balance_fen as line from ledger_account where balance_fen <> 0
     union all
     select id || ' ' || status || ' ' || coalesce(fulfillment_kind, '') from payment_order
     union all
     select coalesce(order_id, 'nobody') || ' ' || state || ' ' || coalesce(reason, '') || ' ' || amount_fen || ' × ' || count(*)
     from provider_payment group by order_id, state, reason, amount_fen
     order by 1`,
  );
  return rows.map(({ line }) => line);
}
