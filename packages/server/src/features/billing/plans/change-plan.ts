import type { Db } from '../../../platform/database.ts';
import type { BoundedOperation } from '../../../shared/operations.ts';
import { writeAudit, type AuditEntry } from '../../audit/index.ts';
import { findOrganization } from '../../organizations/index.ts';
import { deleteLimit, findPlan, listLimits, putGivenPlan, putLimit, type Plan, type UsageLimit } from './queries.ts';

type By = Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;

/** What the operator says of one operation: a number, null for no bound, or `plan` to leave it to the plan. */
export type LimitChange = number | null | 'plan';

/**
 * Sets what one operation of an organization is bounded by, whatever its plan includes. It takes effect at once, for the period
 * that is under way. Answers all limits of the organization; undefined when there is no such organization.
 */
export async function changeLimit(
  db: Db,
  { organizationId, operation, to }: { organizationId: string; operation: BoundedOperation; to: LimitChange },
  by: By,
): Promise<UsageLimit[] | undefined> {
  return db.transaction().execute(async (trx) => {
    if ((await findOrganization(trx, organizationId)) === undefined) return undefined;
    const before = (await listLimits(trx, organizationId)).find((limit) => limit.operation === operation);
    if (to === 'plan') await deleteLimit(trx, organizationId, operation);
    else await putLimit(trx, { organizationId, operation, included: to });
    await writeAudit(trx, {
      ...by,
      organizationId,
      action: 'organization.limit_changed',
      target: { kind: 'organization', id: organizationId },
      details: { operation, from: before === undefined ? 'plan' : before.included, to },
    });
    return listLimits(trx, organizationId);
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
    await putGivenPlan(trx, organizationId, plan);
    await writeAudit(trx, {
      ...by,
      organizationId,
      action: 'organization.plan_changed',
      target: { kind: 'organization', id: organizationId },
      details: { code: plan.code, version: plan.version },
    });
    return plan;
  });
}
