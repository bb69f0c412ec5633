import { sql, type SelectQueryBuilder } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { DEFAULT_QUEUE, type Job } from '../../../platform/queue/job.ts';
import type { Schema } from '../../../platform/schema/index.ts';
import { isId } from '../../../shared/ids.ts';
import { JOBS_SEARCHED_MAX } from '../limits.ts';

export type JobRow = Pick<
  Job,
  'id' | 'kind' | 'status' | 'filename' | 'api_key_id' | 'error_code' | 'created_at' | 'finished_at' | 'expires_at'
> & { provenance_status: string | null; credential_id: string | null; took_ms: number | null };

/** Which of an organization's jobs, and in which order. What is left out asks for nothing. */
export interface JobFilter {
  readonly kind?: 'verification' | 'analysis' | 'signing' | 'lab' | undefined;
  readonly status?: Job['status'] | undefined;
  /** Created at this instant or later. */
  readonly from?: Date | undefined;
  /** Created before this instant. */
  readonly to?: Date | undefined;
  /** A part of the file's name, in upper or lower case. */
  readonly filename?: string | undefined;
  /** Otherwise the newest come first. */
  readonly isOldestFirst?: boolean | undefined;
}

interface JobPageQuery {
  limit: number;
  before: string | undefined;
  filter?: JobFilter | undefined;
}

/**
 * An organization's own jobs in the order of the filter; with `before`, those that follow that job. Kind, status and name have no
 * index: the first 50,000 jobs in this order are looked through for them, without their results.
 */
export function selectJobs(
  db: Db,
  organizationId: string,
  { limit, before, filter = {} }: JobPageQuery,
): SelectQueryBuilder<Schema, 'job', JobRow> {
  const { kind, status, filename, isOldestFirst = false } = filter;
  const order = isOldestFirst ? 'asc' : 'desc';
  const inOrder = selectInOrder(db, organizationId, before, filter);
  const columns = <Row>(jobs: SelectQueryBuilder<Schema, 'job', Row>) =>
    jobs
      .select([
        'id',
        'kind',
        'status',
        'filename',
        'api_key_id',
        'error_code',
        'created_at',
        'finished_at',
        'expires_at',
      ])
      .select([
        sql<string | null>`result->>'provenance_status'`.as('provenance_status'),
        sql<string | null>`signing->>'credential_id'`.as('credential_id'),
        sql<number | null>`(extract(epoch from finished_at - started_at) * 1000)::float8`.as('took_ms'),
      ]);
  if (kind === undefined && status === undefined && filename === undefined) return columns(inOrder.limit(limit));
  const searched = inOrder.select(['id', 'kind', 'status', 'filename', 'created_at']).limit(JOBS_SEARCHED_MAX);
  let found = db.selectFrom(searched.as('searched')).select('searched.id');
  if (kind !== undefined) found = found.where('searched.kind', '=', kind);
  if (status !== undefined) found = found.where('searched.status', '=', status);
  if (filename !== undefined) {
    found = found.where(sql<boolean>`position(lower(${storable(filename)}) in lower(searched.filename)) > 0`);
  }
  const page = found.orderBy('searched.created_at', order).orderBy('searched.id', order).limit(limit);
  return columns(db.selectFrom('job').where('id', 'in', page).orderBy('created_at', order).orderBy('id', order));
}

/** The index gives them in this order. */
function selectInOrder(db: Db, organizationId: string, before: string | undefined, filter: JobFilter) {
  const { from, to, isOldestFirst = false } = filter;
  const order = isOldestFirst ? 'asc' : 'desc';
  const own = db.selectFrom('job').where('organization_id', '=', organizationId).where('queue', '=', DEFAULT_QUEUE);
  let jobs = own.orderBy('created_at', order).orderBy('id', order);
  if (from !== undefined) jobs = jobs.where('created_at', '>=', from);
  if (to !== undefined) jobs = jobs.where('created_at', '<', to);
  if (before === undefined) return jobs;
  // A malformed identifier matches nothing, and may be a text that PostgreSQL refuses (U+0000).
  const cursor = isId('job', before) ? before : '';
  // Compared in the database: JavaScript times have no microseconds.
  const position = own.select('created_at').where('id', '=', cursor);
  return jobs.where(
    isOldestFirst
      ? sql<boolean>`(created_at, id) > (${position}, ${cursor})`
      : sql<boolean>`(created_at, id) < (${position}, ${cursor})`,
  );
}

/** PostgreSQL refuses U+0000 in a text; no name has it, and none has the character that stands for it here. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD');
}
