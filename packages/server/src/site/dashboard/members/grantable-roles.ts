import { ROLES, type Role } from '../../../shared/permissions.ts';
import { judgeInvitation } from '../../../features/organizations/index.ts';

/** Nobody can assign a role above their own. */
export function grantableRoles(own: Role): Role[] {
  return ROLES.filter((role) => judgeInvitation(own, role, 'team') === 'allowed');
}
