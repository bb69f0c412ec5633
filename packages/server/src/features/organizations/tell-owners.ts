import type { Db } from '../../platform/database.ts';
import type { OwnerChange } from '../mail/index.ts';
import { findOrganizationName, findPerson, listOwners, tell, type Person } from '../notices/index.ts';
import type { Change, OrganizationServices } from './services.ts';

/**
 * Tells the owners that somebody became one or stopped being one, after the change and in its transaction. That includes the
 * owner who did it, whose session may have been stolen, and the person concerned unless they did it.
 */
export async function tellOwners(
  trx: Db,
  services: OrganizationServices,
  { organizationId, accountId, by }: Change,
  { personId, change }: { personId: string; change: OwnerChange },
): Promise<void> {
  const person = await findPerson(trx, personId);
  const actor = await findPerson(trx, accountId);
  if (person === undefined || actor === undefined) return;
  const organization = await findOrganizationName(trx, organizationId);
  const isConcerned = ({ account_id }: Person): boolean => account_id !== personId || personId !== accountId;
  const people = [...(await listOwners(trx, organizationId)), person].filter(isConcerned);
  await tell(trx, services, people, {
    template: 'owner_changed',
    page: `dashboard/members?org=${organizationId}`,
    address: by.address,
    values: (given) => ({ ...given, organization, person: person.email, change, by: actor.email }),
  });
}
