export { jobOutput } from './analyze-file.ts';
export { endAsFailed, storeWithFile } from './file-and-job.ts';
export { analysisHandler, failOrRetry, FINAL_CODES, removeFilesOf } from './jobs.ts';
export { verificationRoutes } from './routes.ts';
export type { VerificationServices } from './services.ts';
export { verifyNow } from './verify-now.ts';
