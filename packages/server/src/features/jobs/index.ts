export { acceptedAnswer, acceptedResponse } from './accepted.ts';
export { beginJob, type NewMediaJob } from './begin-job.ts';
export { cancelJobs, endAsFailed, endJob } from './end-job.ts';
export { FINAL_CODES } from './failures.ts';
export { getReadableJob } from './get-readable-job.ts';
export { workOnHeldJob } from './held-job.ts';
export { arrivingPictures, withLatePictures, withPictures, type MediaJobHandler } from './job-outcome.ts';
export {
  createLatePictures,
  findPreview,
  findPreviewBytes,
  findThumbnail,
  listThumbnails,
  type LatePictures,
} from './late-pictures.ts';
export { JOBS_EXPORTED_MAX, JOBS_SEARCHED_MAX } from './limits.ts';
export { exportJobs, listJobs, type JobSummary } from './list-jobs.ts';
export { presentAnalysis, presentJob, presentReport, type FullReport } from './present.ts';
export { expireJobs } from './queries/end.ts';
export type { JobFilter } from './queries/list.ts';
export { listPreviewed, PREVIEW_SIZES, selectPreview, selectPreviewEntry } from './queries/pictures.ts';
export { findReadableJob, getJob } from './queries/read.ts';
export { workThenRecord } from './record-ended-job.ts';
export { releaseUploadsOf } from './release-uploads.ts';
export { jobRoutes } from './routes.ts';
export { jobParams, jobResultSchema, previewQuery } from './schemas.ts';
export { decodeAnalysisInput, isPreviewOff, uploadMembers, withUpload, type AnalysisInput } from './stored-analysis.ts';
export { presentSigning, signingResultSchema, type StoredSigning } from './stored-signing.ts';
export { workOnUpload } from './work-on-upload.ts';
export { listFailedJobs, listQueueDepths } from './queries/queue.ts';
