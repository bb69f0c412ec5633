import type { z } from 'zod';
import type { Db } from '../../../../platform/database.ts';
import { AppError } from '../../../../shared/app-error.ts';
import { writeAudit } from '../../../audit/index.ts';
import type { Changing } from '../../subscriptions/index.ts';
import { storeProfile, type ProfileRow } from './queries.ts';
import type { profileChangeBody } from './schemas.ts';

/** Replaces the profile as a whole. @throws {AppError} CONFLICT: it is no longer of the version that was read */
export async function changeProfile(
  db: Db,
  { organizationId, by }: Changing,
  { version, ...profile }: z.output<typeof profileChangeBody>,
): Promise<ProfileRow> {
  return db.transaction().execute(async (trx) => {
    const row = await storeProfile(trx, organizationId, profile, version);
    if (row === undefined) throw new AppError('CONFLICT', { details: { reason: 'profile_changed' } });
    await writeAudit(trx, {
      ...by,
      organizationId,
      action: 'billing_profile.updated',
      target: { kind: 'organization', id: organizationId },
      details: { version: row.version, title_type: row.title_type },
    });
    return row;
  });
}
