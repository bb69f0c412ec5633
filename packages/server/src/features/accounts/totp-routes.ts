import { defineRoute, type Route } from '../../http/route.ts';
import { beginTotp } from './begin-totp.ts';
import { signedInCallerOf } from './callers.ts';
import { disableTotp, enableTotp } from './change-totp.ts';
import { recoveryCodesSchema, totpBody, totpRemovalBody, totpSchema } from './schemas.ts';
import type { AccountServices } from './services.ts';

const BASICS = { tags: ['Account'], auth: { kind: 'session', recent: 'always' }, rateLimit: 'api' } as const;

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
    description:
      'Creates a secret for the app and shows it once; an earlier setup that was not confirmed is replaced. It takes effect once a code is confirmed. CONFLICT when an app is already set up.',
    responses: { 200: { description: 'The secret', schema: totpSchema } },
    errors: ['ACCOUNT_EMAIL_NOT_VERIFIED', 'CONFLICT'],
    handler: async (context) => {
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
    description:
      'From now on signing in needs a code. This is the only response that shows the recovery codes. AUTH_REQUIRED with `details.reason` `wrong_credentials` for a wrong code. CONFLICT when no setup was begun or an app is already set up.',
    body: totpBody,
    responses: { 200: { description: 'The recovery codes', schema: recoveryCodesSchema } },
    errors: ['CONFLICT'],
    handler: async (context) => {
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
    description:
      'From now on signing in needs the password only; the recovery codes stop working. If an app is set up, a code from the app or a recovery code is needed besides the recent authentication: AUTH_REQUIRED with `details.reason` `totp_required` without one, `wrong_credentials` with a wrong one. A recovery code that was used to sign in cannot be used again here.',
    body: totpRemovalBody,
    responses: { 204: { description: 'No app is set up' } },
    errors: [],
    handler: async (context) => {
      const { totp_code: totpCode, recovery_code: recoveryCode } = context.body ?? {};
      await disableTotp(services, signedInCallerOf(context), { totpCode, recoveryCode });
      return { status: 204, body: undefined };
    },
  });
}
