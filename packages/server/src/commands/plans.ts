import {
  assignPlan,
  changeLimit,
  decodePlanFile,
  importPlans,
  listPlans,
  PlanFileError,
  type LimitChange,
  type Plan,
} from '../features/billing/plans/index.ts';
import { isBoundedOperation } from '../shared/operations.ts';
import { done, refused, type CommandResult, type Environment } from './command-result.ts';
import { COMMAND_ACTOR, withDatabase } from './with-database.ts';

/** One version of a plan. Prices are in fen. */
export interface PlanShown {
  code: string;
  version: number;
  name: string;
  price_fen: number | null;
  hidden: boolean;
  included: Record<string, number | null>;
  created_at: string;
}

export interface LimitRequest {
  organization_id: string;
  operation: string;
  /** Units a month; null for no bound, `plan` to leave it to the plan. */
  included: LimitChange;
}

/** What the operator set for an organization; whatever is not here, its plan decides. */
export interface LimitsShown {
  organization_id: string;
  limits: { operation: string; included: number | null }[];
}

const BY = { actor: COMMAND_ACTOR };

/** Answers the versions that were added. */
export async function importPlansCommand(environment: Environment, text: string): Promise<CommandResult<PlanShown[]>> {
  try {
    const plans = decodePlanFile(text);
    return await withDatabase(environment, async ({ database }) =>
      done((await importPlans(database.db, plans, COMMAND_ACTOR)).map(show)),
    );
  } catch (error) {
    if (error instanceof PlanFileError) return refused('PLANS_INVALID', error.message);
    throw error;
  }
}

/** The newest version of each. */
export function listPlansCommand(environment: Environment): Promise<CommandResult<PlanShown[]>> {
  return withDatabase(environment, async ({ database }) => done((await listPlans(database.db)).map(show)));
}

export async function limitCommand(
  environment: Environment,
  { organization_id: organizationId, operation, included }: LimitRequest,
): Promise<CommandResult<LimitsShown>> {
  if (!isBoundedOperation(operation)) return refused('OPERATION_INVALID', `${operation} cannot be limited.`);
  return withDatabase(environment, async ({ database }) => {
    const limits = await changeLimit(database.db, { organizationId, operation, to: included }, BY);
    if (limits === undefined) return refused('NOT_FOUND', `There is no organization ${organizationId}.`);
    const shown = limits.map((limit) => ({ operation: limit.operation, included: limit.included }));
    return done({ organization_id: organizationId, limits: shown });
  });
}

export function assignPlanCommand(
  environment: Environment,
  { organization_id: organizationId, code }: { organization_id: string; code: string },
): Promise<CommandResult<PlanShown>> {
  return withDatabase(environment, async ({ database }) => {
    const plan = await assignPlan(database.db, { organizationId, code }, BY);
    if (plan === 'no_organization') return refused('NOT_FOUND', `There is no organization ${organizationId}.`);
    return plan === 'no_plan' ? refused('NOT_FOUND', `There is no plan ${code}.`) : done(show(plan));
  });
}

function show({ code, version, name, price_fen, is_hidden, included, created_at }: Plan): PlanShown {
  const amounts = Object.entries(included).map(([operation, amount]) => [operation, amount ?? null] as const);
  return {
    code,
    version,
    name: name.en,
    price_fen,
    hidden: is_hidden,
    included: Object.fromEntries(amounts),
    created_at: created_at.toISOString(),
  };
}
