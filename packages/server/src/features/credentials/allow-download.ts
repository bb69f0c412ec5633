import { AppError } from '../../shared/app-error.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { lockCredential, updatePublicDownload, type OwnedCredential } from './queries.ts';
import type { CredentialServices } from './services.ts';

export interface DownloadChange {
  id: string;
  viewer: Viewer;
  isAllowed: boolean;
  by: Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;
}

/**
 * Allows or forbids everyone to download the signed file; what is so already stays so, without a trace.
 *
 * @throws {AppError} NOT_FOUND; CONFLICT: the credential is revoked, and its file is gone
 */
export async function allowDownload(
  { db }: Pick<CredentialServices, 'db'>,
  { id, viewer, isAllowed, by }: DownloadChange,
): Promise<OwnedCredential> {
  return db.transaction().execute(async (trx) => {
    const row = await lockCredential(trx, id, viewer);
    if (row === undefined) throw new AppError('NOT_FOUND');
    if (row.public_download === isAllowed) return row;
    if (row.status === 'revoked') throw new AppError('CONFLICT', { details: { status: row.status } });
    await updatePublicDownload(trx, id, isAllowed);
    await writeAudit(trx, {
      ...by,
      organizationId: row.organization_id,
      action: isAllowed ? 'credential.download_allowed' : 'credential.download_forbidden',
      target: { kind: 'credential', id },
      details: {},
    });
    return { ...row, public_download: isAllowed };
  });
}
