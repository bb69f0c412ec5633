import { defineRoute, type Route } from '../../http/route.ts';
import { requireRecentAuthentication } from '../sessions/index.ts';
import { beginTotp } from './begin-totp.ts';
import { signedInCallerOf } from './callers.ts';
import { disableTotp, enableTotp } from './change-totp.ts';
import { recoveryCodesSchema, totpBody, totpSchema } from './schemas.ts';
import type { AccountServices } from './services.ts';

const BASICS = { tags: ['Account'], auth: { kind: 'session' }, rateLimit: 'api' } as const;
const RECENT =
  'The password must have been given recently, else SCOPE_DENIED with `details.reason` `reauthentication_required`.';

/** The second factor: codes of an authenticator app (RFC 6238). */
export function totpRoutes(services: AccountServices): Route[] {
  return [beginRoute(services), confirmRoute(services), disableRoute(services)];
}

function beginRoute(services: AccountServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'POST',
    path: '/v1/account/totp',
    operationId: 'beginTotp',
    summary: 'Set up an authenticator app',
    description: `Makes a secret for the app and shows it this once; a set-up that was begun before is replaced. It counts once a code is confirmed. ${RECENT} CONFLICT when an app is set up already.`,
    responses: { 200: { description: 'The secret', schema: totpSchema } },
    errors: ['ACCOUNT_EMAIL_NOT_VERIFIED', 'CONFLICT'],
    handler: async (context) => {
      requireRecentAuthentication(context.principal);
      const { secret, uri } = await beginTotp(services, signedInCallerOf(context));
      return { status: 200, body: { secret, otpauth_uri: uri } };
    },
  });
}

function confirmRoute(services: AccountServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'POST',
    path: '/v1/account/totp/confirm',
    operationId: 'confirmTotp',
    summary: 'Confirm the authenticator app',
    description: `From now on signing in asks for a code. The answer is the only one that shows the recovery codes. ${RECENT} A wrong code: AUTH_REQUIRED with \`details.reason\` \`wrong_credentials\`. CONFLICT when nothing was begun, or an app is set up already.`,
    body: totpBody,
    responses: { 200: { description: 'The recovery codes', schema: recoveryCodesSchema } },
    errors: ['CONFLICT'],
    handler: async (context) => {
      requireRecentAuthentication(context.principal);
      const codes = await enableTotp(services, signedInCallerOf(context), context.body.code);
      return { status: 200, body: { recovery_codes: codes } };
    },
  });
}

function disableRoute(services: AccountServices): Route {
  return defineRoute({
    ...BASICS,
    method: 'DELETE',
    path: '/v1/account/totp',
    operationId: 'disableTotp',
    summary: 'Remove the authenticator app',
    description: `Signing in asks for the password alone from now on; the recovery codes are void. ${RECENT}`,
    responses: { 204: { description: 'No app is set up' } },
    errors: [],
    handler: async (context) => {
      requireRecentAuthentication(context.principal);
      await disableTotp(services, signedInCallerOf(context));
      return { status: 204, body: undefined };
    },
  });
}
