import { defineRoute, type Route } from '../../http/route.ts';
import { callerOf, signedInCallerOf } from './callers.ts';
import { confirmEmail } from './confirm-email.ts';
import { registerAccount } from './register-account.ts';
import { confirmBody, emailVerifiedSchema, registerBody, verificationSentSchema } from './schemas.ts';
import { requestVerification } from './send-verification.ts';
import type { AccountServices } from './services.ts';

const TAGS = ['Authentication'];

/** Registration and confirmation of the address. */
export function registrationRoutes(services: AccountServices): Route[] {
  return [registerRoute(services), requestVerificationRoute(services), confirmEmailRoute(services)];
}

function registerRoute(services: AccountServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/auth/register',
    operationId: 'registerAccount',
    summary: 'Register',
    description:
      'Creates an account with a personal organization and emails a confirmation link that is valid for 24 hours. The response is the same when the address already has an account; its owner is then told by email.',
    tags: TAGS,
    auth: { kind: 'none' },
    rateLimit: 'account_mail',
    body: registerBody,
    responses: { 201: { description: 'The email will be sent', schema: verificationSentSchema } },
    errors: [],
    handler: async (context) => {
      const { email, password, name = '', language = context.language } = context.body;
      await registerAccount(services, { email, password, name, language, caller: callerOf(context) });
      return { status: 201, body: { status: 'verification_sent' as const } };
    },
  });
}

function requestVerificationRoute(services: AccountServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/auth/email/verify/request',
    operationId: 'requestEmailVerification',
    summary: 'Resend the confirmation email',
    description:
      'Emails a confirmation link that is valid for 24 hours; earlier links keep working. CONFLICT when the address is already confirmed.',
    tags: TAGS,
    auth: { kind: 'session' },
    rateLimit: 'account_mail',
    responses: { 202: { description: 'The email will be sent', schema: verificationSentSchema } },
    errors: ['CONFLICT'],
    handler: async (context) => {
      await requestVerification(services, signedInCallerOf(context));
      return { status: 202, body: { status: 'verification_sent' as const } };
    },
  });
}

function confirmEmailRoute(services: AccountServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/auth/email/verify/confirm',
    operationId: 'confirmEmail',
    summary: 'Confirm an email address',
    description:
      'Takes the token from the emailed link, once. CONFLICT with `details.reason` `token_invalid` when the token is unknown, used or expired. No session is needed.',
    tags: TAGS,
    auth: { kind: 'none' },
    rateLimit: 'sign_in',
    body: confirmBody,
    responses: { 200: { description: 'The address was confirmed', schema: emailVerifiedSchema } },
    errors: ['CONFLICT'],
    handler: async (context) => {
      await confirmEmail(services, context.body.token, callerOf(context));
      return { status: 200, body: { status: 'email_verified' as const } };
    },
  });
}
