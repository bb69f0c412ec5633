import { sql, type OperationNodeSource, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { JOB_CHANNEL } from '../../platform/queue/job.ts';
import { EVENTS_OF_JOBS } from './events-of-jobs.ts';
import { WEBHOOK_QUEUE } from './queue.ts';

/**
 * Executes a statement that ends jobs, and writes their events in the same statement: a job ends in one round trip, and when
 * nobody wants to know, that costs one look into the index of the endpoints.
 *
 * @param ending answers `ENDED_COLUMNS` of each job that it ends, at most one
 * @param eventId of the event, if there is one
 * @returns how many jobs it ended
 */
export async function storeEnd(db: Db, ending: OperationNodeSource, eventId: string): Promise<number> {
  const type = sql.join(
    EVENTS_OF_JOBS.map(
      ([kind, status, event]) =>
        sql`when kind = ${sql.lit(kind)} and status = ${sql.lit(status)} then ${sql.lit(event)}`,
    ),
    sql` `,
  );
  // A job of the sandbox: signed there, or submitted for it, or with a test key.
  const change = sql`
    ended as (${ending}),
    change as (
      select organization_id, case ${type} end as type, id as job_id,
        coalesce((signing->>'sandbox')::boolean, input->>'mode' = 'test', false)
          or exists (select from api_key where api_key.id = ended.api_key_id and mode = 'test') as sandbox
      from ended
    )`;
  const { rows } = await sql<{ ended: number }>`
    with ${change}, ${telling({ eventId, data: null })}
    select (select count(*)::int from ended) as ended, ${WAKING}
  `.execute(db);
  return rows[0]?.ended ?? 0;
}

/** What happened, and what the endpoints are told of it. */
export interface NewEventRow {
  id: string;
  organization_id: string;
  type: string;
  sandbox: boolean;
  /** JSON. */
  data: string;
}

/** Writes an event for the endpoints of its organization that want to know of it; nothing if there are none. */
export async function insertEvent(trx: Db, { id, organization_id, type, sandbox, data }: NewEventRow): Promise<void> {
  await sql`
    with change as (
      select ${organization_id}::text as organization_id, ${type}::text as type, null::text as job_id,
        ${sandbox}::boolean as sandbox
    ), ${telling({ eventId: id, data })}
    select ${WAKING}
  `.execute(trx);
}

/** The event of `change` and its deliveries, one for each endpoint that wants to know; none of both when there are none. */
function telling({ eventId, data }: { eventId: string; data: string | null }): RawBuilder<unknown> {
  return sql`
    subscribed as (
      select endpoint.id as endpoint_id, change.*
      from change join webhook_endpoint as endpoint
        on endpoint.organization_id = change.organization_id and endpoint.enabled
        and change.type = any(endpoint.events) and (change.sandbox or not endpoint.sandbox_only)
    ), event as (
      insert into webhook_event (id, organization_id, type, sandbox, job_id, data)
      select ${eventId}::text, organization_id, type, sandbox, job_id, ${data}::text from subscribed limit 1
    ), delivery as (
      insert into webhook_delivery (endpoint_id, event_id) select endpoint_id, ${eventId}::text from subscribed
    )`;
}

/** Wakes the senders when the transaction commits. */
const WAKING = sql`(select pg_notify(${sql.lit(JOB_CHANNEL)}, ${sql.lit(WEBHOOK_QUEUE)}) from subscribed limit 1)`;
