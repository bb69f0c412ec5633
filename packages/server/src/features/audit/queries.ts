import { sql, type Selectable } from 'kysely';
import { storedJson } from '../../platform/stored-json.ts';
import type { Db } from '../../platform/database.ts';
import type { ActorKind, AuditLogTable } from '../../platform/schema/audit.ts';
import type { Json } from '../../platform/schema/column.ts';
import { newId } from '../../shared/ids.ts';
import type { AuditAction } from '../../shared/audit-actions.ts';
import type { RequestId } from '../../shared/request-id.ts';

/** Who did what, on what, from where. */
export interface AuditEntry {
  organizationId: string | null;
  actor: { kind: ActorKind; id: string | null };
  action: AuditAction;
  target: { kind: string; id: string | null };
  /** Address of the caller; null on the command line. */
  address?: string | null;
  requestId?: RequestId | null;
  /** Other useful facts; never a secret. */
  details?: { [member: string]: Json };
}

/** Writes one row in the transaction of the change it records, so that neither exists without the other. */
export async function writeAudit(trx: Db, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      id: newId('audit'),
      organization_id: entry.organizationId,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      action: entry.action,
      target_kind: entry.target.kind,
      target_id: entry.target.id,
      address: entry.address ?? null,
      request_id: entry.requestId?.own ?? null,
      details: storedJson({ ...entry.details, ...clientName(entry) }),
    })
    .execute();
}

/** The client's name for the request is stored beside ours, never instead of it. */
function clientName({ requestId }: AuditEntry): { [member: string]: Json } {
  const client = requestId?.client ?? null;
  return client === null ? {} : { client_request_id: client };
}

/** A row with what is known today of the account that did it. */
export type AuditRow = Selectable<AuditLogTable> & {
  /** Null when no account did it, or the account was deleted. */
  email: string | null;
  /** True for somebody of the operator who is not a member of the organization. */
  is_operator: boolean;
};

/** Which rows of an organization; undefined fields limit nothing. */
export interface AuditFilter {
  organizationId: string;
  /** With a trailing dot, all actions that begin so. */
  action: string | undefined;
  actorId: string | undefined;
  targetId: string | undefined;
  from: Date | undefined;
  /** Exclusive. */
  to: Date | undefined;
}

/** One page, newest first, and the total number. Account rows that name no organization are in nobody's list. */
export async function listAudit(
  db: Db,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const matching = matchingRows(db, filter);
  const rows = await matching
    .leftJoin('account', (join) =>
      join.onRef('account.id', '=', 'audit_log.actor_id').on('audit_log.actor_kind', '=', 'account'),
    )
    .leftJoin('membership', (join) =>
      join
        .onRef('membership.account_id', '=', 'account.id')
        .onRef('membership.organization_id', '=', 'audit_log.organization_id'),
    )
    .selectAll('audit_log')
    .select([
      'account.email',
      sql<boolean>`coalesce(account.is_admin and membership.account_id is null, false)`.as('is_operator'),
    ])
    .orderBy('audit_log.created_at', 'desc')
    .orderBy('audit_log.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const counted = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total: counted.total };
}

function matchingRows(db: Db, { organizationId, action, actorId, targetId, from, to }: AuditFilter) {
  let query = db.selectFrom('audit_log').where('audit_log.organization_id', '=', organizationId);
  if (action?.endsWith('.') === true) query = query.where(sql<boolean>`starts_with(audit_log.action, ${action})`);
  else if (action !== undefined) query = query.where('audit_log.action', '=', action);
  if (actorId !== undefined) query = query.where('audit_log.actor_id', '=', actorId);
  if (targetId !== undefined) query = query.where('audit_log.target_id', '=', targetId);
  if (from !== undefined) query = query.where('audit_log.created_at', '>=', from);
  if (to !== undefined) query = query.where('audit_log.created_at', '<', to);
  return query;
}
