import { defineRoute, type Route } from '../../http/route.ts';
import { sessionCookies } from '../../shared/session-token.ts';
import { signedInCallerOf } from '../accounts/index.ts';
import { byOf } from '../organizations/index.ts';
import { closeOrganization } from './close-organization.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import { exportHeaders } from './export-headers.ts';
import { accountExportSchema } from './export-schema.ts';
import { choiceQuery, closedOrganizationSchema, closingParams } from './schemas.ts';
import type { RightsServices } from './services.ts';

/** People's rights over what is stored about them: to take it with them, and to have it deleted. */
export function rightsRoutes(services: RightsServices): Route[] {
  return [exportRoute(services), deleteRoute(services), closeRoute(services)];
}

function exportRoute(services: RightsServices): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/account/export',
    operationId: 'exportAccount',
    summary: 'Export your data',
    description: `Everything that is stored about the account and about the organizations that it owns, in one JSON file, without secrets and media files. The response is streamed, so its length is not known in advance; it is complete when it ends with a closing brace.`,
    tags: ['Account'],
    auth: { kind: 'session', recent: 'always' },
    rateLimit: 'export',
    responses: {
      200: {
        description: 'The file',
        schema: accountExportSchema,
        streamed: true,
        headers: { 'Content-Disposition': { description: '`attachment`, with the day in the name' } },
      },
    },
    errors: [],
    handler: async (context) => {
      const body = await exportAccount(services, signedInCallerOf(context));
      return { status: 200, headers: exportHeaders(services.clock.now()), body };
    },
  });
}

function deleteRoute(services: RightsServices): Route {
  return defineRoute({
    method: 'DELETE',
    path: '/v1/account',
    operationId: 'deleteAccount',
    summary: 'Delete your account',
    description: `Deletes your account immediately and permanently; an email confirms it. Organizations of which you are the only member are closed as well, as \`DELETE /v1/organizations/{org_id}\` says; others lose a member. The audit log keeps the identifier of the account, without name and address. CONFLICT with \`details.reason\` \`last_owner\`, and \`details.organizations\`, when an organization has other members but no other owner; with \`last_administrator\` for the last administrator of the installation.`,
    tags: ['Account'],
    auth: { kind: 'session', recent: 'always' },
    rateLimit: 'api',
    query: choiceQuery,
    responses: {
      204: {
        description: 'The account is deleted',
        headers: { 'Set-Cookie': { description: 'Removes the session cookies' } },
      },
    },
    errors: ['CONFLICT'],
    handler: async (context) => {
      await deleteAccount(services, signedInCallerOf(context), context.query.credentials);
      return { status: 204, headers: { 'set-cookie': sessionCookies('', 0) }, body: undefined };
    },
  });
}

function closeRoute(services: RightsServices): Route {
  return defineRoute({
    method: 'DELETE',
    path: '/v1/organizations/{org_id}',
    operationId: 'closeOrganization',
    summary: 'Close an organization',
    description: `Closes the organization permanently and tells all owners by email. Its keys are refused, its members lose access, and open invitations end; jobs, results and signed files are deleted. Credentials stay on record, and anyone can look them up. CONFLICT with \`personal_organization\`: a personal organization closes with its account.`,
    tags: ['Organizations'],
    auth: { kind: 'member', permission: 'organization:close', recent: 'always' },
    rateLimit: 'api',
    params: closingParams,
    query: choiceQuery,
    responses: { 200: { description: 'The organization is closed', schema: closedOrganizationSchema } },
    errors: ['CONFLICT'],
    handler: async (context) => {
      const { principal, query } = context;
      const { accountId, organizationId } = principal;
      const { credentials } = query;
      const by = byOf(context);
      const { id, closedAt } = await closeOrganization(services, { organizationId, accountId, by, credentials });
      return {
        status: 200,
        body: {
          id,
          status: 'closed' as const,
          closed_at: closedAt.toISOString(),
          credentials: credentials === 'keep' ? ('kept' as const) : ('revoked' as const),
        },
      };
    },
  });
}
