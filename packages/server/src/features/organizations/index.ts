export { acceptAs, acceptInvitation } from './accept-invitation.ts';
export { changeRole } from './change-role.ts';
export { createOrganization } from './create-organization.ts';
export { foundOrganization } from './found-organization.ts';
export { inviteMember } from './invite-member.ts';
export {
  findFirstOrganization,
  findInvitationByToken,
  findMember,
  findOrganization,
  findOwnOrganization,
  insertMembership,
  countOwners,
  listMembers,
  listOpenInvitations,
  listOwnOrganizations,
  lockOrganization,
  type Member,
  type ListedInvitation,
  type OfferedInvitation,
  type OwnOrganization,
} from './queries.ts';
export { presentInvitation, presentMember, presentOrganization } from './present.ts';
export { leaveOrganization } from './leave-organization.ts';
export { removeMember } from './remove-member.ts';
export { revokeInvitation } from './revoke-invitation.ts';
export { organizationRoutes } from './routes.ts';
export { judgeInvitation } from './rules.ts';
export {
  invitationBody,
  invitationSchema,
  memberSchema,
  organizationBody,
  organizationChange,
  organizationSchema,
  roleBody,
} from './schemas.ts';
export { byOf, type Change as OrganizationChange } from './services.ts';
export { storeProviderCode } from './store-provider-code.ts';
export { updateOrganization } from './update-organization.ts';
