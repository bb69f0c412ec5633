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

const RECENT = 'Needs a recent sign-in, else SCOPE_DENIED with `details.reason` `reauthentication_required`.';

/** What a person may do with what is stored of them: take it along, and have it deleted. */
export function rightsRoutes(services: RightsServices): Route[] {
  return [exportRoute(services), deleteRoute(services), closeRoute(services)];
}

function exportRoute(services: RightsServices): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/account/export',
    operationId: 'exportAccount',
    summary: 'Export the own data',
    description: `Everything that is stored of the account, and for owners of their organizations, in one JSON file; no secrets, and no files. It is written while it is read, so it has no length in advance, and it is whole when it ends with a closing brace. ${RECENT}`,
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
    summary: 'Delete the own account',
    description: `Deletes the account of the session, at once and for good; a mail confirms it. Organizations in which nobody else is close with it, as \`DELETE /v1/organizations/{org_id}\` says; others lose a member. The audit log keeps the identifier of the account, without name and address. CONFLICT with \`details.reason\` \`last_owner\`, and \`details.organizations\`, where others are members and nobody else is an owner; with \`last_administrator\` for the last operator of the installation. ${RECENT}`,
    tags: ['Account'],
    auth: { kind: 'session', recent: 'always' },
    rateLimit: 'api',
    query: choiceQuery,
    responses: {
      204: {
        description: 'The account is gone',
        headers: { 'Set-Cookie': { description: 'Takes the cookies of the session away' } },
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
    description: `Closes it for good, and tells all owners by mail. Its keys are refused, its members have no access, open invitations end; jobs, results and signed files are deleted. Credentials stay on record and can be looked up by everybody. CONFLICT with \`personal_organization\`: that one closes with its account. ${RECENT}`,
    tags: ['Organizations'],
    auth: { kind: 'member', permission: 'organization:close', recent: 'always' },
    rateLimit: 'api',
    params: closingParams,
    query: choiceQuery,
    responses: { 200: { description: 'It is closed', schema: closedOrganizationSchema } },
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
