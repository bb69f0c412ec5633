export { assignPlan, changeLimit, replaceTerms, type LimitChange } from './change-plan.ts';
export { byPrice } from './by-price.ts';
export { ensurePlans } from './ensure-plans.ts';
export { decodePlanFile, importPlans, PlanFileError } from './import-plans.ts';
export { planOf, type PlanOf } from './plan-of.ts';
export { BLOCK_UNITS } from './schemas.ts';
export { findGivenPlan, findPlan, findPlanVersion, listLimits, listPlans, type Plan } from './queries.ts';
