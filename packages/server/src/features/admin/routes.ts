import { defineRoute, type Route } from '../../http/route.ts';
import { AppError } from '../../shared/app-error.ts';
import { changeAccountSuspension } from './change-account-suspension.ts';
import { changeSuspension } from './change-suspension.ts';
import { endSessions } from './end-sessions.ts';
import { accountFilter, organizationFilter } from './filters.ts';
import { findAccounts, findOrganizations } from './find-records.ts';
import { limitRoutes } from './limit-routes.ts';
import {
  accountPageSchema,
  accountParams,
  accountsQuery,
  adminAccountSchema,
  adminOrganizationSchema,
  organizationPageSchema,
  organizationParams,
  organizationsQuery,
  sessionsEndedSchema,
  suspendAccountBody,
  suspendBody,
} from './schemas.ts';
import type { AdminServices } from './services.ts';
import { auditedBy } from '../audit/index.ts';

/** What all of them share. */
const BASICS = { tags: ['Administration'], auth: { kind: 'administrator' }, rateLimit: 'api' } as const;

/** Routes for the operator: listing and suspending organizations and accounts. */
export function adminRoutes(services: AdminServices): Route[] {
  return [
    listAccounts(services),
    endAccountSessions(services),
    suspendAccount(services),
    restoreAccount(services),
    listOrganizations(services),
    suspendOrganization(services),
    restoreOrganization(services),
    ...limitRoutes(services),
  ];
}

function listAccounts({ db }: AdminServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'GET',
    path: '/v1/admin/accounts',
    operationId: 'listAllAccounts',
    summary: 'Find accounts',
    description: 'Accounts of the whole installation, newest first, with the organizations they are members of.',
    query: accountsQuery,
    responses: { 200: { description: 'The accounts', schema: accountPageSchema } },
    errors: [],
    handler: async ({ query: { limit, offset, ...asked } }) => ({
      status: 200,
      body: await findAccounts(db, accountFilter(asked), { limit, offset }),
    }),
  });
}

function endAccountSessions({ db }: AdminServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'POST',
    path: '/v1/admin/accounts/{account_id}/sessions/end',
    operationId: 'endAccountSessions',
    summary: 'Sign an account out everywhere',
    description: 'Ends all sessions of the account immediately. API keys are not affected.',
    params: accountParams,
    responses: { 200: { description: 'Number of sessions that were ended', schema: sessionsEndedSchema } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, ...context }) => {
      const ended = await endSessions(db, params.account_id, auditedBy(context));
      if (ended === undefined) throw new AppError('NOT_FOUND');
      return { status: 200, body: { ended } };
    },
  });
}

function suspendAccount({ db }: AdminServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'POST',
    path: '/v1/admin/accounts/{account_id}/suspend',
    operationId: 'suspendAccount',
    summary: 'Suspend an account',
    description:
      'Ends all sessions of the account; from then on signing in is refused with AUTH_REQUIRED, reason `account_suspended`. The organizations of the account and their API keys are not affected. An account that is already suspended keeps the first reason. CONFLICT, reason `administrator_account`, for an administrator.',
    params: accountParams,
    body: suspendAccountBody,
    responses: { 200: { description: 'The suspended account', schema: adminAccountSchema } },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params, body, ...context }) => {
      const change = { to: 'suspended' as const, reason: body.reason };
      const account = await changeAccountSuspension(db, params.account_id, change, auditedBy(context));
      return { status: 200, body: found(account) };
    },
  });
}

function restoreAccount({ db }: AdminServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'POST',
    path: '/v1/admin/accounts/{account_id}/restore',
    operationId: 'restoreAccount',
    summary: 'Restore a suspended account',
    description: 'Lets the person sign in again; an active account stays as it is.',
    params: accountParams,
    responses: { 200: { description: 'The active account', schema: adminAccountSchema } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, ...context }) => {
      const account = await changeAccountSuspension(db, params.account_id, { to: 'active' }, auditedBy(context));
      return { status: 200, body: found(account) };
    },
  });
}

function listOrganizations({ db }: AdminServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'GET',
    path: '/v1/admin/organizations',
    operationId: 'listAllOrganizations',
    summary: 'Find organizations',
    description: 'Organizations of the whole installation, newest first, with their owners.',
    query: organizationsQuery,
    responses: { 200: { description: 'The organizations', schema: organizationPageSchema } },
    errors: [],
    handler: async ({ query: { limit, offset, ...asked } }) => ({
      status: 200,
      body: await findOrganizations(db, organizationFilter(asked), { limit, offset }),
    }),
  });
}

function suspendOrganization({ db }: AdminServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'POST',
    path: '/v1/admin/organizations/{org_id}/suspend',
    operationId: 'suspendOrganization',
    summary: 'Suspend an organization',
    description:
      'Its API keys are refused with WORKSPACE_SUSPENDED, and its members can read but not change anything. What was signed stays public. An organization that is already suspended keeps the first reason; a closed one stays closed.',
    params: organizationParams,
    body: suspendBody,
    responses: { 200: { description: 'The suspended organization', schema: adminOrganizationSchema } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, body, ...context }) => {
      const change = { to: 'suspended' as const, reason: body.reason };
      return { status: 200, body: found(await changeSuspension(db, params.org_id, change, auditedBy(context))) };
    },
  });
}

function restoreOrganization({ db }: AdminServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'POST',
    path: '/v1/admin/organizations/{org_id}/restore',
    operationId: 'restoreOrganization',
    summary: 'Restore a suspended organization',
    description: 'Ends a suspension immediately; an active or closed organization stays as it is.',
    params: organizationParams,
    responses: { 200: { description: 'The active organization', schema: adminOrganizationSchema } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, ...context }) => {
      const organization = await changeSuspension(db, params.org_id, { to: 'active' }, auditedBy(context));
      return { status: 200, body: found(organization) };
    },
  });
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new AppError('NOT_FOUND');
  return value;
}
