import type { JobsWords } from './words.zh-cn.ts';

export const JOBS_EN: JobsWords = {
  title: 'Jobs',
  lead: 'Everything your organization has verified and signed, newest first. The contents of a job are deleted when it expires.',
  empty: 'No jobs yet. Send a request with an API key, or sign a file in the browser, and it will appear here.',
  emptyPage: 'No older jobs.',
  toStart: 'How to send your first request',
  open: 'View result',
  kind: 'Kind',
  kinds: { verification: 'Verification', analysis: 'Analysis', signing: 'Signing', lab: 'Lab' },
  status: { queued: 'Queued', processing: 'Processing', completed: 'Completed', failed: 'Failed', expired: 'Expired' },
  expires: 'Result available until',
};
