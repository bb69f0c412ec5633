/** What jobs are filtered by, in the order of the form. */
export const JOB_KINDS = ['verification', 'analysis', 'signing', 'lab'] as const;
export const JOB_STATES = ['completed', 'failed', 'queued', 'processing', 'expired'] as const;
