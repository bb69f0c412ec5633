import { z } from 'zod';
import { pageSchema, paginationQuery } from '../../http/pagination.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { sessionCookies } from '../../shared/session-token.ts';
import { listUsableSessions } from '../sessions/index.ts';
import { signedInCallerOf } from './callers.ts';
import { changePassword } from './change-password.ts';
import { endSession } from './end-session.ts';
import { getAccount } from './get-account.ts';
import { presentAccount, presentSession } from './present.ts';
import { countRecoveryCodes } from './queries.ts';
import { reauthenticate } from './reauthenticate.ts';
import {
  accountBody,
  accountSchema,
  passwordBody,
  reauthenticateBody,
  sessionParams,
  sessionSchema,
} from './schemas.ts';
import type { AccountServices } from './services.ts';
import { updateAccount } from './update-account.ts';

const BASICS = { tags: ['Account'], auth: { kind: 'session' }, rateLimit: 'api' } as const;

/** What people see and change of their own account. */
export function profileRoutes(services: AccountServices): Route[] {
  return [
    getAccountRoute(services),
    updateAccountRoute(services),
    changePasswordRoute(services),
    reauthenticateRoute(services),
    listSessionsRoute(services),
    endSessionRoute(services),
  ];
}

function getAccountRoute({ db }: AccountServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'GET',
    path: '/v1/account',
    operationId: 'getAccount',
    summary: 'Get your account',
    description: 'The account that is signed in.',
    responses: { 200: { description: 'The account', schema: accountSchema } },
    errors: [],
    handler: async ({ principal }) => {
      const account = await getAccount(db, principal.accountId);
      return { status: 200, body: presentAccount(account, await countRecoveryCodes(db, account.id)) };
    },
  });
}

function updateAccountRoute(services: AccountServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'PATCH',
    path: '/v1/account',
    operationId: 'updateAccount',
    summary: 'Update your account',
    description: 'Changes the name or the language. Members that are left out stay as they are.',
    body: accountBody,
    responses: { 200: { description: 'The updated account', schema: accountSchema } },
    errors: [],
    handler: async (context) => {
      const account = await updateAccount(services, signedInCallerOf(context), context.body);
      return { status: 200, body: presentAccount(account, await countRecoveryCodes(services.db, account.id)) };
    },
  });
}

function changePasswordRoute(services: AccountServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'POST',
    path: '/v1/account/password',
    operationId: 'changePassword',
    summary: 'Change your password',
    description:
      'Needs the current password. All other sessions end, and an email tells the owner. AUTH_REQUIRED with `details.reason` `wrong_credentials` when the current password is wrong.',
    body: passwordBody,
    responses: { 204: { description: 'The password was changed' } },
    errors: [],
    handler: async (context) => {
      const { current_password: current, new_password: wanted } = context.body;
      await changePassword(services, signedInCallerOf(context), { current, wanted });
      return { status: 204, body: undefined };
    },
  });
}

function reauthenticateRoute(services: AccountServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'POST',
    path: '/v1/account/reauthenticate',
    operationId: 'reauthenticate',
    summary: 'Reauthenticate',
    description:
      'Give the password again. For 15 minutes the session may then do what is otherwise refused with SCOPE_DENIED and `details.reason` `reauthentication_required`. If an authenticator app is set up, a code from the app or a recovery code is needed too: AUTH_REQUIRED with `details.reason` `totp_required` without one, `wrong_credentials` when either is wrong. Signing in has the same effect for its session.',
    body: reauthenticateBody,
    responses: { 204: { description: 'Reauthenticated' } },
    errors: [],
    handler: async (context) => {
      const { password, totp_code: totpCode, recovery_code: recoveryCode } = context.body;
      await reauthenticate(services, signedInCallerOf(context), { password, totpCode, recoveryCode });
      return { status: 204, body: undefined };
    },
  });
}

function listSessionsRoute({ db }: AccountServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'GET',
    path: '/v1/account/sessions',
    operationId: 'listSessions',
    summary: 'List your sessions',
    description: 'Your open sessions, newest first.',
    query: z.object(paginationQuery),
    responses: { 200: { description: 'A page of sessions', schema: pageSchema(sessionSchema) } },
    errors: [],
    handler: async ({ principal, query }) => {
      const open = await listUsableSessions(db, principal.accountId);
      const page = open.slice(query.offset, query.offset + query.limit);
      const data = page.map((session) => presentSession(session, principal.sessionId));
      return { status: 200, body: { data, pagination: query, total: open.length } };
    },
  });
}

function endSessionRoute(services: AccountServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'DELETE',
    path: '/v1/account/sessions/{session_id}',
    operationId: 'endSession',
    summary: 'End a session',
    description: 'The device that uses it has to sign in again. Ending the current session signs you out.',
    params: sessionParams,
    responses: { 204: { description: 'The session has ended' } },
    errors: ['NOT_FOUND'],
    handler: async (context) => {
      const { session_id: id } = context.params;
      await endSession(services, signedInCallerOf(context), id);
      const cookies = id === context.principal.sessionId ? { 'set-cookie': sessionCookies('', 0) } : {};
      return { status: 204, headers: cookies, body: undefined };
    },
  });
}
