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

/** What a person sees and changes of their own account. */
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
    summary: 'Read the own account',
    description: 'The account of the session.',
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
    summary: 'Change name or language',
    description: 'What is left out stays as it is.',
    body: accountBody,
    responses: { 200: { description: 'The account afterwards', schema: accountSchema } },
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
    summary: 'Change the password',
    description:
      'Needs the current one. All other sessions end, and the owner is told by mail. A wrong current password: AUTH_REQUIRED with `details.reason` `wrong_credentials`.',
    body: passwordBody,
    responses: { 204: { description: 'The password is changed' } },
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
    summary: 'Give the password, and the second factor, again',
    description:
      'For 15 minutes this session may then do what is answered SCOPE_DENIED with `details.reason` `reauthentication_required` otherwise. Where an authenticator app is set up, a code of it or a recovery code is needed too: AUTH_REQUIRED with `details.reason` `totp_required` without one, `wrong_credentials` when something is wrong. A sign-in opens the same for its session.',
    body: reauthenticateBody,
    responses: { 204: { description: 'All of it was right' } },
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
    summary: 'List the own sessions',
    description: 'Those that are still open, newest first.',
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
    description: 'Whoever uses it has to sign in again. Ending the one that asks is signing out.',
    params: sessionParams,
    responses: { 204: { description: 'The session is over' } },
    errors: ['NOT_FOUND'],
    handler: async (context) => {
      const { session_id: id } = context.params;
      await endSession(services, signedInCallerOf(context), id);
      const cookies = id === context.principal.sessionId ? { 'set-cookie': sessionCookies('', 0) } : {};
      return { status: 204, headers: cookies, body: undefined };
    },
  });
}
