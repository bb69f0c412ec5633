import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { FIRST_PLAN } from '../../../platform/quota-terms.ts';
import { storedJson } from '../../../platform/stored-json.ts';
import type { plan, usage_limit } from '../../../platform/schema/usage.ts';
import type { Table } from '../../../platform/schema/column.ts';
import type { BoundedOperation } from '../../../shared/operations.ts';
import type { NewPlan } from './schemas.ts';

export type Plan = Selectable<Table<typeof plan>>;

export type UsageLimit = Selectable<Table<typeof usage_limit>>;

/** The newest version of each plan, by code; locked against another import until the transaction ends. */
export async function lockPlans(trx: Db): Promise<Plan[]> {
  await sql`lock table plan in share row exclusive mode`.execute(trx);
  return listPlans(trx);
}

/** The newest version of each plan, by code. */
export async function listPlans(db: Db): Promise<Plan[]> {
  return db.selectFrom('plan').selectAll().distinctOn('code').orderBy('code').orderBy('version', 'desc').execute();
}

export async function insertPlan(trx: Db, version: number, given: NewPlan): Promise<Plan> {
  const { code, name, price_fen, hidden, included, more_fen, when_used_up } = given;
  return trx
    .insertInto('plan')
    .values({
      code,
      version,
      name: storedJson(name),
      price_fen,
      is_hidden: hidden,
      included: storedJson(included),
      more_fen: storedJson(more_fen),
      when_used_up,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The newest version. */
export async function findPlan(db: Db, code: string): Promise<Plan | undefined> {
  return db
    .selectFrom('plan')
    .selectAll()
    .where('code', '=', code)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A version that exists. */
export async function findPlanVersion(db: Db, code: string, version: number): Promise<Plan> {
  return db
    .selectFrom('plan')
    .selectAll()
    .where('code', '=', code)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
}

/** The plan that is in force, and since when; undefined: that of every organization which has no other. */
export async function findPlanInForce(
  db: Db,
  organizationId: string,
): Promise<(Plan & { started_at: Date }) | undefined> {
  const { rows } = await sql<Plan & { started_at: Date }>`
    select plan.*, f.since as started_at from plan_in_force(${organizationId}, ${FIRST_PLAN}) f
    join plan on plan.code = f.plan_code and plan.version = f.plan_version`.execute(db);
  return rows[0];
}

/** The plan that the operator gave an organization. */
export async function findGivenPlan(
  db: Db,
  organizationId: string,
): Promise<(Plan & { started_at: Date }) | undefined> {
  return db
    .selectFrom('organization_plan')
    .innerJoin('plan', (join) => join.onRef('plan.code', '=', 'plan_code').onRef('plan.version', '=', 'plan_version'))
    .selectAll('plan')
    .select('started_at')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
}

/** Begins now; a plan that the organization had before ends. */
export async function putGivenPlan(
  trx: Db,
  organizationId: string,
  { code, version }: Pick<Plan, 'code' | 'version'>,
): Promise<void> {
  const given = { plan_code: code, plan_version: version, started_at: sql<Date>`now()` };
  await trx
    .insertInto('organization_plan')
    .values({ organization_id: organizationId, ...given })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(given))
    .execute();
}

/** The limits that the operator set for an organization. */
export async function listLimits(db: Db, organizationId: string): Promise<UsageLimit[]> {
  return db
    .selectFrom('usage_limit')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('operation')
    .execute();
}

export async function putLimit(
  trx: Db,
  {
    organizationId,
    operation,
    included,
  }: { organizationId: string; operation: BoundedOperation; included: number | null },
): Promise<void> {
  await trx
    .insertInto('usage_limit')
    .values({ organization_id: organizationId, operation, included })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'operation']).doUpdateSet({ included, changed_at: sql<Date>`now()` }),
    )
    .execute();
}

/** Afterwards the plan alone decides. */
export async function deleteLimit(trx: Db, organizationId: string, operation: BoundedOperation): Promise<void> {
  await trx
    .deleteFrom('usage_limit')
    .where('organization_id', '=', organizationId)
    .where('operation', '=', operation)
    .execute();
}
