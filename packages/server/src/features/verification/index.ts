export { analysisHandler, removeFilesOf } from './jobs.ts';
export { verificationRoutes } from './routes.ts';
export type { VerificationServices } from './services.ts';
