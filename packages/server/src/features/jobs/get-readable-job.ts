import type { Db } from '../../platform/database.ts';
import type { Job } from '../../platform/queue/job.ts';
import { AppError } from '../../shared/app-error.ts';
import type { AnonymousPrincipal, ApiKeyPrincipal, MemberPrincipal } from '../../shared/principal.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { findReadableJob } from './queries/read.ts';

/** The job, when this caller may read it. @throws {AppError} NOT_FOUND */
export async function getReadableJob(
  db: Db,
  jid: string,
  principal: ApiKeyPrincipal | MemberPrincipal | AnonymousPrincipal,
): Promise<Job> {
  const viewer = principal.kind === 'anonymous' ? null : viewerOf(principal);
  const job = await findReadableJob(db, jid, viewer);
  if (job === undefined) throw new AppError('NOT_FOUND');
  return job;
}
