import { sql, type OperationNodeSource, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { PREPARED } from '../../platform/prepared-statements.ts';
import { EVENTS_OF_JOBS } from './events-of-jobs.ts';

/**
 * Executes a statement that ends jobs, and writes their events in the same statement: a job ends in one round trip, and when
 * nobody wants to know, that costs one look into the index of the endpoints.
 *
 * @param ending an insert or update of at most one job, without `returning`
 * @param eventId of the event, if there is one
 * @returns how many jobs it ended
 */
export async function storeEnd(db: Db, ending: OperationNodeSource, eventId: string): Promise<number> {
  const { rows } = await sql`${ending} returning ${endTold(eventId)} ${PREPARED}`.execute(db);
  return rows.length;
}

/** For the `returning` of a statement that ends jobs: writes the event of each. */
export function endTold(eventId: string): RawBuilder<unknown> {
  // A job of the sandbox: signed there, or submitted for it, or with a test key, which the function finds out.
  const sandbox = sql`coalesce((job.signing->>'sandbox')::boolean, job.input->>'mode' = 'test', false)`;
  return tellOfChange([
    sql`${eventId}`,
    sql`job.organization_id`,
    typeOfEnd(),
    sandbox,
    sql`job.api_key_id`,
    sql`job.id`,
    sql`null`,
  ]);
}

/** Null for a job whose end is told to nobody. */
function typeOfEnd(): RawBuilder<unknown> {
  const cases = EVENTS_OF_JOBS.map(
    ([kind, status, event]) =>
      sql`when job.kind = ${sql.lit(kind)} and job.status = ${sql.lit(status)} then ${sql.lit(event)}`,
  );
  return sql`case ${sql.join(cases, sql` `)} end`;
}

/** What happened, and what the endpoints are told of it. */
export interface NewEventRow {
  id: string;
  organization_id: string;
  type: string;
  sandbox: boolean;
  /** JSON. */
  data: string;
  /** No other event has it. */
  dedupe_key: string | null;
}

/** Writes an event for the endpoints of its organization that want to know of it; nothing if there are none. */
export async function insertEvent(trx: Db, row: NewEventRow): Promise<void> {
  const { id, organization_id, type, sandbox, data, dedupe_key } = row;
  const given = [
    sql`${id}`,
    sql`${organization_id}`,
    sql`${type}`,
    sql`${sandbox}`,
    sql`null`,
    sql`null`,
    sql`${data}`,
    sql`${dedupe_key}`,
  ];
  await sql`select ${tellOfChange(given)}`.execute(trx);
}

/** Event, organization, type, whether it is known to be of the sandbox, key, job, data, perhaps the key of once: see the migration. */
function tellOfChange(given: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`tell_of_change(${sql.join(given)})`;
}
