import { sql, type OperationNodeSource, type RawBuilder } from 'kysely';
import type { Db, DbTransaction } from '../../../platform/database.ts';
import { PREPARED } from '../../../platform/prepared-statements.ts';
import { settlingOf, type Unit } from '../../../platform/quota-store.ts';
import { BOUNDED_OPERATIONS, isBoundedOperation, type BoundedOperation } from '../../../shared/operations.ts';

/** Whether work is charged follows from the job alone: members have no key, and the job of a signing says in which mode they sign. */
const modeOf = (job: RawBuilder<unknown>) => sql<string>`coalesce(key.mode, ${job}.input ->> 'mode', 'test')`;

const MEDIA_KINDS = sql`(${sql.join(BOUNDED_OPERATIONS)})`;

/** The unit that is still to be reserved for a job; undefined when nothing is, or nobody is charged for it. */
export async function findUnit(
  trx: DbTransaction,
  jobId: string,
): Promise<{ organization_id: string; operation: BoundedOperation } | undefined> {
  const { rows } = await sql<{ organization_id: string; kind: string }>`
    select job.organization_id, job.kind from job left join api_key key on key.id = job.api_key_id
    where job.id = ${jobId} and job.organization_id is not null and ${modeOf(sql`job`)} = 'live'
      and not exists (select from usage_reservation r where r.job_id = job.id)
  `.execute(trx);
  const [row] = rows;
  return row !== undefined && isBoundedOperation(row.kind)
    ? { organization_id: row.organization_id, operation: row.kind }
    : undefined;
}

/** What counting reads of an ended job. */
const ENDED = sql`id, kind, organization_id, api_key_id, status, created_at, input, signing`;

/** Counts a job that the transaction has just ended, and settles what was reserved for it. */
export async function countEnded(trx: DbTransaction, jobId: string): Promise<void> {
  await sql`
    with ended as (select ${ENDED} from job where id = ${jobId} and status in ('completed', 'failed')),
    ${returned},
    counted as (${counting(sql`coalesce((select at from returned), ended.created_at)`)}
      returning operation, mode, outcome)
    ${settlingOf(sql`returned`, USED)}
  `.execute(trx);
}

/**
 * Stores a job that has ended already, with its count, in one statement. Only what was reserved has a counter to settle.
 *
 * @param telling what else the statement computes of the job, for its effect; null for nothing
 */
export async function storeCounted(
  db: Db,
  insertion: OperationNodeSource,
  { isReserved, telling }: { isReserved: boolean; telling: RawBuilder<unknown> | null },
): Promise<void> {
  const also = telling === null ? sql`` : sql`, ${telling} as told`;
  await count(db, sql`ended as (${insertion} returning ${ENDED}${also})`, isReserved);
}

/** A unit of work that leaves no job: what it found is told to its caller and stored nowhere. */
export interface JoblessUnit extends Unit {
  organizationId: string;
  apiKeyId: string;
  outcome: 'completed' | 'failed';
  isReserved: boolean;
}

/** Counts work that leaves no job, and settles what was reserved under its name. */
export async function countJobless(db: Db, unit: JoblessUnit): Promise<void> {
  const { jobId, operation, organizationId, apiKeyId, outcome, isReserved } = unit;
  const ended = sql`ended as (
    select ${jobId}::text as id, ${operation}::text as kind, ${organizationId}::text as organization_id,
      ${apiKeyId}::text as api_key_id, ${outcome}::text as status, now() as created_at, '{}'::jsonb as input,
      null::jsonb as signing)`;
  await count(db, ended, isReserved);
}

/** @param ended a common table expression of that name, with the members of {@link ENDED} */
async function count(db: Db, ended: RawBuilder<unknown>, isReserved: boolean): Promise<void> {
  if (!isReserved) {
    await sql`with ${ended} ${counting(sql`ended.created_at`)} ${PREPARED}`.execute(db);
    return;
  }
  await sql`
    with ${ended}, ${returned},
    counted as (${counting(sql`coalesce((select at from returned), ended.created_at)`)}
      returning operation, mode, outcome)
    ${settlingOf(sql`returned`, USED)} ${PREPARED}`.execute(db);
}

const returned = sql`returned as (
  delete from usage_reservation using ended where usage_reservation.job_id = ended.id
  returning usage_reservation.organization_id, usage_reservation.operation, usage_reservation.period_start,
    usage_reservation.at)`;

const USED = sql`(
  select count(*) from counted
  where counted.operation = r.operation and counted.mode = 'live' and counted.outcome = 'completed')`;

/**
 * One row for each unit of the rows of `ended`: the job itself, and a label that it wrote. Failed work and the sandbox are counted
 * too, apart. A job without an organization counts for nobody.
 */
function counting(at: RawBuilder<Date>): RawBuilder<unknown> {
  return sql`
    insert into usage_records (at, job_id, operation, organization_id, api_key_id, mode, outcome)
    select ${at}, ended.id, unit.operation, ended.organization_id, ended.api_key_id,
      case when (ended.signing ->> 'sandbox')::boolean then 'test' else ${modeOf(sql`ended`)} end, ended.status
    from ended left join api_key key on key.id = ended.api_key_id
    cross join lateral (
      select ended.kind as operation
      union all
      select 'label' where ended.signing -> 'china_aigc' ->> 'status' in ('written', 'replaced')
    ) unit
    where ended.organization_id is not null and ended.kind in ${MEDIA_KINDS}
    on conflict do nothing`;
}
