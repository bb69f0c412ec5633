import type { MoneyWorld } from './world.ts';

/** Invariants that hold when nothing is under way, beyond those of the operator's check. */
const AT_REST: readonly [what: string, query: string][] = [
  [
    'I13 each fulfillment is told of once',
    `select coalesce(o.id, e.dedupe_key) as example
     from (select order_id as id from fulfillment) o
     full join (select dedupe_key from webhook_event where type = 'payment.succeeded') e
       on e.dedupe_key = 'payment.succeeded:' || o.id
     where o.id is null or e.dedupe_key is null`,
  ],
  [
    'I16 statements follow each other, and close with the wallet',
    `select s.id as example from (
       select s.*, lag(closing_fen, 1, 0::bigint) over (partition by organization_id order by month) as before from statement s
     ) s where s.opening_fen <> s.before or s.closing_fen <> coalesce((
       select e.balance_after_fen from ledger_entry e join ledger_account a on a.id = e.account_id
       where a.code = 'wallet' and a.organization_id = s.organization_id and e.id <= s.last_entry_id
       order by e.account_seq desc limit 1
     ), 0)`,
  ],
  [
    'I17 an order is invoiced once, and for no more than was paid and kept',
    `select l.order_id as example from invoice_request_line l join payment_order o on o.id = l.order_id
     where not l.released group by o.id, l.order_id
     having count(*) > 1 or sum(l.amount_fen) > o.amount_fen - o.refunded_fen`,
  ],
  [
    'I22 what units were bought for is in the ledger',
    `select 'sold ' || sold || ', charged ' || charged as example from (
       select (select coalesce(sum(extra_fen), 0) from usage_quota) as sold,
         (select coalesce(sum(e.amount_fen), 0) from ledger_entry e join ledger_account a on a.id = e.account_id
          join ledger_transaction t on t.id = e.transaction_id
          where t.kind = 'usage_charge' and a.code = 'wallet' and t.memo is not null) as charged
     ) s where sold <> charged`,
  ],
];

/** What does not hold; nobody may be at work anymore. */
export async function restProblems({ database: { pool }, acknowledged }: MoneyWorld): Promise<string[]> {
  const problems: string[] = [];
  for (const [what, query] of AT_REST) {
    const { rows } = await pool.query<{ example: string }>(query);
    if (rows.length > 0) problems.push(`${what}: ${rows.map(({ example }) => example).join(', ')}`);
  }
  const { rows } = await pool.query<{ trade_no: string }>(
    `select told as trade_no from unnest($1::text[]) told
     where not exists (select from provider_payment p where p.trade_no = told)`,
    [[...acknowledged]],
  );
  if (rows.length > 0) problems.push(`lost: ${rows.map(({ trade_no }) => trade_no).join(', ')}`);
  return problems;
}
