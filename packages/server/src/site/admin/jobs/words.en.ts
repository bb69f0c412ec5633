import type { Words } from '../../../shared/words.ts';
import type { ADMIN_JOBS_ZH_CN } from './words.zh-cn.ts';

/** What the service is made of, and its queue of work. */
export const ADMIN_JOBS_EN: Words<typeof ADMIN_JOBS_ZH_CN> = {
  lead: 'What the service is made of, what waits to be done, and what failed. Jobs are retried by themselves; one that failed has used up its attempts.',
  partsTitle: 'Parts of the service',
  depth: {
    title: 'Jobs by kind',
    kind: 'Kind',
    waiting: 'Waiting',
    running: 'Running',
    completed: 'Completed, last day',
    failed: 'Failed, last day',
    empty: 'No jobs now, and none in the last day.',
  },
  recent: {
    title: 'Latest failures',
    job: 'Job',
    reason: 'Reason',
    organization: 'Organization',
    anonymous: 'without a key',
    when: 'When',
    empty: 'No stored job failed.',
  },
  kinds: {
    verification: 'Verification',
    signing: 'Signing',
    analysis: 'Analysis',
    lab: 'Lab',
    trust_refresh: 'Trust lists',
    mail: 'Mail',
  },
  state: { works: 'Operational', reduced: 'Limited', fails: 'Down' },
  parts: {
    database: { name: 'Database', works: 'Responding.', fails: 'Not responding.' },
    uploads: { name: 'Upload folder', works: 'Writable.', fails: 'Not writable.' },
    storage: { name: 'Storage for signed files', works: 'Writable.', fails: 'Not writable.' },
    analysis: {
      name: 'Analysis threads',
      works: (threads, busy, waiting) => `Threads: ${threads}. Busy: ${busy}. Files waiting: ${waiting}.`,
      fails: 'No threads available.',
    },
    queue: {
      name: 'Job queue',
      works: (waiting, running) => `Jobs waiting: ${waiting}. Running: ${running}.`,
      late: (waiting, minutes) => `Jobs waiting: ${waiting}. The oldest has been waiting for ${minutes} minutes.`,
      fails: 'Could not be read from the database.',
    },
  },
};
