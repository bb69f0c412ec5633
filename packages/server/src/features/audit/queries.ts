import { storedJson } from '../../platform/stored-json.ts';
import type { Db } from '../../platform/database.ts';
import type { ActorKind, Json } from '../../platform/schema.ts';
import { newId } from '../../shared/ids.ts';

/** Who did what, on what, from where. */
export interface AuditEntry {
  organizationId: string | null;
  actor: { kind: ActorKind; id: string | null };
  /** `<object>.<verb in the past>`, for example `api_key.created`. */
  action: string;
  target: { kind: string; id: string | null };
  /** Address of the caller; null on the command line. */
  address?: string | null;
  requestId?: string | null;
  /** What else is worth knowing; never a secret. */
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
      request_id: entry.requestId ?? null,
      details: storedJson(entry.details ?? {}),
    })
    .execute();
}
