import type { ProvenanceStatus } from '@revera/provenance';
import type { Db } from '../../platform/database.ts';
import { isErrorCode, type ErrorCode } from '../../shared/error-codes.ts';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { PROVENANCE_STATUSES } from '../../shared/verification-result.ts';
import { publicKindOf } from './present.ts';
import { selectJobs, type JobRow } from './queries/read.ts';
import type { JobResult } from './schemas.ts';

/** What a list shows of a job: everything but its result, which may be megabytes. */
export interface JobSummary {
  id: string;
  kind: JobResult['kind'];
  status: JobResult['status'];
  /** Null when it had none, or the job has expired. */
  filename: string | null;
  /** Null when there is no result, or not any more. */
  provenance_status: ProvenanceStatus | null;
  error: ErrorCode | null;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
}

interface JobPage {
  /** Newest first. */
  jobs: JobSummary[];
  /** The `before` of the next page; null on the last one. */
  next: string | null;
}

/**
 * A page of an organization's jobs. `before` is the identifier of a job of the same organization: only older ones follow, and
 * none when there is no such job. `limit` is held between 1 and 100.
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
