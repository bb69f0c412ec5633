import type { z } from 'zod';
import type { AccountFilter, OrganizationFilter } from './queries.ts';
import type { accountsQuery, organizationsQuery } from './schemas.ts';

/** What a query asks for, without the part of the list. */
export function accountFilter(query: Omit<z.output<typeof accountsQuery>, 'limit' | 'offset'>): AccountFilter {
  const { email, status, organization_id: organizationId } = query;
  return {
    ...(email === undefined ? {} : { emailContains: email }),
    ...(status === undefined ? {} : { status }),
    ...(organizationId === undefined ? {} : { organizationId }),
  };
}

/** The same for organizations. */
export function organizationFilter(
  query: Omit<z.output<typeof organizationsQuery>, 'limit' | 'offset'>,
): OrganizationFilter {
  const { name, owner, status } = query;
  return {
    ...(name === undefined ? {} : { nameContains: name }),
    ...(owner === undefined ? {} : { ownerContains: owner }),
    ...(status === undefined ? {} : { status }),
  };
}
