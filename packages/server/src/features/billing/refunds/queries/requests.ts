import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../../platform/database.ts';
import type { Table } from '../../../../platform/schema/column.ts';
import type { provider_refund, refund_request } from '../../../../platform/schema/refunds.ts';
import type { RefundDestination, RefundFailure, RefundRequestStatus } from '../../../../shared/billing-words.ts';
import { fenFromStored, type Fen, type StoredFen } from '../../../../shared/fen.ts';
import { REFUND_LIMITS } from '../limits.ts';
import type { RefundFacts } from '../rules.ts';

export type RequestRow = Selectable<Table<typeof refund_request>>;
export type RefundRow = Selectable<Table<typeof provider_refund>>;

/** Whether less than a tenth of everything that the plan bounds was used since the period began. */
const IS_HARDLY_USED = sql`not exists (
  select from plan p
  cross join jsonb_each_text(p.included) bound(operation, units)
  join usage_quota q on q.organization_id = period.organization_id and q.operation = bound.operation
  where p.code = period.plan_code and p.version = period.plan_version and q.period_start >= period.starts_at
    and bound.units is not null and q.used * ${REFUND_LIMITS.freshUseParts}::int >= bound.units::bigint
)`;

/** What an upgrade replaced is credited with it, and has no days left. */
const PERIOD_END = sql`coalesce(period.ended_early_at, period.ends_at)`;

interface FactRow {
  organization_id: string;
  status: RefundFacts['status'];
  channel: RefundFacts['channel'];
  fulfillment_kind: RefundFacts['fulfillmentKind'];
  amount_fen: StoredFen;
  refunded_fen: StoredFen;
  refund_reserved_fen: StoredFen;
  is_within_window: boolean;
  has_issued_invoice: boolean;
  wallet: StoredFen;
  days: number | null;
  days_left: number | null;
  is_fresh: boolean | null;
}

