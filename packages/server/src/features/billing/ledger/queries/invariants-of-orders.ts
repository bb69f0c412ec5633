import type { Invariant } from './invariant.ts';

/** Orders, the payments that they were paid with, and what they gave. */
export const ORDER_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I6',
    what: 'an order is fulfilled once, and paid by one payment',
    breaches: `
      select source_id as example from ledger_transaction where kind = 'fulfil' group by source_id having count(*) > 1
      union all select order_id from fulfillment group by order_id having count(*) > 1
      union all select order_id from provider_payment where state = 'applied' group by order_id having count(*) > 1
      union all
      select t.source_id from ledger_transaction t
      where t.kind = 'fulfil' and not exists (
        select from fulfillment f where f.order_id = t.source_id and f.transaction_id = t.id
      )`,
  },
  {
    id: 'I7',
    what: 'a fulfilled order was paid in full, through its own account at the gateway or from the balance',
    breaches: `
      select o.id as example from payment_order o
      where o.fulfilled_at is not null and not case when o.channel = 'balance' then exists (
        select from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        join ledger_account a on a.id = e.account_id
        where t.kind = 'fulfil' and t.source_id = o.id and a.code in ('wallet', 'wallet_bonus')
          and a.organization_id = o.organization_id
        having sum(e.amount_fen) = o.amount_fen
      ) else exists (
        select from provider_payment p
        where p.order_id = o.id and p.state = 'applied' and p.amount_fen = o.amount_fen
          and p.provider_account_id = o.provider_account_id
      ) end`,
  },
  {
    id: 'I11',
    what: 'an organization has at most one pending order for a plan, and one live subscription',
    breaches: `
      select organization_id as example from payment_order
      where status = 'pending' and purpose <> 'balance_recharge' group by organization_id having count(*) > 1
      union all
      select organization_id from subscription where status in ('active', 'grace')
      group by organization_id having count(*) > 1`,
  },
  {
    id: 'I12',
    what: 'periods of an organization never overlap, and each is what its order gave',
    breaches: `
      select p.id as example from (
        select id, starts_at, max(coalesce(ended_early_at, ends_at)) over (
          partition by organization_id order by starts_at, id rows between unbounded preceding and 1 preceding
        ) as earlier_end
        from subscription_period where coalesce(ended_early_at, ends_at) > starts_at
      ) p where p.starts_at < p.earlier_end
      union all
      select p.id from subscription_period p
      where p.order_id is not null and not exists (
        select from fulfillment f join payment_order o on o.id = f.order_id
        where f.subscription_period_id = p.id and f.order_id = p.order_id and o.amount_fen = p.amount_fen
          and o.organization_id = p.organization_id
      )`,
  },
  {
    id: 'I14',
    what: 'a payment is stored once, and whatever was believed is stored',
    breaches: `
      select trade_no as example from provider_payment group by provider_account_id, trade_no having count(*) > 1
      union all
      select 'notification ' || n.id from payment_notification n
      where n.verdict in ('accepted', 'late', 'duplicate', 'second_payment', 'unknown_order', 'amount_mismatch')
        and not exists (select from provider_payment p where p.trade_no = n.trade_no)
      union all
      select 'notification ' || n.id from payment_notification n
      where n.verdict in ('accepted', 'late') and not exists (
        select from provider_payment p where p.trade_no = n.trade_no and p.order_id = n.order_id and p.state = 'applied'
      )`,
  },
  {
    id: 'I15',
    what: 'an order went only from one status to one that may follow',
    breaches: `
      select h.order_id || ' ' || coalesce(h.earlier, 'nothing') || ' to ' || h.status as example from (
        select order_id, status, lag(status) over (partition by order_id order by version) as earlier
        from payment_order_history
      ) h where (coalesce(h.earlier, ''), h.status) not in (
        ('', 'pending'), ('pending', 'paid'), ('pending', 'cancelled'), ('pending', 'expired'), ('pending', 'failed'),
        ('cancelled', 'paid'), ('expired', 'paid'), ('failed', 'paid'), ('paid', 'fulfilled'),
        ('fulfilled', 'partially_refunded'), ('fulfilled', 'refunded'), ('partially_refunded', 'refunded')
      )
      union all
      select o.id from payment_order o
      where o.status is distinct from (
        select h.status from payment_order_history h where h.order_id = o.id order by h.version desc limit 1
      )`,
  },
];
