export { acceptedAnswer, acceptedResponse } from './accepted.ts';
export { findNeededPaths, findReadableJob } from './queries.ts';
export { jobRoutes } from './routes.ts';
export { presentSigning, signingResultSchema, type StoredSigning } from './stored-signing.ts';
export { decodeAnalysisInput, type AnalysisInput } from './stored-analysis.ts';
