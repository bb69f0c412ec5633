export { jobOutput } from './analyze-file.ts';
export { endAsFailed } from './file-and-job.ts';
export { analysisHandler, FINAL_CODES, releaseUploadsOf } from './jobs.ts';
export { verificationRoutes } from './routes.ts';
export type { VerificationServices } from './services.ts';
export { verifyNow } from './verify-now.ts';
export { workOnUpload } from './work-on-upload.ts';
