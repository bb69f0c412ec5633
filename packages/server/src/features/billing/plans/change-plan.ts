import type { Db, DbTransaction } from '../../../platform/database.ts';
import { BOUNDED_OPERATIONS, type BoundedOperation } from '../../../shared/operations.ts';
import { writeAudit, type AuditEntry } from '../../audit/index.ts';
import { findOrganization } from '../../organizations/index.ts';
import {
  deleteLimit,
  findGivenPlan,
  findPlan,
  listLimits,
  putGivenPlan,
  putLimit,
  type Plan,
  type UsageLimit,
} from './queries.ts';

type By = Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;

/** What the operator says of one operation: a number, null for no bound, or `plan` to leave it to the plan. */
export type LimitChange = number | null | 'plan';

interface LimitOf {
  organizationId: string;
  operation: BoundedOperation;
  to: LimitChange;
}

/**
 * Sets what one operation of an organization is bounded by, whatever its plan includes. It takes effect at once, for the period
 * that is under way. Answers all limits of the organization; undefined when there is no such organization.
 */
export async function changeLimit(db: Db, limit: LimitOf, by: By): Promise<UsageLimit[] | undefined> {
  const { organizationId, operation } = limit;
  return db.transaction().execute(async (trx) => {
    if ((await findOrganization(trx, organizationId)) === undefined) return undefined;
    const before = await listLimits(trx, organizationId);
    await storeLimit(trx, { ...limit, from: limitIn(before, operation) }, by);
    return listLimits(trx, organizationId);
  });
}

function limitIn(limits: readonly UsageLimit[], operation: BoundedOperation): LimitChange {
  const limit = limits.find((each) => each.operation === operation);
  return limit === undefined ? 'plan' : limit.included;
}

async function storeLimit(
  trx: DbTransaction,
  { organizationId, operation, from, to }: LimitOf & { from: LimitChange },
  by: By,
): Promise<void> {
  if (to === 'plan') await deleteLimit(trx, organizationId, operation);
  else await putLimit(trx, { organizationId, operation, included: to });
  await writeAudit(trx, {
    ...by,
    organizationId,
    action: 'organization.limit_changed',
    target: { kind: 'organization', id: organizationId },
    details: { operation, from, to },
  });
}

/** Puts an organization on the newest version of a plan, from now on. Answers what is missing when it cannot. */
export async function assignPlan(
  db: Db,
  { organizationId, code }: { organizationId: string; code: string },
  by: By,
): Promise<Plan | 'no_organization' | 'no_plan'> {
  return db.transaction().execute(async (trx) => {
    if ((await findOrganization(trx, organizationId)) === undefined) return 'no_organization';
    const plan = await findPlan(trx, code);
    if (plan === undefined) return 'no_plan';
    await givePlan(trx, { organizationId, plan }, by);
    return plan;
  });
}

async function givePlan(
  trx: DbTransaction,
  { organizationId, plan }: { organizationId: string; plan: Plan },
  by: By,
): Promise<void> {
  await putGivenPlan(trx, organizationId, plan);
  await writeAudit(trx, {
    ...by,
    organizationId,
    action: 'organization.plan_changed',
    target: { kind: 'organization', id: organizationId },
    details: { code: plan.code, version: plan.version },
  });
}

/** What the operator says of an organization as a whole. */
export interface OrganizationTerms {
  organizationId: string;
  /** An operation that is missing is left to the plan. */
  limits: { readonly [Operation in BoundedOperation]?: number | null | undefined };
  /** Undefined: it keeps the plan that it has. */
  plan: string | undefined;
}

/**
 * Makes the limits of an organization these and no others, and puts it on a plan unless that was given to it before: then its
 * version and its period stay. What is already so changes nothing and writes no audit row.
 */
export async function replaceTerms(
  db: Db,
  { organizationId, limits, plan: code }: OrganizationTerms,
  by: By,
): Promise<'done' | 'no_organization' | 'no_plan'> {
  return db.transaction().execute(async (trx) => {
    if ((await findOrganization(trx, organizationId)) === undefined) return 'no_organization';
    if (code !== undefined && (await findGivenPlan(trx, organizationId))?.code !== code) {
      const plan = await findPlan(trx, code);
      if (plan === undefined) return 'no_plan';
      await givePlan(trx, { organizationId, plan }, by);
    }
    const before = await listLimits(trx, organizationId);
    for (const operation of BOUNDED_OPERATIONS) {
      const from = limitIn(before, operation);
      const given = limits[operation];
      const to = given === undefined ? 'plan' : given;
      if (from !== to) await storeLimit(trx, { organizationId, operation, from, to }, by);
    }
    return 'done';
  });
}
