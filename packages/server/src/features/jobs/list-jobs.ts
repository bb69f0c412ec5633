import type { ProvenanceStatus } from '@revera/provenance';
import type { Db } from '../../platform/database.ts';
import { isErrorCode, type ErrorCode } from '../../shared/error-codes.ts';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { PROVENANCE_STATUSES } from '../../shared/verification-result.ts';
import { JOBS_EXPORTED_MAX } from './limits.ts';
import { publicKindOf } from './present.ts';
import { selectJobs, type JobFilter, type JobRow } from './queries/list.ts';
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
  /** The key that it was submitted with; null: a member in the browser. */
  api_key_id: string | null;
  /** What a signing made; null: nothing, or the job has expired. */
  credential_id: string | null;
  /** From the beginning of the work to its end, in milliseconds; null: it has not both. */
  took_ms: number | null;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
}

interface JobPage {
  /** Newest first, unless the filter says otherwise. */
  jobs: JobSummary[];
  /** The `before` of the next page; null on the last one. */
  next: string | null;
}

/**
 * A page of an organization's jobs. `before` is the identifier of a job of the same organization: only those that follow it in the
 * order of the filter are answered, and none when there is no such job. `limit` is held between 1 and 100.
 */
export async function listJobs(
  db: Db,
  organizationId: string,
  { limit, before, filter }: { limit: number; before?: string | undefined; filter?: JobFilter | undefined },
): Promise<JobPage> {
  const size = Math.min(Math.max(Math.trunc(limit), 1), DEFAULT_LIMITS.pageSizeMax);
  const rows = await selectJobs(db, organizationId, { limit: size + 1, before, filter }).execute();
  const jobs = rows.slice(0, size).map(summaryOf);
  return { jobs, next: rows.length > size ? (jobs.at(-1)?.id ?? null) : null };
}

/** The jobs of the filter for a file, at most 10,000. */
export async function exportJobs(db: Db, organizationId: string, filter: JobFilter): Promise<JobSummary[]> {
  const rows = await selectJobs(db, organizationId, { limit: JOBS_EXPORTED_MAX, before: undefined, filter }).execute();
  return rows.map(summaryOf);
}

function summaryOf({ error_code, provenance_status, kind, ...row }: JobRow): JobSummary {
  return {
    ...row,
    kind: publicKindOf({ kind }),
    provenance_status: PROVENANCE_STATUSES.find((status) => status === provenance_status) ?? null,
    error: error_code !== null && isErrorCode(error_code) ? error_code : null,
  };
}
