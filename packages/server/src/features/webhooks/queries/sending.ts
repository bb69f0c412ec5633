import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '../../../platform/advisory-locks.ts';
import type { Db } from '../../../platform/database.ts';
import { databaseTimeIn } from '../../../platform/database-time.ts';
import { WEBHOOK_LIMITS } from '../limits.ts';

/** A delivery that a sender holds, with what the attempt needs. */
export interface ClaimedDelivery {
  endpoint_id: string;
  event_id: string;
  organization_id: string;
  /** How many attempts of the schedule have failed. */
  step: number;
  url: string;
  /** Sealed. */
  secrets: Buffer;
  /** Whether the secret before the current one signs as well. */
  is_previous_valid: boolean;
  /** Whether the last attempt to this endpoint failed. */
  is_failing: boolean;
  type: string;
  sandbox: boolean;
  job_id: string | null;
  /** JSON; null until the first attempt of an event of a job. */
  data: string | null;
  happened_at: Date;
}

/**
 * Takes up to `limit` due deliveries of enabled endpoints, oldest first, and of each endpoint only as many as it has free places:
 * a slow one keeps its own waiting and nobody else's. Two senders never get the same delivery while its lease holds; one whose
 * lease has run out is due again.
 *
 * One sender claims at a time: two that counted the free places together would both fill them.
 */
export async function claimDeliveries(db: Db, owner: string, limit: number): Promise<ClaimedDelivery[]> {
  return db.transaction().execute(async (trx) => {
    // A statement of its own: the next one then sees what the claim before it has taken.
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.webhookClaim}::bigint)`.execute(trx);
    return claimAlone(trx, owner, limit);
  });
}

async function claimAlone(trx: Db, owner: string, limit: number): Promise<ClaimedDelivery[]> {
  const { attemptsPerEndpoint, leaseMs } = WEBHOOK_LIMITS;
  const { rows } = await sql<ClaimedDelivery>`
    with busy as (
      select endpoint_id, count(*) as places from webhook_delivery
      where lease_owner is not null and lease_until > now() group by endpoint_id
    ), due as (
      select next.endpoint_id, next.event_id
      from webhook_endpoint as endpoint left join busy on busy.endpoint_id = endpoint.id
      cross join lateral (
        select endpoint_id, event_id, due_at from webhook_delivery
        where endpoint_id = endpoint.id and status = 'pending' and due_at <= now()
          and (lease_until is null or lease_until <= now())
        order by due_at limit greatest(${attemptsPerEndpoint}::int - coalesce(busy.places, 0), 0)
        for update skip locked
      ) as next
      where endpoint.enabled
      order by next.due_at limit ${limit}::int
    )
    update webhook_delivery as held set lease_owner = ${owner}, lease_until = ${databaseTimeIn(leaseMs)}
    from due, webhook_event as event, webhook_endpoint as endpoint
    where held.endpoint_id = due.endpoint_id and held.event_id = due.event_id
      and event.id = due.event_id and endpoint.id = due.endpoint_id
    returning held.endpoint_id, held.event_id, held.step, endpoint.organization_id, endpoint.url, endpoint.secrets,
      coalesce(endpoint.previous_secret_until > now(), false) as is_previous_valid,
      endpoint.failing_since is not null as is_failing,
      event.type, event.sandbox, event.job_id, event.data, event.created_at as happened_at
  `.execute(trx);
  return rows;
}

/** What the event of a job says, once and for all attempts. */
export async function storeData(db: Db, eventId: string, data: string): Promise<void> {
  await db.updateTable('webhook_event').set({ data }).where('id', '=', eventId).where('data', 'is', null).execute();
}

/** An attempt that was made, and what becomes of the delivery. */
export interface MadeAttempt {
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  answer: string | null;
  next: { status: 'delivered' | 'dead' } | { status: 'pending'; delayMs: number };
}

/** Stores an attempt and ends its lease. Answers whether the lease was still the owner's; if not, nothing is stored. */
export async function storeAttempt(
  db: Db,
  { endpoint_id, event_id, owner }: Pick<ClaimedDelivery, 'endpoint_id' | 'event_id'> & { owner: string },
  { durationMs, statusCode, error, answer, next }: MadeAttempt,
): Promise<boolean> {
  const due = next.status === 'pending' ? databaseTimeIn(next.delayMs) : sql`due_at`;
  const { rows } = await sql<{ stored: number }>`
    with mine as (
      update webhook_delivery set attempts = attempts + 1, step = step + ${next.status === 'delivered' ? 0 : 1}::int,
        status = ${next.status}, due_at = ${due}, lease_owner = null, lease_until = null,
        finished_at = case when ${next.status} = 'pending' then null else now() end
      where endpoint_id = ${endpoint_id} and event_id = ${event_id} and lease_owner = ${owner}
      returning attempts
    ), stored as (
      insert into webhook_attempt (endpoint_id, event_id, number, began_at, duration_ms, status_code, error, answer)
      select ${endpoint_id}::text, ${event_id}::text, attempts, ${databaseTimeIn(-durationMs)}, ${durationMs}::int,
        ${statusCode}::int, ${error}::text, ${answer}::text
      from mine
    )
    select count(*)::int as stored from mine
  `.execute(db);
  return (rows[0]?.stored ?? 0) > 0;
}

/** Gives back what a sender still holds when it stops; another makes these attempts at once. */
export async function releaseDeliveries(db: Db, owner: string): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ lease_owner: null, lease_until: null })
    .where('lease_owner', '=', owner)
    .execute();
}