/** Locks an order, and the subscription that it paid for, and reads what decides about its refund. Undefined: nobody's. */
export async function lockForRefund(trx: Db, id: string): Promise<RefundFacts | undefined> {
  // First the lock alone: what is read with it may be older than the row that was waited for.
  await trx.selectFrom('payment_order').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  await sql`
    select from subscription s where s.id = (select p.subscription_id from subscription_period p where p.order_id = ${id})
    for no key update`.execute(trx);
  const { rows } = await sql<FactRow>`
    select o.organization_id, o.status, o.channel, o.fulfillment_kind, o.amount_fen, o.refunded_fen, o.refund_reserved_fen,
      coalesce(o.paid_at > now() - ${REFUND_LIMITS.windowDays}::int * interval '1 day', false) as is_within_window,
      exists (
        select from invoice_request_line l join invoice_request i on i.id = l.invoice_request_id
        where l.order_id = o.id and not l.released and i.status = 'issued'
      ) as has_issued_invoice,
      greatest(0, coalesce(
        (select a.balance_fen from ledger_account a where a.code = 'wallet' and a.organization_id = o.organization_id), 0
      ) - frozen_fen(o.organization_id)) as wallet,
      case when period.id is not null then
        greatest(round(extract(epoch from period.ends_at - period.starts_at) / 86400), 1)::int end as days,
      case when period.id is not null then
        greatest(floor(extract(epoch from ${PERIOD_END} - greatest(now(), period.starts_at)) / 86400), 0)::int end as days_left,
      o.paid_at > now() - ${REFUND_LIMITS.freshDays}::int * interval '1 day' and ${PERIOD_END} > greatest(now(), period.starts_at)
        and ${IS_HARDLY_USED} as is_fresh
    from payment_order o left join subscription_period period on period.order_id = o.id
    where o.id = ${id}`.execute(trx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { days, days_left: daysLeft, is_fresh: isFresh } = row;
  return {
    id,
    organizationId: row.organization_id,
    status: row.status,
    channel: row.channel,
    fulfillmentKind: row.fulfillment_kind,
    amount: fenFromStored(row.amount_fen),
    refunded: fenFromStored(row.refunded_fen),
    reserved: fenFromStored(row.refund_reserved_fen),
    isWithinWindow: row.is_within_window,
    hasIssuedInvoice: row.has_issued_invoice,
    wallet: fenFromStored(row.wallet),
    period: days === null || daysLeft === null ? null : { days, daysLeft, isFresh: isFresh === true },
  };
}

/** The identifier of an order of the organization, by it or by its number. */
export async function findOrderId(db: Db, organizationId: string, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_order')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('id', '=', name), eb('order_no', '=', name)]))
    .executeTakeFirst();
  return row?.id;
}

export async function hasOpenRequest(trx: Db, orderId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('refund_request')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', 'in', ['submitted', 'approved', 'processing'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether money of the subscription that is under way is asked back and nobody knows yet what becomes of it. */
export async function hasOpenPlanRefund(db: Db, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('refund_request as r')
    .innerJoin('subscription_period as p', 'p.order_id', 'r.order_id')
    .select('r.id')
    .where('r.organization_id', '=', organizationId)
    .where('r.status', 'in', ['submitted', 'approved', 'processing'])
    .where(sql<boolean>`coalesce(p.ended_early_at, p.ends_at) > now()`)
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewRequest {
  id: string;
  organizationId: string;
  orderId: string;
  amount: Fen;
  reason: string;
  destination: RefundDestination;
  createdBy: string;
  /** Who made the key that requests it; null: it is no key. */
  keyMadeBy: string | null;
}

export async function insertRequest(trx: Db, given: NewRequest): Promise<RequestRow> {
  return trx
    .insertInto('refund_request')
    .values({
      id: given.id,
      organization_id: given.organizationId,
      order_id: given.orderId,
      amount_fen: given.amount,
      reason: given.reason,
      destination: given.destination,
      created_by: given.createdBy,
      key_made_by: given.keyMadeBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The account that made a key. Null: the account is gone. */
export async function findKeyMaker(db: Db, keyId: string): Promise<string | null> {
  const row = await db.selectFrom('api_key').select('created_by').where('id', '=', keyId).executeTakeFirst();
  return row?.created_by ?? null;
}

export async function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  return db.selectFrom('refund_request').selectAll().where('id', '=', id).executeTakeFirst();
}

export interface RequestChange {
  from: readonly RefundRequestStatus[];
  to: RefundRequestStatus;
  decided?: { by: string; note: string | null };
  failure?: RefundFailure;
  /** Whether nothing more will happen. */
  ends?: boolean;
}

/** Undefined when it has none of the statuses that the change begins from. */
export async function moveRequest(trx: Db, id: string, change: RequestChange): Promise<RequestRow | undefined> {
  const { from, to, decided, failure, ends = false } = change;
  const now = sql<Date>`now()`;
  return trx
    .updateTable('refund_request')
    .set({
      status: to,
      ...(decided === undefined ? {} : { decided_by: decided.by, decided_at: now, decision_note: decided.note }),
      ...(failure === undefined ? {} : { failure_code: failure }),
      ...(ends ? { completed_at: now } : {}),
    })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .returningAll()
    .executeTakeFirst();
}

/** Reserves the amount on a locked order. */
export async function reserveOnOrder(trx: Db, orderId: string, amount: Fen): Promise<void> {
  await trx
    .updateTable('payment_order')
    .set({ refund_reserved_fen: sql<Fen>`refund_reserved_fen + ${amount}::bigint` })
    .where('id', '=', orderId)
    .execute();
}

/** Ends the reservation of a locked order: the amount is refunded, or not. */
export async function settleOnOrder(trx: Db, orderId: string, amount: Fen, isRefunded: boolean): Promise<void> {
  const reserved = sql<Fen>`refund_reserved_fen - ${amount}::bigint`;
  await trx
    .updateTable('payment_order')
    .set(
      isRefunded
        ? {
            refund_reserved_fen: reserved,
            refunded_fen: sql<Fen>`refunded_fen + ${amount}::bigint`,
            status: sql<'refunded' | 'partially_refunded'>`
              case when refunded_fen + ${amount}::bigint = amount_fen then 'refunded' else 'partially_refunded' end`,
          }
        : { refund_reserved_fen: reserved },
    )
    .where('id', '=', orderId)
    .execute();
}

export interface NewRefund {
  requestId: string;
  orderId: string;
  destination: RefundDestination;
  outRefundNo: string | null;
  amount: Fen;
  holdTransactionId: string;
}

export async function insertRefund(trx: Db, given: NewRefund): Promise<RefundRow> {
  return trx
    .insertInto('provider_refund')
    .values({
      request_id: given.requestId,
      order_id: given.orderId,
      destination: given.destination,
      out_refund_no: given.outRefundNo,
      amount_fen: given.amount,
      hold_transaction_id: given.holdTransactionId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findRefund(db: Db, requestId: string): Promise<RefundRow | undefined> {
  return db.selectFrom('provider_refund').selectAll().where('request_id', '=', requestId).executeTakeFirst();
}

/** Ends a refund. False when it has ended before. */
export async function endRefundRow(
  trx: Db,
  requestId: string,
  { state, transactionId, refundNo }: { state: 'succeeded' | 'failed'; transactionId: string; refundNo: string | null },
): Promise<boolean> {
  const row = await trx
    .updateTable('provider_refund')
    .set({ state, final_transaction_id: transactionId, provider_refund_no: refundNo })
    .where('request_id', '=', requestId)
    .where('state', 'not in', ['succeeded', 'failed'])
    .returning('request_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the right to call the gateway: of several that have seen the same, one gets it. False once somebody else has called. */
export async function claimCall(
  trx: Db,
  { requestId, state, attempts }: Pick<DueRefund, 'requestId' | 'state' | 'attempts'>,
): Promise<boolean> {
  const row = await trx
    .updateTable('provider_refund')
    .set({ state: 'submitting', attempts: sql<number>`attempts + 1` })
    .where('request_id', '=', requestId)
    .where('state', '=', state)
    .where('attempts', '=', attempts)
    .returning('request_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Nobody knows what came of the call. */
export async function markUnknown(db: Db, requestId: string): Promise<void> {
  await db
    .updateTable('provider_refund')
    .set({ state: 'unknown' })
    .where('request_id', '=', requestId)
    .where('state', '=', 'submitting')
    .execute();
}

/** Whoever made these calls has died: nobody knows what came of them. */
export async function abandonCalls(db: Db): Promise<void> {
  await db
    .updateTable('provider_refund')
    .set({ state: 'unknown' })
    .where('state', '=', 'submitting')
    .where('changed_at', '<', sql<Date>`now() - ${REFUND_LIMITS.callMinutes}::int * interval '1 minute'`)
    .execute();
}

/** A refund for the gateway, and what names its order there. */
export interface DueRefund {
  requestId: string;
  orderId: string;
  orderNo: string;
  outRefundNo: string;
  amount: Fen;
  state: 'queued' | 'unknown';
  /** How often it was called for. */
  attempts: number;
}

/** Refunds that wait for the gateway of this account, the oldest first. */
export async function listDue(
  db: Db,
  account: { pid: string; protocol: 'v1_md5' | 'v2_rsa'; api_base: string },
): Promise<DueRefund[]> {
  // By V1 nobody can ask what came of a call: that is for a person.
  const isAsked = account.protocol === 'v2_rsa';
  const { rows } = await sql<{
    request_id: string;
    order_id: string;
    order_no: string;
    out_refund_no: string;
    amount_fen: StoredFen;
    state: 'queued' | 'unknown';
    attempts: number;
  }>`
    select r.request_id, r.order_id, o.order_no, r.out_refund_no, r.amount_fen, r.state, r.attempts
    from provider_refund r
    join payment_order o on o.id = r.order_id
    join provider_account a on a.id = o.provider_account_id
    where r.destination = 'original'
      and (r.state = 'queued' or (r.state = 'unknown' and ${isAsked}::boolean))
      and a.pid = ${account.pid} and a.protocol = ${account.protocol} and a.api_base = ${account.api_base}
    order by r.state = 'unknown', r.changed_at limit ${REFUND_LIMITS.batch}`.execute(db);
  return rows.map((row) => ({
    requestId: row.request_id,
    orderId: row.order_id,
    orderNo: row.order_no,
    outRefundNo: row.out_refund_no,
    amount: fenFromStored(row.amount_fen),
    state: row.state,
    attempts: row.attempts,
  }));
}

export interface RequestFilter {
  organizationId: string | undefined;
  status: RefundRequestStatus | undefined;
  orderId: string | undefined;
}

function matching(db: Db, { organizationId, status, orderId }: RequestFilter) {
  return db
    .selectFrom('refund_request')
    .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'submitted'))
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId ?? ''));
}

/** The newest first, from the one after `after`. */
export async function listRequests(
  db: Db,
  filter: RequestFilter & { after?: string | undefined; limit: number; offset?: number },
): Promise<RequestRow[]> {
  const { after, limit, offset = 0 } = filter;
  return matching(db, filter)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (select r.created_at, r.id from refund_request r where r.id = ${after ?? ''})`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countRequests(db: Db, filter: RequestFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
