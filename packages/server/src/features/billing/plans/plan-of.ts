import type { Db } from '../../../platform/database.ts';
import { FIRST_PLAN } from '../../../platform/quota-terms.ts';
import type { QuotaBasis } from '../../../shared/operations.ts';
import { findPlanInForce, findPlan, type Plan } from './queries.ts';
import { UNLIMITED } from './schemas.ts';

/** The plan of an organization, as its members see it. */
export interface PlanOf extends Pick<Plan, 'code' | 'version' | 'name'> {
  /** Null for the plan that every organization has by itself. */
  started_at: Date | null;
}

const WITHOUT_GATEWAY: PlanOf = {
  code: UNLIMITED,
  version: 1,
  name: { en: 'Unlimited', 'zh-CN': '不限量' },
  started_at: null,
};

export async function planOf(db: Db, organizationId: string, basis: QuotaBasis): Promise<PlanOf> {
  if (basis === 'nothing') return WITHOUT_GATEWAY;
  const given = await findPlanInForce(db, organizationId);
  const plan = given ?? (await findPlan(db, FIRST_PLAN));
  if (plan === undefined) throw new Error(`the plan ${FIRST_PLAN} is missing`);
  const { code, version, name } = plan;
  return { code, version, name, started_at: given?.started_at ?? null };
}
