import type { VerificationServices } from '../verification/index.ts';

/** What the lab needs of the rest of the server. */
export type LabServices = Pick<
  VerificationServices,
  'db' | 'log' | 'clock' | 'analysis' | 'trust' | 'findRecords' | 'limits' | 'quotaBasis'
>;
