import { z } from 'zod';
import { pageSchema, paginationQuery } from '../../http/pagination.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { presentKey } from '../api-keys/index.ts';
import { changeRole } from './change-role.ts';
import { presentMember } from './present.ts';
import { listMembers } from './queries.ts';
import { removeMember } from './remove-member.ts';
import {
  changedMemberSchema,
  memberParams,
  memberSchema,
  organizationParams,
  removalQuery,
  removedMemberSchema,
  roleBody,
} from './schemas.ts';
import { byOf, type OrganizationServices } from './services.ts';

export function memberRoutes(services: OrganizationServices): Route[] {
  return [listMembersRoute(services), changeRoleRoute(services), removeMemberRoute(services)];
}

function listMembersRoute({ db }: OrganizationServices): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/organizations/{org_id}/members',
    operationId: 'listMembers',
    summary: 'List members',
    description: 'The members of the organization and their roles.',
    tags: ['Organizations'],
    auth: { kind: 'member', permission: 'members:read' },
    rateLimit: 'api',
    params: organizationParams,
    query: z.object(paginationQuery),
    responses: { 200: { description: 'The members', schema: pageSchema(memberSchema) } },
    errors: [],
    handler: async ({ principal, query }) => {
      const { rows, total } = await listMembers(db, principal.organizationId, query);
      return { status: 200, body: { data: rows.map(presentMember), pagination: query, total } };
    },
  });
}

function changeRoleRoute(services: OrganizationServices): Route {
  return defineRoute({
    method: 'PATCH',
    path: '/v1/organizations/{org_id}/members/{account_id}',
    operationId: 'changeMemberRole',
    summary: 'Change a member’s role',
    description:
      'You cannot assign, change or remove a role higher than your own. CONFLICT with `last_owner`: an organization keeps at least one owner. Invitations that the member sent end if the new role could not send them. When the new role cannot manage keys, the keys that the member created keep working: the response lists them, and `revoke_keys` revokes them.',
    tags: ['Organizations'],
    auth: { kind: 'member', permission: 'members:manage', recent: 'always' },
    rateLimit: 'api',
    params: memberParams,
    body: roleBody,
    responses: { 200: { description: 'The updated member', schema: changedMemberSchema } },
    errors: ['NOT_FOUND', 'SCOPE_DENIED', 'CONFLICT'],
    handler: async (context) => {
      const { principal, params, body } = context;
      const { accountId, organizationId } = principal;
      const { role, revoke_keys: revokesKeys } = body;
      const change = { organizationId, accountId, memberId: params.account_id, role, revokesKeys, by: byOf(context) };
      const member = await changeRole(services, change);
      return { status: 200, body: { ...presentMember(member), keys: member.keys.map(presentKey) } };
    },
  });
}

function removeMemberRoute(services: OrganizationServices): Route {
  return defineRoute({
    method: 'DELETE',
    path: '/v1/organizations/{org_id}/members/{account_id}',
    operationId: 'removeMember',
    summary: 'Remove a member, or leave',
    description:
      'Owners and admins can remove members, but admins cannot remove owners; every member can leave. CONFLICT with `last_owner`: an organization keeps at least one owner. Invitations that the member sent end. API keys that they created keep working unless `revoke_keys` is true, which needs `keys:manage`.',
    tags: ['Organizations'],
    auth: { kind: 'member', permission: 'organization:read', recent: 'always' },
    rateLimit: 'api',
    params: memberParams,
    query: removalQuery,
    responses: {
      200: {
        description: 'The member was removed; returned when `revoke_keys` is given',
        schema: removedMemberSchema,
      },
      204: { description: 'The member was removed' },
    },
    errors: ['NOT_FOUND', 'SCOPE_DENIED', 'WORKSPACE_SUSPENDED', 'ACCOUNT_EMAIL_NOT_VERIFIED', 'CONFLICT'],
    handler: async (context) => {
      const { principal, params, query } = context;
      const { accountId, organizationId, isEmailVerified } = principal;
      const { revoke_keys: revokesKeys } = query;
      const keys = await removeMember(services, {
        organizationId,
        accountId,
        isEmailVerified,
        memberId: params.account_id,
        revokesKeys: revokesKeys ?? false,
        by: byOf(context),
      });
      if (revokesKeys === undefined) return { status: 204, body: undefined };
      return { status: 200, body: { keys: keys.map(presentKey) } };
    },
  });
}
