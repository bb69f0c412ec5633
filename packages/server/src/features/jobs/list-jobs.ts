import type { ProvenanceStatus } from '@revera/provenance';
import type { Db } from '../../platform/database.ts';
import { isErrorCode, type ErrorCode } from '../../shared/error-codes.ts';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { PROVENANCE_STATUSES } from '../../shared/verification-result.ts';
import { publicKindOf } from './present.ts';
import { selectJobs, type JobRow } from './queries/read.ts';
import type { JobResult } from './schemas.ts';

/** What a list says of a job: without its result, which may be megabytes. */
export interface JobSummary {
  id: string;
  kind: JobResult['kind'];
  status: JobResult['status'];
  /** Null: it had none, or the job has expired. */
  filename: string | null;
  /** Null: there is no result, or not any more. */
  provenance_status: ProvenanceStatus | null;
  error: ErrorCode | null;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
}

interface JobPage {
  /** Newest first. */
  jobs: JobSummary[];
  /** What to give as `before` for the page after this one; null: this is the last. */
  next: string | null;
}

/**
 * A page of an organization's jobs. `before` is the identifier of a job of the same organization: only older ones
 * follow; what is no such job has none before it. `limit` is held between 1 and 100.
 */
export async function listJobs(
  db: Db,
  organizationId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<JobPage> {
  const size = Math.min(Math.max(Math.trunc(limit), 1), DEFAULT_LIMITS.pageSizeMax);
  const rows = await selectJobs(db, organizationId, { limit: size + 1, before }).execute();
  const jobs = rows.slice(0, size).map(summaryOf);
  return { jobs, next: rows.length > size ? (jobs.at(-1)?.id ?? null) : null };
}

function summaryOf({ error_code, provenance_status, kind, ...row }: JobRow): JobSummary {
  return {
    ...row,
    kind: publicKindOf({ kind }),
    provenance_status: PROVENANCE_STATUSES.find((status) => status === provenance_status) ?? null,
    error: error_code !== null && isErrorCode(error_code) ? error_code : null,
  };
}
