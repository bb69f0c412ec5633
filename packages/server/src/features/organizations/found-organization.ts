import { AppError } from '../../shared/app-error.ts';
import { createOrganization } from './create-organization.ts';
import { insertMembership, type OwnOrganization } from './queries.ts';
import type { Change, OrganizationServices } from './services.ts';

/** Makes an organization for several people; the account that makes it is its first owner. */
export async function foundOrganization(
  { db }: OrganizationServices,
  input: Omit<Change, 'organizationId'> & { name: string; isEmailVerified: boolean },
): Promise<OwnOrganization> {
  const { name, accountId, by } = input;
  if (!input.isEmailVerified) throw new AppError('ACCOUNT_EMAIL_NOT_VERIFIED');
  return db.transaction().execute(async (trx) => {
    const organization = await createOrganization(trx, { ...by, name, kind: 'team' });
    await insertMembership(trx, { organization_id: organization.id, account_id: accountId, role: 'owner' });
    return { ...organization, role: 'owner' };
  });
}
