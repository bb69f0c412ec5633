export { presentJob } from './present.ts';
export { findNeededPaths, findReadableJob } from './queries.ts';
export { jobRoutes } from './routes.ts';
export { jobResultSchema } from './schemas.ts';
export { presentSigning, signingResultSchema, type StoredSigning } from './stored-signing.ts';
export { decodeAnalysisInput, type AnalysisInput } from './stored-analysis.ts';
