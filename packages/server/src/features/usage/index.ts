export { checkUsage, rebuildUsage, type RebuiltUsage } from './check-usage.ts';
export { presentMeter, presentPlanOf } from './present.ts';
export { sumAllByDay, sumByDay, sumByKey, type DaySum } from './queries/by-day.ts';
export { foldUsage } from './queries/fold.ts';
export { countEnded, countJobless, storeCounted } from './queries/settle.ts';
export { readStanding, type StandingRow } from './queries/read.ts';
export { reserveBeforeJob, reserveUsage } from './reserve-usage.ts';
export { usageRoutes } from './routes.ts';
export { meterUsageSchema, planOfSchema } from './schemas.ts';
