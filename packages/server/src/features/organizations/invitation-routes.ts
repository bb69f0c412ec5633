import { z } from 'zod';
import { pageSchema, paginationQuery } from '../../http/pagination.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { inviteMember } from './invite-member.ts';
import { presentInvitation, presentOrganization } from './present.ts';
import { listOpenInvitations } from './queries.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import {
  acceptBody,
  invitationBody,
  invitationParams,
  invitationSchema,
  organizationParams,
  organizationSchema,
} from './schemas.ts';
import { byOf, type OrganizationServices } from './services.ts';

export function invitationRoutes(services: OrganizationServices): Route[] {
  return [invite(services), listInvitations(services), revoke(services), accept(services)];
}

function invite(services: OrganizationServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/organizations/{org_id}/members',
    operationId: 'inviteMember',
    summary: 'Invite a member',
    description:
      'Emails an invitation that works once, within seven days, for an account with this address. An earlier invitation to the address ends. The response does not reveal whether the address has an account. You cannot assign a role higher than your own. CONFLICT with `already_member`, or with `personal_organization`, which has only one member.',
    tags: ['Organizations'],
    auth: { kind: 'member', permission: 'members:manage', recent: 'always' },
    rateLimit: 'invitation',
    params: organizationParams,
    body: invitationBody,
    responses: { 201: { description: 'The invitation', schema: invitationSchema } },
    errors: ['NOT_FOUND', 'SCOPE_DENIED', 'CONFLICT'],
    handler: async (context) => {
      const { principal, body, language } = context;
      const { accountId, organizationId } = principal;
      const input = { ...body, organizationId, accountId, language, by: byOf(context) };
      return { status: 201, body: presentInvitation(await inviteMember(services, input)) };
    },
  });
}

function listInvitations({ db }: OrganizationServices): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/organizations/{org_id}/invitations',
    operationId: 'listInvitations',
    summary: 'List open invitations',
    description: 'Invitations that were neither accepted nor revoked, including expired ones.',
    tags: ['Organizations'],
    auth: { kind: 'member', permission: 'members:read' },
    rateLimit: 'api',
    params: organizationParams,
    query: z.object(paginationQuery),
    responses: { 200: { description: 'The invitations', schema: pageSchema(invitationSchema) } },
    errors: [],
    handler: async ({ principal, query }) => {
      const { rows, total } = await listOpenInvitations(db, principal.organizationId, query);
      return { status: 200, body: { data: rows.map(presentInvitation), pagination: query, total } };
    },
  });
}

function revoke(services: OrganizationServices): Route {
  return defineRoute({
    method: 'DELETE',
    path: '/v1/organizations/{org_id}/invitations/{invitation_id}',
    operationId: 'revokeInvitation',
    summary: 'Revoke an invitation',
    description: 'The emailed link stops working. You cannot revoke an invitation to a role higher than your own.',
    tags: ['Organizations'],
    auth: { kind: 'member', permission: 'members:manage' },
    rateLimit: 'api',
    params: invitationParams,
    responses: { 204: { description: 'The invitation was revoked' } },
    errors: ['NOT_FOUND', 'SCOPE_DENIED'],
    handler: async (context) => {
      const { accountId, organizationId } = context.principal;
      const invitationId = context.params.invitation_id;
      await revokeInvitation(services, { organizationId, accountId, invitationId, by: byOf(context) });
      return { status: 204, body: undefined };
    },
  });
}

function accept(services: OrganizationServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/invitations/accept',
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation',
    description:
      'Makes your account a member. Its confirmed address must be the one that was invited. Accepting again changes nothing. CONFLICT with `token_invalid` when the token is unknown, used, replaced, revoked, expired or meant for another account.',
    tags: ['Organizations'],
    auth: { kind: 'session' },
    rateLimit: 'api',
    body: acceptBody,
    responses: { 200: { description: 'The organization, with your role', schema: organizationSchema } },
    errors: ['ACCOUNT_EMAIL_NOT_VERIFIED', 'WORKSPACE_SUSPENDED', 'CONFLICT'],
    handler: async (context) => {
      const { accountId, isEmailVerified } = context.principal;
      const { token } = context.body;
      const row = await acceptInvitation(services, { token, accountId, isEmailVerified, by: byOf(context) });
      return { status: 200, body: presentOrganization(row) };
    },
  });
}
