export { checkUsage, rebuildUsage, type RebuiltUsage } from './check-usage.ts';
export { presentMeter, presentPlanOf } from './present.ts';
export { foldUsage } from './queries/fold.ts';
export { countEnded, storeCounted } from './queries/settle.ts';
export { reserveBeforeJob, reserveUsage } from './reserve-usage.ts';
export { readStanding, type StandingRow } from './queries/read.ts';
export { usageRoutes } from './routes.ts';
export { meterUsageSchema, planOfSchema } from './schemas.ts';
