import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../../platform/database.ts';
import type { invoice_request } from '../../../../platform/schema/billing-documents.ts';
import type { Table } from '../../../../platform/schema/column.ts';
import type { InvoiceStatus, InvoiceType, OrderStatus, PaymentChannel } from '../../../../shared/billing-words.ts';
import { fenFromStored, type Fen, type StoredFen } from '../../../../shared/fen.ts';

/** A request with its orders, and whether less is left of them than it asks for. */
export type InvoiceRow = Selectable<Table<typeof invoice_request>> & {
  order_ids: string[];
  is_order_refunded: boolean;
};

const ORDER_IDS = sql<string[]>`array(
  select line.order_id from invoice_request_line line where line.invoice_request_id = invoice_request.id order by line.order_id
)`.as('order_ids');

const IS_ORDER_REFUNDED = sql<boolean>`exists (
  select from invoice_request_line line join payment_order o on o.id = line.order_id
  where line.invoice_request_id = invoice_request.id and not line.released
    and o.amount_fen - o.refunded_fen - o.refund_reserved_fen < line.amount_fen
)`.as('is_order_refunded');

/** What an invoice can be about. */
export interface InvoiceableOrder {
  id: string;
  status: OrderStatus;
  channel: PaymentChannel;
  /** What was paid and is neither refunded nor about to be. */
  left: Fen;
  hasOpenRefund: boolean;
  isInvoiced: boolean;
}

/** Locks these orders of the organization, in the order of their identifiers. */
export async function lockOrders(trx: Db, organizationId: string, ids: readonly string[]): Promise<InvoiceableOrder[]> {
  // First the locks alone: what is read with them may be older than the rows that were waited for.
  const locked = await trx
    .selectFrom('payment_order')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (locked.length < ids.length) return [];
  const rows = await trx
    .selectFrom('payment_order as o')
    .select(['o.id', 'o.status', 'o.channel', 'o.amount_fen', 'o.refunded_fen', 'o.refund_reserved_fen'])
    .select(
      sql<boolean>`exists (
        select from refund_request r where r.order_id = o.id and r.status in ('submitted', 'approved', 'processing')
      )`.as('has_open_refund'),
    )
    .select(
      sql<boolean>`exists (select from invoice_request_line l where l.order_id = o.id and not l.released)`.as(
        'is_invoiced',
      ),
    )
    .where('o.id', 'in', [...ids])
    .orderBy('o.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    channel: row.channel,
    left: fenFromStored(
      String(fenFromStored(row.amount_fen) - fenFromStored(row.refunded_fen) - fenFromStored(row.refund_reserved_fen)),
    ),
    hasOpenRefund: row.has_open_refund,
    isInvoiced: row.is_invoiced,
  }));
}

/** An order that an invoice can be asked for. */
export interface OfferedOrder {
  id: string;
  orderNo: string;
  paidAt: Date;
  left: Fen;
}

/** Orders that were paid from outside, are delivered and on no invoice, the newest first. */
export async function listInvoiceable(db: Db, organizationId: string, limit: number): Promise<OfferedOrder[]> {
  const { rows } = await sql<{ id: string; order_no: string; paid_at: Date; left_fen: StoredFen }>`
    select o.id, o.order_no, o.paid_at, o.amount_fen - o.refunded_fen - o.refund_reserved_fen as left_fen
    from payment_order o
    where o.organization_id = ${organizationId} and o.status in ('fulfilled', 'partially_refunded')
      and o.channel <> 'balance' and o.amount_fen > o.refunded_fen + o.refund_reserved_fen
      and not exists (
        select from refund_request r where r.order_id = o.id and r.status in ('submitted', 'approved', 'processing')
      )
      and not exists (select from invoice_request_line l where l.order_id = o.id and not l.released)
    order by o.paid_at desc, o.id desc limit ${limit}`.execute(db);
  return rows.map(({ id, order_no: orderNo, paid_at: paidAt, left_fen }) => ({
    id,
    orderNo,
    paidAt,
    left: fenFromStored(left_fen),
  }));
}

export interface NewInvoice {
  id: string;
  organizationId: string;
  invoiceType: InvoiceType;
  /** JSON. */
  profile: string;
  amount: Fen;
  remark: string | null;
  createdBy: string;
  lines: readonly { orderId: string; amount: Fen }[];
}

export async function insertInvoice(trx: Db, given: NewInvoice): Promise<InvoiceRow> {
  await trx
    .insertInto('invoice_request')
    .values({
      id: given.id,
      organization_id: given.organizationId,
      invoice_type: given.invoiceType,
      profile_snapshot: given.profile,
      amount_fen: given.amount,
      remark: given.remark,
      created_by: given.createdBy,
    })
    .execute();
  await trx
    .insertInto('invoice_request_line')
    .values(
      given.lines.map(({ orderId, amount }) => ({
        invoice_request_id: given.id,
        order_id: orderId,
        amount_fen: amount,
      })),
    )
    .execute();
  return requireInvoice(trx, given.id);
}

