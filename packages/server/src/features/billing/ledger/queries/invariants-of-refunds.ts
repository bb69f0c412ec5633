import type { Invariant } from './invariant.ts';

/** Money that goes back. */
export const REFUND_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I9',
    what: 'refund_clearing holds the refunds that are neither done nor failed',
    breaches: `
      select 'held ' || held || ', expected ' || expected as example from (
        select (
          select coalesce(sum(-e.amount_fen), 0) from ledger_entry e join ledger_account a on a.id = e.account_id
          where a.code = 'refund_clearing'
        ) as held,
        (select coalesce(sum(amount_fen), 0) from provider_refund where state in ('queued', 'submitting', 'unknown')) as expected
      ) s where held <> expected`,
  },
  {
    id: 'I10',
    what: 'an order is not refunded beyond its amount, and says of its refunds what they are',
    breaches: `
      select o.id as example from payment_order o left join provider_refund r on r.order_id = o.id
      group by o.id having o.refunded_fen + o.refund_reserved_fen > o.amount_fen
        or o.refunded_fen <> coalesce(sum(r.amount_fen) filter (where r.state = 'succeeded'), 0)
        or o.refund_reserved_fen <> coalesce(sum(r.amount_fen) filter (where r.state in ('queued', 'submitting', 'unknown')), 0)`,
  },
  {
    id: 'I11',
    what: 'an order has at most one refund in flight',
    breaches: `
      select order_id as example from provider_refund where state in ('queued', 'submitting', 'unknown')
      group by order_id having count(*) > 1`,
  },
];
