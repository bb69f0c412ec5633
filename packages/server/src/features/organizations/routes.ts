import { pageSchema, paginationQuery } from '../../http/pagination.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { z } from 'zod';
import { foundOrganization } from './found-organization.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { presentOrganization } from './present.ts';
import { findOwnOrganization, listOwnOrganizations } from './queries.ts';
import { requireFound } from './refusals.ts';
import { organizationBody, organizationChange, organizationParams, organizationSchema } from './schemas.ts';
import { byOf, type OrganizationServices } from './services.ts';
import { updateOrganization } from './update-organization.ts';

/** Routes over organizations, their members and invitations. */
export function organizationRoutes(services: OrganizationServices): Route[] {
  return [
    listOrganizations(services),
    createOrganizationRoute(services),
    getOrganization(services),
    updateOrganizationRoute(services),
    ...memberRoutes(services),
    ...invitationRoutes(services),
  ];
}

function listOrganizations({ db }: OrganizationServices): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/organizations',
    operationId: 'listOrganizations',
    summary: 'List your organizations',
    description: 'The organizations that you are a member of, with your role in each.',
    tags: ['Organizations'],
    auth: { kind: 'session' },
    rateLimit: 'api',
    query: z.object(paginationQuery),
    responses: { 200: { description: 'The organizations', schema: pageSchema(organizationSchema) } },
    errors: [],
    handler: async ({ principal, query }) => {
      const { rows, total } = await listOwnOrganizations(db, principal.accountId, query);
      return { status: 200, body: { data: rows.map(presentOrganization), pagination: query, total } };
    },
  });
}

function createOrganizationRoute(services: OrganizationServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/organizations',
    operationId: 'createOrganization',
    summary: 'Create an organization',
    description: 'Creates an organization for several people. You become its owner.',
    tags: ['Organizations'],
    auth: { kind: 'session' },
    rateLimit: 'api',
    body: organizationBody,
    responses: { 201: { description: 'The organization', schema: organizationSchema } },
    errors: ['ACCOUNT_EMAIL_NOT_VERIFIED'],
    handler: async (context) => {
      const { accountId, isEmailVerified } = context.principal;
      const { name } = context.body;
      const organization = await foundOrganization(services, { name, accountId, isEmailVerified, by: byOf(context) });
      return { status: 201, body: presentOrganization(organization) };
    },
  });
}

function getOrganization({ db }: OrganizationServices): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/organizations/{org_id}',
    operationId: 'getOrganization',
    summary: 'Get an organization',
    description: 'An organization that you are a member of.',
    tags: ['Organizations'],
    auth: { kind: 'member', permission: 'organization:read' },
    rateLimit: 'api',
    params: organizationParams,
    responses: { 200: { description: 'The organization', schema: organizationSchema } },
    errors: ['NOT_FOUND'],
    handler: async ({ principal }) => {
      const row = requireFound(await findOwnOrganization(db, principal.organizationId, principal.accountId));
      return { status: 200, body: presentOrganization(row) };
    },
  });
}

function updateOrganizationRoute(services: OrganizationServices): Route {
  return defineRoute({
    method: 'PATCH',
    path: '/v1/organizations/{org_id}',
    operationId: 'updateOrganization',
    summary: 'Update an organization',
    description:
      'Changes the name that members and invited people see, or the service provider code in labels that are written for the organization.',
    tags: ['Organizations'],
    auth: { kind: 'member', permission: 'organization:update' },
    rateLimit: 'api',
    params: organizationParams,
    body: organizationChange,
    responses: { 200: { description: 'The updated organization', schema: organizationSchema } },
    errors: ['NOT_FOUND'],
    handler: async (context) => {
      const { accountId, organizationId } = context.principal;
      const { name, provider_code: providerCode } = context.body;
      const change = { organizationId, accountId, name, providerCode, by: byOf(context) };
      const row = await updateOrganization(services, change);
      return { status: 200, body: presentOrganization(row) };
    },
  });
}
