export { acceptedAnswer, acceptedResponse } from './accepted.ts';
export { listJobs, type JobSummary } from './list-jobs.ts';
export { findReadableJob, findThumbnail, listThumbnails } from './queries.ts';
export { getReadableJob } from './get-readable-job.ts';
export { presentJob, presentReport, type FullReport } from './present.ts';
export { renderReport, type RenderHtmlReport, type ReportServices } from './report-forms.ts';
export { jobRoutes } from './routes.ts';
export { jobResultSchema } from './schemas.ts';

export { presentSigning, signingResultSchema, type StoredSigning } from './stored-signing.ts';
export { decodeAnalysisInput, findUpload, uploadMembers, withUpload, type AnalysisInput } from './stored-analysis.ts';
export { openReportPrinter, type ReportPrinter } from './report-pdf/report-printer.ts';