export async function findInvoice(db: Db, id: string): Promise<InvoiceRow | undefined> {
  return db
    .selectFrom('invoice_request')
    .selectAll()
    .select([ORDER_IDS, IS_ORDER_REFUNDED])
    .where('id', '=', id)
    .executeTakeFirst();
}

async function requireInvoice(db: Db, id: string): Promise<InvoiceRow> {
  const row = await findInvoice(db, id);
  if (row === undefined) throw new Error(`request ${id} is gone`);
  return row;
}

/** Locks the orders of a request, in the order of their identifiers, so that none is refunded meanwhile. */
export async function lockOrdersOf(trx: Db, id: string): Promise<void> {
  await trx
    .selectFrom('payment_order')
    .select('id')
    .where('id', 'in', (eb) =>
      eb.selectFrom('invoice_request_line').select('order_id').where('invoice_request_id', '=', id),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export interface InvoiceChange {
  from: readonly InvoiceStatus[];
  to: InvoiceStatus;
  decidedBy?: string;
  invoiceNo?: string;
  downloadUrl?: string | null;
  rejectReason?: string;
  /** Whether its orders may be on another invoice from now on. */
  releases: boolean;
}

/** Moves a request on. Undefined when it has none of the statuses that the change begins from. */
export async function moveInvoice(trx: Db, id: string, change: InvoiceChange): Promise<InvoiceRow | undefined> {
  const { from, to, decidedBy, invoiceNo, downloadUrl, rejectReason, releases } = change;
  const moved = await trx
    .updateTable('invoice_request')
    .set({
      status: to,
      ...(decidedBy === undefined ? {} : { decided_by: decidedBy }),
      ...(invoiceNo === undefined
        ? {}
        : { invoice_no: invoiceNo, download_url: downloadUrl ?? null, issued_at: sql<Date>`now()` }),
      ...(rejectReason === undefined ? {} : { reject_reason: rejectReason }),
    })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .returning('id')
    .executeTakeFirst();
  if (moved === undefined) return undefined;
  if (releases) {
    await trx
      .updateTable('invoice_request_line')
      .set({ released: true })
      .where('invoice_request_id', '=', id)
      .execute();
  }
  return requireInvoice(trx, id);
}

/** Whether an invoice has this number; nobody else asks for it until the transaction ends. */
export async function isNumberUsed(trx: Db, invoiceNo: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invoice ${invoiceNo}`}, 2))`.execute(trx);
  const row = await trx
    .selectFrom('invoice_request')
    .select('id')
    .where('invoice_no', '=', invoiceNo)
    .executeTakeFirst();
  return row !== undefined;
}

export interface InvoiceFilter {
  organizationId: string | undefined;
  status: InvoiceStatus | undefined;
  /** Only those that have this order. */
  orderId?: string | undefined;
  /** The identifier or number of an invoice, part of its title, or the identifier or part of the name of its organization. */
  search?: string | undefined;
}

const hasOrder = (orderId: string) => sql<boolean>`exists (
  select from invoice_request_line line where line.invoice_request_id = invoice_request.id and line.order_id = ${orderId}
)`;

/** `position`, because a search for "_" or "%" means these characters. */
const isNamed = (text: string) => sql<boolean>`(
  invoice_request.id = ${text} or invoice_no = ${text} or organization_id = ${text}
  or position(lower(${text}) in lower(profile_snapshot->>'title')) > 0
  or exists (select from organization o where o.id = organization_id and position(lower(${text}) in lower(o.name)) > 0)
)`;

function matching(db: Db, { organizationId, status, orderId, search }: InvoiceFilter) {
  return db
    .selectFrom('invoice_request')
    .$if(orderId !== undefined, (query) => query.where(hasOrder(orderId ?? '')))
    .$if(search !== undefined, (query) => query.where(isNamed(search ?? '')))
    .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'submitted'));
}

/** The newest first, from the one after `after`. */
export async function listInvoices(
  db: Db,
  filter: InvoiceFilter & { after: string | undefined; limit: number; offset?: number },
): Promise<InvoiceRow[]> {
  const { after, limit, offset = 0 } = filter;
  return matching(db, filter)
    .selectAll()
    .select([ORDER_IDS, IS_ORDER_REFUNDED])
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (select r.created_at, r.id from invoice_request r where r.id = ${after ?? ''})`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countInvoices(db: Db, filter: InvoiceFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
