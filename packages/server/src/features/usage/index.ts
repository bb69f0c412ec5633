export { checkUsage, rebuildUsage, type RebuiltUsage } from './check-usage.ts';
export { foldUsage } from './queries/fold.ts';
export { countEnded, countJobless, storeCounted } from './queries/settle.ts';
export { reserveBeforeJob, reserveUsage } from './reserve-usage.ts';
export { usageRoutes } from './routes.ts';
