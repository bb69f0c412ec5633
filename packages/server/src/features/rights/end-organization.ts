import type { DbTransaction } from '../../platform/database.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { cancelJobs } from '../jobs/index.ts';
import {
  deleteIdempotencyKeys,
  deleteInvitations,
  deleteJobs,
  deleteMemberships,
  markClosed,
  releaseAssets,
  forgetFilenames,
  revokeCredentials,
  revokeKeys,
} from './queries/close.ts';
import { deleteWebhooks } from '../webhooks/index.ts';
import type { RightsServices } from './services.ts';

/** What becomes of the credentials of an organization that closes. */
export type CredentialsChoice = 'keep' | 'revoke';

const REASON = 'The organization was closed.';

export interface EndOfOrganization {
  organizationId: string;
  credentials: CredentialsChoice;
  by: Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;
  /** Whether its name is that of a person who is leaving. */
  forgetsName: boolean;
}

/**
 * Closes an organization for good, in the caller's transaction, under its lock. Its credentials stay on record, so that others
 * can look them up; everything that acts for it or was stored for it ends. Answers the time.
 */
export async function endOrganization(
  trx: DbTransaction,
  { clock, uploads }: Pick<RightsServices, 'clock' | 'uploads'>,
  { organizationId, credentials, by, forgetsName }: EndOfOrganization,
): Promise<Date> {
  const revoked =
    credentials === 'keep' ? 0 : await revokeCredentials(trx, organizationId, { now: clock.now(), reason: REASON });
  const keys = await revokeKeys(trx, organizationId);
  await deleteInvitations(trx, organizationId);
  const deleted = await endWork(trx, uploads, organizationId);
  const members = await deleteMemberships(trx, organizationId);
  const closedAt = await markClosed(trx, organizationId, forgetsName ? { name: organizationId } : {});
  await writeAudit(trx, {
    ...by,
    organizationId,
    action: 'organization.closed',
    target: { kind: 'organization', id: organizationId },
    details: { members, keys_revoked: keys, jobs_deleted: deleted, credentials_revoked: revoked },
  });
  return closedAt;
}

/**
 * Deletes webhooks, jobs, results, pictures, uploads and signed files, which nobody may read any more. Answers how many jobs there were.
 */
export async function endWork(
  trx: DbTransaction,
  uploads: RightsServices['uploads'],
  organizationId: string,
): Promise<number> {
  // First: nobody is told of the jobs that end now.
  await deleteWebhooks(trx, organizationId);
  await cancelJobs(trx, uploads, organizationId);
  const deleted = await deleteJobs(trx, organizationId);
  await deleteIdempotencyKeys(trx, organizationId);
  await releaseAssets(trx, organizationId);
  await forgetFilenames(trx, organizationId);
  return deleted;
}
