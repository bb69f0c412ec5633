import { sql, type ExpressionBuilder, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { databaseTimeIn } from '../../../platform/database-time.ts';
import type { Schema } from '../../../platform/schema/index.ts';
import type { DisabledReason, WebhookEndpointTable } from '../../../platform/schema/webhooks.ts';
import { isId } from '../../../shared/ids.ts';
import type { Viewer } from '../../../shared/viewer.ts';
import { WEBHOOK_LIMITS } from '../limits.ts';

export type Endpoint = Selectable<WebhookEndpointTable>;

/** Endpoints of the viewer's organization; for a test key only those that are told of the sandbox alone. */
function isSeenBy({ organizationId, sandboxOnly }: Viewer) {
  return (eb: ExpressionBuilder<Schema, 'webhook_endpoint'>) =>
    eb.and([
      eb('organization_id', '=', organizationId),
      ...(sandboxOnly ? [eb('webhook_endpoint.sandbox_only', '=', true)] : []),
    ]);
}

/** A malformed identifier matches nothing, and may be a text that PostgreSQL refuses (U+0000). */
function selectEndpoint(db: Db, id: string, viewer: Viewer) {
  return db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', isId('webhook', id) ? id : '')
    .where(isSeenBy(viewer));
}

export async function findEndpoint(db: Db, id: string, viewer: Viewer): Promise<Endpoint | undefined> {
  return selectEndpoint(db, id, viewer).executeTakeFirst();
}

/** Locked until the transaction ends. */
export async function lockEndpoint(trx: Db, id: string, viewer: Viewer): Promise<Endpoint | undefined> {
  return selectEndpoint(trx, id, viewer).forNoKeyUpdate().executeTakeFirst();
}

/** How many an organization has; others that make one at the same time wait. */
export async function lockAndCountEndpoints(trx: Db, organizationId: string): Promise<number> {
  await trx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { total } = await trx
    .selectFrom('webhook_endpoint')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return total;
}

export async function insertEndpoint(
  trx: Db,
  row: Pick<Endpoint, 'id' | 'organization_id' | 'url' | 'events' | 'sandbox_only' | 'secrets'>,
): Promise<Endpoint> {
  return trx.insertInto('webhook_endpoint').values(row).returningAll().executeTakeFirstOrThrow();
}

/** One page, newest first, and the total number. */
export async function listEndpoints(
  db: Db,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Endpoint[]; total: number }> {
  const own = db.selectFrom('webhook_endpoint').where(isSeenBy(viewer));
  const rows = await own.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).offset(offset).execute();
  const counted = await own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total: counted.total };
}

/** What its organization may change. */
export type EndpointChange = Partial<Pick<Endpoint, 'url' | 'events' | 'sandbox_only' | 'enabled'>>;

/** Enabling it begins anew: why it was disabled and how long it has failed are forgotten. Answers the row as it is afterwards. */
export async function updateEndpoint(trx: Db, id: string, change: EndpointChange): Promise<Endpoint> {
  return trx
    .updateTable('webhook_endpoint')
    .set({ ...change, ...(change.enabled === true ? { disabled_reason: null, failing_since: null } : {}) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** From now on the secret before this one signs as well, for the time of the overlap. */
export async function updateSecrets(trx: Db, id: string, secrets: Buffer): Promise<Endpoint> {
  return trx
    .updateTable('webhook_endpoint')
    .set({ secrets, previous_secret_until: databaseTimeIn(WEBHOOK_LIMITS.secretOverlapMs) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes it with its deliveries. */
export async function deleteEndpoint(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('webhook_endpoint').where('id', '=', id).execute();
}

/** Deletes the endpoints and events of an organization that closes. */
export async function deleteWebhooks(trx: Db, organizationId: string): Promise<void> {
  await trx.deleteFrom('webhook_endpoint').where('organization_id', '=', organizationId).execute();
  await trx.deleteFrom('webhook_event').where('organization_id', '=', organizationId).execute();
}

/** After a success. */
export async function noteWorking(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('webhook_endpoint')
    .set({ failing_since: null })
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .execute();
}

/**
 * After a failure: notes it, and disables the endpoint when it asked for that (`gone`) or has only failed for days. Answers the
 * row if it was disabled by this.
 */
export async function noteFailure(trx: Db, id: string, isGone: boolean): Promise<Endpoint | undefined> {
  const since = sql<Date>`coalesce(failing_since, now())`;
  await trx.updateTable('webhook_endpoint').set({ failing_since: since }).where('id', '=', id).execute();
  const reason: DisabledReason = isGone ? 'gone' : 'failing';
  return trx
    .updateTable('webhook_endpoint')
    .set({ enabled: false, disabled_reason: reason })
    .where('id', '=', id)
    .where('enabled', '=', true)
    .$if(!isGone, (query) => query.where('failing_since', '<=', databaseTimeIn(-WEBHOOK_LIMITS.failingMs)))
    .returningAll()
    .executeTakeFirst();
}
