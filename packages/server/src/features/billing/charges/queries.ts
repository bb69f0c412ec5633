import { sql } from 'kysely';
import type { Db, DbTransaction } from '../../../platform/database.ts';
import { FIRST_PLAN } from '../../../platform/quota-terms.ts';
import { fenFromStored, NO_FEN, type Fen, type StoredFen } from '../../../shared/fen.ts';
import type { BoundedOperation } from '../../../shared/operations.ts';

/** Whether, and how far, the balance may be charged for units beyond the plan. */
export interface Allowance {
  isEnabled: boolean;
  /** For a period; null: as much as the balance has. */
  limit: Fen | null;
}

const NOT_ALLOWED: Allowance = { isEnabled: false, limit: null };

/** Locked until the transaction ends: of several buyers of one organization, each sees what the one before has bought. */
export async function lockAllowance(trx: DbTransaction, organizationId: string): Promise<Allowance> {
  return allowanceOf(await allowances(trx, organizationId).forUpdate().executeTakeFirst());
}

export async function readAllowance(db: Db, organizationId: string): Promise<Allowance> {
  return allowanceOf(await allowances(db, organizationId).executeTakeFirst());
}

function allowances(db: Db, organizationId: string) {
  return db
    .selectFrom('overage_allowance')
    .select(['is_enabled', 'monthly_limit_fen'])
    .where('organization_id', '=', organizationId);
}

function allowanceOf(row: { is_enabled: boolean; monthly_limit_fen: StoredFen | null } | undefined): Allowance {
  if (row === undefined) return NOT_ALLOWED;
  const { is_enabled: isEnabled, monthly_limit_fen: limit } = row;
  return { isEnabled, limit: limit === null ? null : fenFromStored(limit) };
}

export async function putAllowance(
  trx: DbTransaction,
  organizationId: string,
  { isEnabled, limit }: Allowance,
): Promise<void> {
  const values = { is_enabled: isEnabled, monthly_limit_fen: limit, changed_at: sql<Date>`now()` };
  await trx
    .insertInto('overage_allowance')
    .values({ organization_id: organizationId, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute();
}

/** A counter, locked until the transaction ends, and what its plan says of more. */
export interface LockedCounter {
  periodStart: Date;
  /** Whether nothing is left. */
  isUsedUp: boolean;
  extra: number;
  /** The price of a block; null: the plan sells none. */
  price: Fen | null;
}

/** Undefined without a counter: nothing was used yet. */
export async function lockCounter(
  trx: DbTransaction,
  organizationId: string,
  operation: BoundedOperation,
): Promise<LockedCounter | undefined> {
  const { rows } = await sql<{ period_start: Date; is_used_up: boolean; extra: number; price: string | null }>`
    select q.period_start, q.used + q.reserved >= terms.included + q.extra as is_used_up, q.extra,
      case when plan.when_used_up = 'charge' then plan.more_fen ->> ${operation} end as price
    from plan_in_force(${organizationId}, ${FIRST_PLAN}) f
    cross join lateral quota_terms(${organizationId}, ${operation}, ${FIRST_PLAN}) terms
    join lateral (
      select p.* from plan p where p.code = f.plan_code and (f.plan_version is null or p.version = f.plan_version)
      order by p.version desc limit 1
    ) plan on true
    join usage_quota q on q.organization_id = ${organizationId} and q.operation = ${operation}
      and q.period_start = terms.period_start
    for update of q`.execute(trx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { period_start: periodStart, is_used_up: isUsedUp, extra, price } = row;
  return { periodStart, isUsedUp, extra, price: price === null ? null : fenFromStored(price) };
}

/** What blocks of all operations cost in the period that is under way. */
export async function chargedOf(db: Db, organizationId: string): Promise<Fen> {
  const { rows } = await sql<{ charged: string | null }>`
    select sum(q.extra_fen)::text as charged from plan_in_force(${organizationId}, ${FIRST_PLAN}) f
    join usage_quota q on q.organization_id = ${organizationId} and q.period_start = f.period_start`.execute(db);
  const charged = rows[0]?.charged ?? null;
  return charged === null ? NO_FEN : fenFromStored(charged);
}

export async function addBlock(
  trx: DbTransaction,
  {
    organizationId,
    operation,
    periodStart,
  }: { organizationId: string; operation: BoundedOperation; periodStart: Date },
  { units, price }: { units: number; price: Fen },
): Promise<void> {
  await sql`
    update usage_quota set extra = extra + ${units}::bigint, extra_fen = extra_fen + ${price}::bigint
    where organization_id = ${organizationId} and operation = ${operation} and period_start = ${periodStart}`.execute(
    trx,
  );
}
