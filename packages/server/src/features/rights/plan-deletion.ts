import type { Db } from '../../platform/database.ts';
import { getAccount } from '../accounts/index.ts';
import { countAdministrators } from '../admin/index.ts';
import { listHeldMemberships } from './queries/forget.ts';
import { fateOf, type Fate } from './rules.ts';

/** What deleting an account would do now. */
export interface DeletionPlan {
  organizations: { id: string; name: string; kind: 'personal' | 'team'; fate: Fate }[];
  isLastAdministrator: boolean;
}

export async function planDeletion(db: Db, accountId: string): Promise<DeletionPlan> {
  const { is_admin } = await getAccount(db, accountId);
  const held = await listHeldMemberships(db, accountId);
  return {
    organizations: held.map((membership) => ({
      id: membership.organizationId,
      name: membership.name,
      kind: membership.kind,
      fate: fateOf(membership),
    })),
    isLastAdministrator: is_admin && (await countAdministrators(db)) < 2,
  };
}
