import { releaseBlob } from '../../platform/blob-registry.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { recordEvent } from '../events/index.ts';
import { presentCredential } from './present.ts';
import { lockCredential, updateStatus, type OwnedCredential } from './queries.ts';
import { checkTransition, statusAt } from './rules.ts';
import type { CredentialServices } from './services.ts';

export interface StatusChange {
  id: string;
  viewer: Viewer;
  to: 'active' | 'suspended' | 'revoked';
  reason: string | null;
  by: Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;
}

const ACTIONS = { active: 'resumed', suspended: 'suspended', revoked: 'revoked' } as const;

/**
 * Revokes, suspends or resumes a credential; repeating the current state changes nothing. Every process sees it at once, because
 * none keeps a copy. Revocation deletes the signed file.
 *
 * @throws {AppError} NOT_FOUND, CONFLICT
 */
export async function changeStatus(
  { db, clock, links }: Pick<CredentialServices, 'db' | 'clock' | 'links'>,
  change: StatusChange,
): Promise<OwnedCredential> {
  const { id, viewer, to, reason, by } = change;
  return db.transaction().execute(async (trx) => {
    const row = await lockCredential(trx, id, viewer);
    if (row === undefined) throw new AppError('NOT_FOUND');
    const from = statusAt(row, clock.now());
    const step = checkTransition(from, to);
    if (step === 'already') return row;
    if (step === 'refused') throw new AppError('CONFLICT', { details: { status: from } });
    await updateStatus(trx, id, { status: to, reason });
    if (to === 'revoked') await releaseBlob(trx, row.asset_key);
    await writeAudit(trx, {
      ...by,
      organizationId: row.organization_id,
      action: `credential.${ACTIONS[to]}`,
      target: { kind: 'credential', id },
      details: reason === null ? {} : { reason },
    });
    const changed = await lockCredential(trx, id, viewer);
    if (changed === undefined) throw new Error(`credential ${id} is gone under its lock`);
    await recordEvent(trx, {
      organizationId: changed.organization_id,
      type: `credential.${ACTIONS[to]}`,
      sandbox: changed.sandbox,
      data: presentCredential(changed, links, clock.now()),
    });
    return changed;
  });
}
