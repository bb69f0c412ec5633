import type { Db } from '../../platform/database.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import {
  deleteIdempotencyKeys,
  deleteInvitations,
  deleteJobs,
  deleteMemberships,
  markClosed,
  releaseAssets,
  revokeCredentials,
  revokeKeys,
  type EndedJob,
} from './queries/close.ts';
import type { RightsServices } from './services.ts';

/** What becomes of the credentials of an organization that closes. */
export type CredentialsChoice = 'keep' | 'revoke';

const REASON = 'The organization was closed.';

export interface EndOfOrganization {
  organizationId: string;
  credentials: CredentialsChoice;
  by: Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;
  /** Its name is a person's, who is leaving. */
  forgetsName: boolean;
}

/**
 * Closes an organization for good, in the caller's transaction, under its lock. Its credentials stay on record, so that
 * others can look them up; everything that acts for it or was stored for it ends. Answers the jobs whose files are left.
 */
export async function endOrganization(
  trx: Db,
  { clock }: Pick<RightsServices, 'clock'>,
  { organizationId, credentials, by, forgetsName }: EndOfOrganization,
): Promise<{ closedAt: Date; unfinished: EndedJob[] }> {
  const revoked =
    credentials === 'keep' ? 0 : await revokeCredentials(trx, organizationId, { now: clock.now(), reason: REASON });
  const keys = await revokeKeys(trx, organizationId);
  await deleteInvitations(trx, organizationId);
  const { deleted, unfinished } = await endWork(trx, organizationId);
  const members = await deleteMemberships(trx, organizationId);
  const closedAt = await markClosed(trx, organizationId, forgetsName ? { name: organizationId } : {});
  await writeAudit(trx, {
    ...by,
    organizationId,
    action: 'organization.closed',
    target: { kind: 'organization', id: organizationId },
    details: { members, keys_revoked: keys, jobs_deleted: deleted, credentials_revoked: revoked },
  });
  return { closedAt, unfinished };
}

/** Jobs, results, pictures and signed files go; nobody may read them any more. */
export async function endWork(trx: Db, organizationId: string): Promise<{ deleted: number; unfinished: EndedJob[] }> {
  const jobs = await deleteJobs(trx, organizationId);
  await deleteIdempotencyKeys(trx, organizationId);
  await releaseAssets(trx, organizationId);
  return jobs;
}
