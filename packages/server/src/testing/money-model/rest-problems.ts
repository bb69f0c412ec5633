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
    'I16 each entry of a month that is over is in one statement',
    `select s.organization_id as example from (
       select a.organization_id, count(*) filter (
         where t.created_at < date_trunc('month', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'
       ) as entries
       from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transaction t on t.id = e.transaction_id
       where a.code = 'wallet' group by a.organization_id
     ) s where s.entries <> coalesce((select sum(entry_count) from statement d where d.organization_id = s.organization_id), 0)`,
  ],
  [
    'I22 no more is used and promised than was included and bought',
    `select q.organization_id as example from usage_quota q join usage_limit l using (organization_id, operation)
     where q.used + q.reserved > l.included + q.extra`,
  ],
  [
    'I22 what is promised is what was reserved, and what was used was counted',
    `select s.organization_id as example from (
       select q.organization_id, sum(q.reserved) as reserved, sum(q.used) as used from usage_quota q group by 1
     ) s where s.reserved <> (select count(*) from usage_reservation r where r.organization_id = s.organization_id)
       or s.used < (
         select count(*) from usage_records u
         where u.organization_id = s.organization_id and u.mode = 'live' and u.outcome = 'completed')`,
  ],
  [
    'I22 each job that has ended is counted once, and no other',
    `select coalesce(j.id, u.job_id) as example from (select id from job where status in ('completed', 'failed')) j
     full join (select job_id, count(*) as times from usage_records group by job_id) u on u.job_id = j.id
     where j.id is null or u.times is distinct from 1`,
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
export async function restProblems({ database: { pool }, acknowledged, paidBack }: MoneyWorld): Promise<string[]> {
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
  const refunds = await pool.query<{ out_refund_no: string; state: string }>(
    'select out_refund_no, state from provider_refund where out_refund_no is not null',
  );
  for (const { out_refund_no: number, state } of refunds.rows) {
    const times = paidBack.get(number) ?? 0;
    if (times !== (state === 'succeeded' ? 1 : 0))
      problems.push(`refund ${number} is ${state}, and was paid ${times} times`);
  }
  return problems;
}
