import type { OrganizationKind } from '../../platform/schema/organizations.ts';
import { can, ROLES, type Role } from '../../shared/permissions.ts';

/** The verdict of a rule on a change of members; everything but `allowed` is the reason for refusing it. */
export type Judgement = 'allowed' | 'not_permitted' | 'above_own_role' | 'last_owner' | 'personal_organization';

/** Whether `role` is above `own`; nobody manages roles above their own, so only owners make and unmake owners. */
function isAbove(role: Role, own: Role): boolean {
  return ROLES.indexOf(role) < ROLES.indexOf(own);
}

/** Whether a member may grant a role, or revoke an invitation to it. */
export function judgeInvitation(actor: Role, role: Role, organization: OrganizationKind): Judgement {
  if (!can(actor, 'members:manage')) return 'not_permitted';
  if (isAbove(role, actor)) return 'above_own_role';
  return organization === 'personal' ? 'personal_organization' : 'allowed';
}

/** @param change.owners how many the organization has before the change */
export function judgeRoleChange(change: { actor: Role; target: Role; to: Role; owners: number }): Judgement {
  const { actor, target, to, owners } = change;
  if (!can(actor, 'members:manage')) return 'not_permitted';
  if (isAbove(target, actor) || isAbove(to, actor)) return 'above_own_role';
  return target === 'owner' && to !== 'owner' && owners < 2 ? 'last_owner' : 'allowed';
}

/** Every member may leave, except the last owner: nobody could act for the organization any more. */
export function judgeRemoval(change: { actor: Role; target: Role; isSelf: boolean; owners: number }): Judgement {
  const { actor, target, isSelf, owners } = change;
  if (!isSelf && !can(actor, 'members:manage')) return 'not_permitted';
  if (!isSelf && isAbove(target, actor)) return 'above_own_role';
  return target === 'owner' && owners < 2 ? 'last_owner' : 'allowed';
}
