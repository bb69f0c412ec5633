export { presentJob } from './present.ts';
export { findNeededPaths, findReadableJob } from './queries.ts';
export { jobRoutes } from './routes.ts';
export { jobResultSchema } from './schemas.ts';
export { decodeAnalysisInput, type AnalysisInput } from './stored-analysis.ts';
