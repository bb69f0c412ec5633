import { defineRoute, type Route } from '../../http/route.ts';
import { csrfTokenOf, sessionCookies } from '../../shared/session-token.ts';
import { SESSION_LIFETIME_MS } from '../sessions/index.ts';
import { callerOf, signedInCallerOf } from './callers.ts';
import { signOut } from './end-session.ts';
import { presentAccount } from './present.ts';
import { countRecoveryCodes } from './queries.ts';
import { requestReset } from './request-reset.ts';
import { resetPassword } from './reset-password.ts';
import { forgotBody, loginBody, passwordSetSchema, resetBody, resetSentSchema, signedInSchema } from './schemas.ts';
import type { AccountServices } from './services.ts';
import { signIn } from './sign-in.ts';

const TAGS = ['Authentication'];
const SET_COOKIE = {
  'Set-Cookie': { description: 'The session cookies' },
};

/** Signing in and out, and recovering a forgotten password. */
export function accessRoutes(services: AccountServices): Route[] {
  return [
    loginRoute(services, '/v1/auth/login', 'signIn'),
    loginRoute(services, '/v1/dashboard/login', 'signInToDashboard'),
    logoutRoute(services, '/v1/auth/logout', 'signOut'),
    logoutRoute(services, '/v1/dashboard/logout', 'signOutOfDashboard'),
    forgotRoute(services),
    resetRoute(services),
  ];
}

function loginRoute(services: AccountServices, path: string, operationId: string): Route {
  return defineRoute({
    method: 'POST',
    path,
    operationId,
    summary: 'Sign in',
    description:
      'Starts a session and sets its cookie; any session that the browser had before ends. AUTH_REQUIRED says by `details.reason` what is missing: `wrong_credentials`, `totp_required`, or `password_change_required` for a password that the operator gave out. With everything right, `account_suspended` says that the operator suspended the account. Nothing tells an unknown address from a wrong password. `/v1/auth/login` and `/v1/dashboard/login` are the same operation.',
    tags: TAGS,
    auth: { kind: 'optional_session' },
    rateLimit: 'sign_in',
    body: loginBody,
    responses: { 200: { description: 'Who is signed in', schema: signedInSchema, headers: SET_COOKIE } },
    errors: ['AUTH_REQUIRED'],
    handler: async (context) => {
      const { email, password, totp_code, recovery_code, new_password } = context.body;
      const { account, token } = await signIn(services, {
        email,
        password,
        totpCode: totp_code,
        recoveryCode: recovery_code,
        newPassword: new_password,
        presented: context.principal,
        caller: callerOf(context),
      });
      const left = await countRecoveryCodes(services.db, account.id);
      return {
        status: 200,
        headers: { 'set-cookie': sessionCookies(token, SESSION_LIFETIME_MS / 1000) },
        body: { ...presentAccount(account, left), csrf_token: csrfTokenOf(token) },
      };
    },
  });
}

function logoutRoute(services: AccountServices, path: string, operationId: string): Route {
  return defineRoute({
    method: 'POST',
    path,
    operationId,
    summary: 'Sign out',
    description:
      'Ends the session and removes its cookies. `/v1/auth/logout` and `/v1/dashboard/logout` are the same operation.',
    tags: TAGS,
    auth: { kind: 'session' },
    rateLimit: 'api',
    responses: { 204: { description: 'The session has ended', headers: SET_COOKIE } },
    errors: [],
    handler: async (context) => {
      await signOut(services, signedInCallerOf(context));
      return { status: 204, headers: { 'set-cookie': sessionCookies('', 0) }, body: undefined };
    },
  });
}

function forgotRoute(services: AccountServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/auth/password/forgot',
    operationId: 'requestPasswordReset',
    summary: 'Request a password reset link',
    description:
      'Emails a link that is valid for one hour if the address has an account. The response is the same if it has none.',
    tags: TAGS,
    auth: { kind: 'none' },
    rateLimit: 'account_mail',
    body: forgotBody,
    responses: { 202: { description: 'An email will be sent if the account exists', schema: resetSentSchema } },
    errors: [],
    handler: async (context) => {
      await requestReset(services, context.body.email, callerOf(context));
      return { status: 202, body: { status: 'reset_sent' as const } };
    },
  });
}

function resetRoute(services: AccountServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/auth/password/reset',
    operationId: 'resetPassword',
    summary: 'Set a new password',
    description:
      'Takes the token from the emailed link, once, and ends all sessions of the account. CONFLICT with `details.reason` `token_invalid` when the token is unknown, used or expired. The next sign-in needs the new password, and the second factor where one is set up.',
    tags: TAGS,
    auth: { kind: 'none' },
    rateLimit: 'sign_in',
    body: resetBody,
    responses: { 200: { description: 'The password was set', schema: passwordSetSchema } },
    errors: ['CONFLICT'],
    handler: async (context) => {
      await resetPassword(services, { ...context.body, caller: callerOf(context) });
      return { status: 200, body: { status: 'password_set' as const } };
    },
  });
}
