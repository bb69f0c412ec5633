export { analysisHandler } from './jobs.ts';
export { verificationRoutes } from './routes.ts';
export type { VerificationServices } from './services.ts';
export { verifyNow } from './verify-now.ts';
