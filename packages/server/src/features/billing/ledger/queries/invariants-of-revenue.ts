import type { Invariant } from './invariant.ts';

/** The money of plans, from what was paid to what is earned. */
export const REVENUE_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I12',
    what: 'what periods did not earn is carried into those that replaced them',
    breaches: `
      select subscription_id as example from subscription_period
      group by subscription_id having sum(carried_in_fen) <> sum(carried_out_fen)`,
  },
  {
    id: 'I18',
    what: 'deferred_revenue holds what paid periods keep and have not earned',
    breaches: `
      select 'held ' || held || ', expected ' || expected as example from (
        select (
          select coalesce(sum(-e.amount_fen), 0) from ledger_entry e join ledger_account a on a.id = e.account_id
          where a.code = 'deferred_revenue'
        ) as held,
        (select coalesce(sum(kept_fen(p) - p.recognised_fen), 0) from subscription_period p) as expected
      ) s where held <> expected`,
  },
  {
    id: 'I18',
    what: 'what a period has earned is in the ledger, and not more than it keeps',
    breaches: `
      select p.id as example from subscription_period p
      left join (
        select moved.period_id, sum(moved.fen) as fen from (
          select split_part(t.source_id, ':', 1) as period_id, -e.amount_fen as fen
          from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
          where t.kind = 'recognise' and a.code = 'revenue_plan'
          union all
          select by_order.id, -e.amount_fen
          from provider_refund r join subscription_period by_order on by_order.order_id = r.order_id
          join ledger_transaction t on t.id in (r.hold_transaction_id, r.final_transaction_id)
          join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
          where a.code = 'revenue_plan'
        ) moved group by moved.period_id
      ) booked on booked.period_id = p.id
      where p.recognised_fen <> coalesce(booked.fen, 0) or p.recognised_fen > kept_fen(p)
        or (p.is_recognised and p.recognised_fen <> kept_fen(p))
      union all
      select t.id from ledger_transaction t
      where t.kind = 'recognise' and not exists (select from subscription_period p where p.id = split_part(t.source_id, ':', 1))`,
  },
];
