import type { AuditRow } from './queries.ts';
import type { PresentedAudit } from './schemas.ts';

/** An organization learns what the operator's people did, but neither their addresses nor where they were. */
export function presentAudit(row: AuditRow): PresentedAudit {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.is_operator ? null : row.email },
    action: row.action,
    target: { kind: row.target_kind, id: row.target_id },
    address: row.is_operator || row.actor_kind === 'admin_token' ? null : row.address,
    request_id: row.request_id,
    details: row.details,
  };
}
