import { z } from 'zod';
import { pageSchema, paginationQuery } from '../../http/pagination.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { requireRecentAuthentication } from '../sessions/index.ts';
import { changeRole } from './change-role.ts';
import { presentMember } from './present.ts';
import { listMembers } from './queries.ts';
import { removeMember } from './remove-member.ts';
import { memberParams, memberSchema, organizationParams, roleBody } from './schemas.ts';
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
    description: 'Who belongs to the organization, and in which role.',
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
      'Needs a sign-in within the last minutes. Nobody gives, changes or takes away a role above their own. CONFLICT with `last_owner`: an organization keeps at least one owner. Invitations that the member sent and could not send in the new role end.',
    tags: ['Organizations'],
    auth: { kind: 'member', permission: 'members:manage' },
    rateLimit: 'api',
    params: memberParams,
    body: roleBody,
    responses: { 200: { description: 'The member, changed', schema: memberSchema } },
    errors: ['NOT_FOUND', 'SCOPE_DENIED', 'CONFLICT'],
    handler: async (context) => {
      const { principal, params, body } = context;
      requireRecentAuthentication(principal);
      const { accountId, organizationId } = principal;
      const change = { organizationId, accountId, memberId: params.account_id, role: body.role, by: byOf(context) };
      return { status: 200, body: presentMember(await changeRole(services, change)) };
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
      'Needs a sign-in within the last minutes. Owners and admins remove others, admins no owners; everyone may leave. CONFLICT with `last_owner`: an organization keeps at least one owner. Invitations that the member sent end.',
    tags: ['Organizations'],
    auth: { kind: 'member', permission: 'organization:read' },
    rateLimit: 'api',
    params: memberParams,
    responses: { 204: { description: 'They are no member any more' } },
    errors: ['NOT_FOUND', 'SCOPE_DENIED', 'WORKSPACE_SUSPENDED', 'ACCOUNT_EMAIL_NOT_VERIFIED', 'CONFLICT'],
    handler: async (context) => {
      const { principal, params } = context;
      requireRecentAuthentication(principal);
      const { accountId, organizationId, isEmailVerified } = principal;
      const change = { organizationId, accountId, isEmailVerified, memberId: params.account_id, by: byOf(context) };
      await removeMember(services, change);
      return { status: 204, body: undefined };
    },
  });
}
